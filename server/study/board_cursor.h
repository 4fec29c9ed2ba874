#pragma once

#include <memory>
#include <vector>

#include "engine/core/match.h"
#include "server/study/chapter_tree.h"

namespace server::study {

/// A match that stands at one node of a chapter after another. From a node to its neighbour it plays or takes
/// back one move, and never more moves than lead to the two nodes: editors look at one line for a while.
/// One thread. Not copyable: it owns its match.
class BoardCursor {
 public:
  /// @pre `start` is at the start of the chapter
  /// @pre not null
  explicit BoardCursor(std::unique_ptr<engine::Match> start) : match_(std::move(start)) {}

  /// The position of `node`, until the next call; null where a move on the way is not legal. @pre it is in
  /// `tree`
  /// Owned by the cursor. The caller may play and take back on it, but leaves it as it was.
  engine::Match* go_to(const ChapterTree& tree, int node);

 private:
  bool stands_on(int node, int ply) const;

  std::unique_ptr<engine::Match> match_;
  /// The nodes to where it stands. Ids are given once, and a node's move never changes: what was removed
  /// meanwhile is in no other path.
  std::vector<int> path_;
};

/// The match of a chapter before its first move. None: there is no such game, rule or position.
/// Rulings do not stop it: moves may follow a repetition or a limit.
std::unique_ptr<engine::Match> start_of(const protocol::Chapter& head);

}  // namespace server::study
