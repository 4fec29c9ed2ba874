#include "server/study/decide_edit.h"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include "server/base/utf8.h"
#include "server/protocol/errors.h"
#include "server/study/limits.h"
#include "server/study/texts.h"

namespace server::study {

namespace {

using protocol::error;
using protocol::ErrorCode;
using Refusal = std::optional<protocol::Error>;

Refusal full(std::string reason, std::string message) {
  return error(ErrorCode::full, std::move(message), std::move(reason));
}

Refusal bad(std::string field, std::string message) {
  return error(ErrorCode::bad_message, std::move(message), std::move(field));
}

/// A request being judged; each kind of edit has its function, which may change what was asked into what is
/// done.
/// The order of questions: may this member write; is there such a node; is the edit well formed; does it do
/// anything; has another changed the same thing unseen. The last one is asked of edits that would do
/// something only, so that a request said twice is not stale.
class Judge {
 public:
  Judge(const ChapterTree& tree, BoardCursor& board, const EditRequest& request)
      : tree_(tree), board_(board), request_(request), edit_(request.edit) {}

  EditDecision decide() && {
    edit_.version = tree_.version() + 1;
    edit_.by = request_.by;
    Refusal refusal = refuse_anything();
    if (!refusal) refusal = judge();
    if (refusal) return {.refusal = std::move(refusal)};
    const int id = edit_.kind == EditKind::add ? edit_.id : 0;
    if (is_done_) return {.id = id};
    return {.edit = std::move(edit_), .id = id};
  }

 private:
  Refusal refuse_anything() const {
    if (request_.role == StudyRole::viewer)
      return error(ErrorCode::forbidden, "You may read this study, not write in it.");
    if (request_.seen > tree_.version()) return bad("seen", "There is no such version yet.");
    if (tree_.version() >= kMostEdits) return full("edits", "This chapter has been edited too often.");
    return std::nullopt;
  }

  Refusal judge() {
    switch (edit_.kind) {
      case EditKind::tag:
        return judge_tag();
      case EditKind::orientation:
        return judge_orientation();
      case EditKind::rename:
        return judge_name();
      default:
        break;
    }
    node_ = tree_.find(edit_.node);
    if (node_ != nullptr) return judge_node();
    // An id below next_id was given once: a node that is gone was removed. One above it never was.
    is_done_ = edit_.kind == EditKind::remove && edit_.node < tree_.next_id();  // Another was faster.
    if (is_done_) return std::nullopt;
    return error(ErrorCode::not_found, "The move is not there any more.", "node");
  }

  Refusal judge_node() {
    switch (edit_.kind) {
      case EditKind::add:
        return judge_add();
      case EditKind::remove:
      case EditKind::cut:
        return judge_removal();
      case EditKind::promote:
      case EditKind::main_line:
        return judge_place();
      case EditKind::order:
        return judge_order();
      case EditKind::comment:
        return judge_comment();
      case EditKind::glyphs:
        return judge_glyphs();
      default:
        return judge_shapes();
    }
  }

  Refusal judge_add() {
    engine::Match* const match = board_.go_to(tree_, edit_.node);
    if (match == nullptr) return error(ErrorCode::internal, "This line cannot be played.");
    auto move = match->read_move(edit_.move);
    if (!move) return error(ErrorCode::illegal_move, move.error().message, move.error().code);
    edit_.move = *std::move(move);
    for (const int child : node_->children.value) {
      // The same move from two writers is one node: the later request is granted with the id that is there.
      if (tree_.at(child).move != edit_.move) continue;
      edit_.id = child;
      is_done_ = true;
      return std::nullopt;
    }
    if (tree_.size() >= kMostNodes) return full("nodes", "A chapter has at most 10,000 positions.");
    if (static_cast<std::size_t>(node_->ply) >= kMostPlies)
      return full("plies", "A line has at most 1,000 moves.");
    edit_.id = tree_.next_id();
    edit_.notation = match->notations(edit_.move);
    return std::nullopt;
  }

