#pragma once

#include <string>

#include "engine/core/expected.h"
#include "server/study/decide_edit.h"

namespace server::study {

/// A chapter being edited: its tree and a board to judge moves on. Pure: no sockets, no threads, no time.
/// What is decided happens by follow(), once it is stored; replaying stored edits gives this very chapter
/// again.
/// One thread. Movable.
class StudyState {
 public:
  /// Of a file or a stored snapshot: plays every line, some 10 us a node. The word for what is wrong with it:
  /// "game", "nodes", "move", "shapes", ...
  /// What the chapter leaves to the game, rule and size, is filled in.
  static engine::Expected<StudyState, std::string> open(protocol::Chapter chapter);

  /// Not const, for the board moves; the tree does not change.
  EditDecision decide(const EditRequest& request) { return decide_edit(tree_, board_, request); }
  /// False, and nothing has changed: it cannot follow the last one. Names the move of a stored edit, which
  /// has no notation.
  /// Edits in the order of their versions, each once. @pre the edit was decided by decide(), here or before
  /// it was stored
  [[nodiscard]] bool follow(StudyEdit edit);

  const ChapterTree& tree() const { return tree_; }

 private:
  StudyState(ChapterTree tree, BoardCursor board) : tree_(std::move(tree)), board_(std::move(board)) {}

  /// Whether all moves are legal.
  bool name_moves();

  ChapterTree tree_;
  BoardCursor board_;
};

}  // namespace server::study
