#include "server/study/study_state.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/utf8.h"
#include "server/study/limits.h"
#include "server/study/texts.h"

namespace server::study {

namespace {

bool has_good_comments(const protocol::StudyNode& node) {
  // One of each member, and one of the file.
  if (node.comments.size() > static_cast<std::size_t>(kMostMembers) + 1) return false;
  return std::ranges::all_of(node.comments, [&](const protocol::StudyComment& comment) {
    return !comment.text.empty() && comment.text == without_controls(comment.text) &&
           count_code_points(comment.text) <= kLongestComment &&
           std::ranges::count(node.comments, comment.by, &protocol::StudyComment::by) == 1;
  });
}

bool has_good_shapes(const protocol::StudyNode& node) {
  return node.shapes.size() <= kMostShapes && std::ranges::all_of(node.shapes, is_shape);
}

bool is_good_tag(const protocol::StudyTag& tag) {
  return !tag.name.empty() && !tag.value.empty() &&
         std::max(tag.name.size(), tag.value.size()) <= kLongestTag && tag.name == clean_line(tag.name) &&
         tag.value == clean_line(tag.value);
}

/// Says what it leaves to the game.
void complete(protocol::Chapter& chapter) {
  const engine::Game* const game = engine::find_game(chapter.game);
  if (game == nullptr) return;
  if (chapter.rule.empty()) chapter.rule = game->rules.front();
  if (chapter.size == 0 && !game->sizes.empty() && chapter.start_pos.empty())
    chapter.size = game->sizes.front();
}

/// The word for what is wrong with a chapter, apart from its moves; empty: nothing.
std::string fault_of(const protocol::Chapter& chapter) {
  if (count_code_points(chapter.name) > kLongestName || chapter.name != clean_line(chapter.name))
    return "name";
  if (chapter.tags.size() > kMostTags || !std::ranges::all_of(chapter.tags, is_good_tag)) return "tags";
  // Each edit gives one id at most.
  const std::int64_t last_id = std::int64_t{chapter.next_id} + kMostEdits - chapter.version;
  if (chapter.nodes.size() > kMostNodes || last_id > INT32_MAX) return "nodes";
  if (!std::ranges::all_of(chapter.nodes, has_good_comments)) return "comments";
  if (!std::ranges::all_of(chapter.nodes, has_good_shapes)) return "shapes";
  const auto glyphs = [](const protocol::StudyNode& node) {
    return node.glyphs.size() <= (node.parent < 0 ? 0 : kMostGlyphs);
  };
  return std::ranges::all_of(chapter.nodes, glyphs) ? "" : "glyphs";
}

}  // namespace

engine::Expected<StudyState, std::string> StudyState::open(protocol::Chapter chapter) {
  if (std::string fault = fault_of(chapter); !fault.empty()) return engine::Unexpected(std::move(fault));
  complete(chapter);
  auto match = start_of(chapter);
  if (!match) return engine::Unexpected(std::string("game"));
  auto tree = ChapterTree::from(std::move(chapter));
  if (!tree) return engine::Unexpected(std::string("nodes"));
  StudyState state(*std::move(tree), BoardCursor(std::move(match)));
  if (!state.name_moves()) return engine::Unexpected(std::string("move"));
  return state;
}

bool StudyState::name_moves() {
  // In this order the cursor walks each line once: a move is played once, and taken back once.
  for (const int id : tree_.subtree(ChapterTree::kRoot)) {
    if (id == ChapterTree::kRoot) continue;
    const TreeNode& node = tree_.at(id);
    if (static_cast<std::size_t>(node.ply) > kMostPlies) return false;
    engine::Match* const match = board_.go_to(tree_, node.parent);
    const auto move = match ? match->read_move(node.move) : engine::Unexpected(engine::Rejection{});
    // Stored text is exact: a move that can only be read in another way is not what was stored.
    if (!move || *move != node.move) return false;
    tree_.set_notation(id, match->notations(*move));
  }
  return true;
}

bool StudyState::follow(StudyEdit edit) {
  if (edit.kind == EditKind::add && edit.notation.empty() && tree_.find(edit.node) != nullptr) {
    engine::Match* const match = board_.go_to(tree_, edit.node);
    const auto move = match ? match->read_move(edit.move) : engine::Unexpected(engine::Rejection{});
    if (!move || *move != edit.move) return false;
    edit.notation = match->notations(edit.move);
  }
  return tree_.follow(edit);
}

}  // namespace server::study