  Refusal judge_removal() {
    if (edit_.kind == EditKind::remove && edit_.node == ChapterTree::kRoot)
      return bad("node", "The start cannot be removed.");
    is_done_ = edit_.kind == EditKind::cut && node_->children.value.empty();
    const std::vector<int> going = tree_.subtree(edit_.node);
    // cut keeps the node itself, which stands first in its subtree.
    const std::size_t kept = edit_.kind == EditKind::cut ? 1 : 0;
    const auto is_news = [this](int id) { return changed(tree_.at(id)); };
    if (std::any_of(going.begin() + static_cast<std::ptrdiff_t>(kept), going.end(), is_news)) return stale();
    return std::nullopt;
  }

  /// Anything of a node.
  bool changed(const TreeNode& node) const {
    const auto is_changed = [this](const auto& comment) { return changed(comment.changed); };
    return changed(node.added) || changed(node.children.changed) || changed(node.glyphs.changed) ||
           changed(node.shapes.changed) || std::ranges::any_of(node.comments, is_changed);
  }

  Refusal judge_place() {
    if (edit_.node == ChapterTree::kRoot) return bad("node", "The start has no place among moves.");
    const bool is_first = tree_.at(node_->parent).children.value.front() == edit_.node;
    if (edit_.kind == EditKind::promote) {
      is_done_ = is_first;
      // Said again it would be another step.
      // Also of the writer's own change: a promotion counts from where the node stood.
      return !is_first && changed_at_all(tree_.at(node_->parent).children.changed) ? stale() : std::nullopt;
    }
    is_done_ = true;
    std::vector<int> path = tree_.path_to(edit_.node);
    for (const int id : path) {
      const auto& siblings = tree_.at(tree_.at(id).parent).children;
      // Parts of the way that lead already are not touched, so changes there do not matter.
      if (siblings.value.front() == id) continue;
      is_done_ = false;
      if (changed(siblings.changed)) return stale();
    }
    return std::nullopt;
  }

  Refusal judge_order() {
    const auto& children = node_->children;
    std::unordered_set<int> left(children.value.begin(), children.value.end());
    for (const int child : edit_.children)
      if (left.erase(child) == 0)
        return error(ErrorCode::not_found, "One of the moves is not there.", "children");
    is_done_ = std::ranges::equal(edit_.children, std::span(children.value).first(edit_.children.size()));
    return !is_done_ && changed(children.changed) ? stale() : std::nullopt;
  }

  Refusal judge_comment() {
    if (edit_.author < 0) edit_.author = request_.by;
    // Author 0 is the file that a chapter was made of: all writers may change its comments.
    const bool is_of_another = edit_.author != request_.by && edit_.author != 0;
    edit_.text = edit_.append ? without_controls(edit_.text) : clean_text(edit_.text);
    // The owner may remove it, but not write under the other's name.
    const bool may_be_removed = request_.role == StudyRole::owner && !edit_.append && edit_.text.empty();
    if (is_of_another && !may_be_removed)
      return error(ErrorCode::forbidden, "This comment is somebody else's.", "author");
    const auto by_author = [&](const auto& comment) { return comment.value.by == edit_.author; };
    const auto old = std::ranges::find_if(node_->comments, by_author);
    const bool is_new = old == node_->comments.end();
    if (is_new && edit_.author != request_.by)
      return error(ErrorCode::not_found, "There is no such comment.", "author");
    const std::string& text = is_new ? edit_.text : old->value.text;
    is_done_ = edit_.append || is_new ? edit_.text.empty() : edit_.text == text;
    if (is_done_) return std::nullopt;
    const std::size_t kept = edit_.append && !is_new ? count_code_points(old->value.text) : 0;
    if (kept + count_code_points(edit_.text) > kLongestComment)
      return full("comment", "A comment has at most 4,000 characters.");
    if (auto refusal = refuse_bytes(edit_.text.size(), is_new || edit_.append ? 0 : text.size()))
      return refusal;
    if (is_new) return std::nullopt;
    return (edit_.append ? changed_at_all(old->changed) : changed(old->changed)) ? stale() : std::nullopt;
  }

