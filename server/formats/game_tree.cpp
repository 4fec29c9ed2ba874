#include "server/formats/game_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "server/base/utf8.h"

namespace server {

GameTree::Id GameTree::add(Id parent, MoveText move) {
  const Id id = static_cast<Id>(nodes_.size());
  nodes_.push_back({.move = std::move(move), .parent = parent});
  TreeNode& above = (*this)[parent];
  if (above.last_child == kNone) {
    above.first_child = id;
  } else {
    (*this)[above.last_child].next_sibling = id;
  }
  above.last_child = id;
  return id;
}

std::vector<MoveText> GameTree::line_to(Id id) const {
  std::vector<MoveText> moves;
  for (; id != kRoot; id = (*this)[id].parent) moves.push_back((*this)[id].move);
  std::ranges::reverse(moves);
  return moves;
}

void add_note(TreeGame& game, int line, std::string reason, std::string_view message) {
  add_note(game, bad_text(line, std::move(reason), message).error);
}

void add_note(TreeGame& game, BadText note) {
  if (game.notes.size() < kMostNotes) {
    game.notes.push_back(std::move(note));
  } else {
    ++game.more_notes;
  }
}

void note_long_names(TreeGame& game, std::initializer_list<std::string_view> names, int line) {
  for (const std::string_view name : names) {
    const std::string kept = clean_name(name);
    if (count_code_points(kept) < kLongestNameOfGame) continue;
    // Blanks around a name are no part of it.
    const std::size_t start = name.find_first_not_of(" \n\t"), end = name.find_last_not_of(" \n\t") + 1;
    if (count_code_points(name.substr(start, end - start)) == kLongestNameOfGame) continue;
    add_note(game, line, "cut", fmt::format("this name is cut: {}", kept));
  }
}

void add_tag(TreeGame& game, std::string_view name, std::string_view value, int line) {
  // PGN writes ? for what is not known.
  if (value.find_first_not_of(" \n\t?") == value.npos) return;
  if (game.tags.size() >= kMostTags || value.size() > kLongestTag)
    return add_note(game, line, "tag", fmt::format("{} is left out: {}", name, value.substr(0, 100)));
  game.tags.emplace_back(name, value);
}

void take_date(TreeGame& game, std::string_view text, int line) {
  game.game.at = read_moment(text);
  // A day of which the file knows the year or month alone is kept as it was told, so that nothing is claimed.
  if (!is_whole_day(text)) add_tag(game, "Date", text, line);
}

bool TreeBuilder::wants_more() {
  if (parent_ == GameTree::kNone) return false;
  if (!game_.tree.full()) return true;
  add_note(game_, 0, "too_many_moves", "the file has too many moves: the rest is left out");
  return false;
}

void TreeBuilder::add(MoveText move, std::string comment, bool goes_on, bool has_variation) {
  const GameTree::Id id = game_.tree.add(parent_, std::move(move));
  game_.tree[id].comment = std::move(comment);
  follow(id, goes_on, has_variation);
}

void TreeBuilder::skip(bool goes_on, bool has_variation) {
  follow(parent_, goes_on, has_variation);
}

// The stack holds the positions in which a variation is still to come, the innermost last: it begins when the
// line above it ends.
void TreeBuilder::follow(GameTree::Id id, bool goes_on, bool has_variation) {
  if (has_variation) branches_.push_back(parent_);
  parent_ = id;
  if (goes_on) return;
  parent_ = branches_.empty() ? GameTree::kNone : branches_.back();
  if (!branches_.empty()) branches_.pop_back();
}

TreeGame tree_of(PlayedGame game, std::span<const MoveText> moves, int start_line) {
  TreeGame tree{.game = std::move(game), .start_line = start_line};
  GameTree::Id at = GameTree::kRoot;
  for (const MoveText& move : moves.first(std::min(moves.size(), GameTree::kMostNodes - 1)))
    at = tree.tree.add(at, move);
  return tree;
}

}  // namespace server
