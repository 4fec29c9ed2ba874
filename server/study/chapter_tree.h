#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/protocol/study_messages.h"

/// The tree of one chapter of a study (see docs/protocol.md) while it is edited. Three layers: ChapterTree
/// keeps what is there, decide_edit.h judges what may be done, StudyState puts both together with a board.
namespace server::study {

using protocol::EditKind;
using protocol::Side;
using protocol::StudyEdit;

/// Who changed something last, and by which edit.
/// By versions of the chapter, not by clocks: that is what a compare-and-set compares.
struct Stamp {
  int version = 0;
  /// StudyMember::number; kUnknown: from before this tree was made, see ChapterTree::base().
  int by = kUnknown;
  static constexpr int kUnknown = -1;
};

/// A value with its last change.
template <class T>
struct Stamped {
  T value{};
  Stamp changed{};
};

/// A move of a chapter, and what is written about the position after it.
/// Ids of nodes, not pointers: they are what edits and links name.
struct TreeNode {
  int parent = -1;
  int ply = 0;  ///< Moves from the start.
  std::string move{};
  /// The move in all notations of its game; empty until set_notation().
  std::vector<engine::Notation> notation{};
  Stamp added{};
  Stamped<std::vector<int>> children{};  ///< In their order, which is what the stamp is about.
  std::vector<Stamped<protocol::StudyComment>> comments{};
  Stamped<std::vector<std::uint8_t>> glyphs{};
  Stamped<std::vector<protocol::Shape>> shapes{};
  Millis spent{0};
};

/// What shapes take in a snapshot, about.
std::size_t bytes_of_shapes(const std::vector<protocol::Shape>& shapes);

/// A chapter as its edits make it: nodes by ids that no other node ever gets, so that an edit means the same
/// whatever others do meanwhile. Knows no rules of games: what may be done is decided in decide_edit.h. No
/// function goes deeper into the stack where a line is longer.
/// A plain value; one thread at a time. All that is said of a node by its id costs O(1) on average.
class ChapterTree {
 public:
  static constexpr int kRoot = 0;

  /// None: the nodes make no tree. Moves are taken as they stand.
  /// Parents come before children, the start first. O(nodes).
  static std::optional<ChapterTree> from(protocol::Chapter chapter);

  /// Makes an edit happen: microseconds, but for `remove` and `cut`, which take each node that goes, and
  /// `main_line`, which takes each move of the line. False, and nothing has changed: it cannot follow the
  /// last one.
  [[nodiscard]] bool follow(const StudyEdit& edit);

  int version() const { return head_.version; }
  /// Ids from this on were never given.
  int next_id() const { return head_.next_id; }
  /// With the start.
  std::size_t size() const { return nodes_.size(); }
  /// Of all comments, and of shapes as bytes_of_shapes() has them.
  std::size_t bytes() const { return bytes_; }
  /// Null: there is no such node (any more).
  /// Good until the node is removed: adding others moves none.
  const TreeNode* find(int id) const;
  /// @pre there is such a node
  const TreeNode& at(int id) const { return nodes_.at(id); }
  /// The nodes from the first move to this one. @pre there is such a node
  std::vector<int> path_to(int id) const;
  /// This node and all that follow it, each before its children.
  std::vector<int> subtree(int id) const;

  /// Name, game, start, tags by their names; without nodes.
  const protocol::Chapter& head() const { return head_; }
  /// Unknown for a tag that nothing has changed since base(), and for one that was removed.
  Stamp changed_tag(std::string_view name) const;
  Stamp changed_name() const { return changed_name_; }
  Stamp changed_orientation() const { return changed_orientation_; }
  /// What has no stamp was there at this version, and who wrote it is not known.
  int base() const { return base_; }

  /// All of it, as from() takes it.
  protocol::Chapter chapter() const;

  /// Says how the move is written; no edit, no new version. @pre there is such a node
  void set_notation(int id, std::vector<engine::Notation> notation);

 private:
  bool add(const StudyEdit& edit);
  bool change(TreeNode& node, const StudyEdit& edit);
  void remove(int id);
  void cut(int id);
  bool promote(const TreeNode& node, int id, Stamp stamp);
  void lead(int id, Stamp stamp);
  static bool reorder(TreeNode& node, const StudyEdit& edit);
  static void comment(TreeNode& node, const StudyEdit& edit);
  void tag(const StudyEdit& edit);
  void erase(int id);

  protocol::Chapter head_;
  int base_ = 0;
  std::size_t bytes_ = 0;
  std::unordered_map<int, TreeNode> nodes_;
  std::unordered_map<std::string, Stamp> changed_tags_;
  Stamp changed_name_, changed_orientation_;
};

}  // namespace server::study