  Refusal judge_glyphs() {
    if (edit_.node == ChapterTree::kRoot) return bad("node", "Glyphs judge moves; the start is none.");
    if (edit_.glyphs.size() > kMostGlyphs) return full("glyphs", "A move has at most 8 glyphs.");
    return judge_value(node_->glyphs, edit_.glyphs);
  }

  Refusal judge_shapes() {
    if (edit_.shapes.size() > kMostShapes) return full("shapes", "A position has at most 32 shapes.");
    if (!std::ranges::all_of(edit_.shapes, is_shape)) return bad("shapes", "A shape stands on a point.");
    if (auto refusal = refuse_bytes(bytes_of_shapes(edit_.shapes), bytes_of_shapes(node_->shapes.value)))
      return refusal;
    return judge_value(node_->shapes, edit_.shapes);
  }

  /// So many instead of others.
  Refusal refuse_bytes(std::size_t bytes, std::size_t before) const {
    if (bytes <= before || tree_.bytes() - before + bytes <= kMostBytes) return std::nullopt;
    return full("bytes", "A chapter has at most 4 MiB of comments and shapes.");
  }

  template <class T>
  Refusal judge_value(const Stamped<T>& old, const T& asked) {
    is_done_ = old.value == asked;
    return !is_done_ && changed(old.changed) ? stale() : std::nullopt;
  }

  Refusal judge_tag() {
    edit_.name = clean_line(edit_.name);
    edit_.text = clean_line(edit_.text);
    if (edit_.name.empty()) return bad("name", "A tag has a name.");
    if (std::max(edit_.name.size(), edit_.text.size()) > kLongestTag)
      return full("tag", "A tag has at most 500 bytes.");
    const auto& tags = tree_.head().tags;
    const auto old = std::ranges::find(tags, edit_.name, &protocol::StudyTag::name);
    const bool is_new = old == tags.end();
    is_done_ = is_new ? edit_.text.empty() : old->value == edit_.text;
    if (is_done_) return std::nullopt;
    if (is_new && tags.size() >= kMostTags) return full("tags", "A chapter has at most 60 tags.");
    return !is_new && changed(tree_.changed_tag(edit_.name)) ? stale() : std::nullopt;
  }

  Refusal judge_orientation() {
    is_done_ = tree_.head().orientation == edit_.side;
    return !is_done_ && changed(tree_.changed_orientation()) ? stale() : std::nullopt;
  }

  Refusal judge_name() {
    edit_.text = clean_line(edit_.text);
    if (edit_.text.empty()) return bad("text", "A chapter has a name.");
    if (count_code_points(edit_.text) > kLongestName)
      return full("name", "A name has at most 100 characters.");
    is_done_ = tree_.head().name == edit_.text;
    return !is_done_ && changed(tree_.changed_name()) ? stale() : std::nullopt;
  }

  /// By another member, unseen.
  bool changed(Stamp stamp) const { return stamp.by != request_.by && changed_at_all(stamp); }
  /// By any member, unseen.
  bool changed_at_all(Stamp stamp) const {
    // What was there when the chapter was opened has no stamp: it counts as changed at that version.
    return (stamp.by == Stamp::kUnknown ? tree_.base() : stamp.version) > request_.seen;
  }

  static Refusal stale() {
    return error(ErrorCode::not_allowed, "Somebody else has just changed this.", "stale");
  }

  const ChapterTree& tree_;
  BoardCursor& board_;
  const EditRequest& request_;
  StudyEdit edit_;
  const TreeNode* node_ = nullptr;
  bool is_done_ = false;
};

}  // namespace

EditDecision decide_edit(const ChapterTree& tree, BoardCursor& board, const EditRequest& request) {
  return Judge(tree, board, request).decide();
}

}  // namespace server::study
