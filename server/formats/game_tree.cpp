#include "server/formats/game_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/games/registry.h"
#include "server/formats/dialects.h"

namespace server {

namespace {

using engine::Match;

/// Walks through a tree in the order of its nodes, with a match that follows, and builds what is legal of it.
class TreePlayer {
 public:
  /// @pre `match` is at the start of the game
  TreePlayer(const TreeGame& from, TreeGame& to, std::unique_ptr<Match> match, const Dialect& dialect)
      : from_(from.tree), main_plies_(from.main_plies), to_(to), match_(std::move(match)), dialect_(dialect) {
    to_.tree[GameTree::kRoot].comment = from_[GameTree::kRoot].comment;
    path_.push_back({from_[GameTree::kRoot].first_child, GameTree::kRoot, 0, true});
  }

  /// Gives the end of the main line.
  GameTree::Id play() {
    while (!path_.empty()) step();
    return main_end_;
  }

 private:
  /// A position on the way to the present one, by its node in both trees.
  struct Open {
    GameTree::Id next;  ///< The move in `from_` to be tried here.
    GameTree::Id id;
    int plies;     ///< That led here from the position before: a pass may have been left out.
    bool is_main;  ///< In `from_`: where its main line breaks off, no variation goes on with it.
  };

  void step() {
    Open& here = path_.back();
    if (here.next == GameTree::kNone) return leave();
    const TreeNode& node = from_[here.next];
    const bool is_main =
        here.is_main && here.next == from_[node.parent].first_child && path_.size() <= main_plies_;
    here.next = node.next_sibling;
    enter(node, {node.first_child, here.id, 0, is_main});
  }

  void leave() {
    for (int plies = path_.back().plies; plies > 0; --plies) match_->undo();
    path_.pop_back();
  }

  void enter(const TreeNode& node, Open next) {
    auto bad = append(next, node.move);
    if (bad && bad->code == "must_pass") {
      (void)append(next, {.text = "pass", .line = node.move.line});
      bad = append(next, node.move);
    }
    if (bad) note(node.move, *bad);
    if (bad && next.plies == 0) return;
    if (bad) next.next = GameTree::kNone;
    if (!bad) {
      to_.tree[next.id].comment = node.comment;
      to_.tree[next.id].glyphs = node.glyphs;
    }
    if (next.is_main) main_end_ = next.id;
    path_.push_back(next);
  }

  /// Plays a move of the file, or says why not.
  std::optional<engine::Rejection> append(Open& open, MoveText move) {
    if (path_.size() > kMaxPlies) return engine::Rejection{"too_long", "The game is too long."};
    if (to_.tree.full()) return engine::Rejection{"too_many_moves", "The tree is too large."};
    auto text = read_move(*match_, move, dialect_);
    if (!text) return text.error();
    const auto side = match_->play(*text);
    if (move.side && side && *move.side != *side) {
      match_->undo();
      return engine::Rejection{"not_your_turn", "It is the other side's turn."};
    }
    move.text = *std::move(text);
    open.id = to_.tree.add(open.id, std::move(move));
    ++open.plies;
    return std::nullopt;
  }

  void note(const MoveText& move, const engine::Rejection& why) {
    const std::size_t ply = path_.size();
    add_note(to_, move.line, why.code,
             fmt::format("move {} {}: {}", to_.game.game == "xiangqi" ? (ply + 1) / 2 : ply, move.text,
                         why.message));
  }

  const GameTree& from_;
  const std::size_t main_plies_;
  TreeGame& to_;
  std::unique_ptr<Match> match_;
  const Dialect& dialect_;
  std::vector<Open> path_;
  GameTree::Id main_end_ = GameTree::kRoot;
};

ReadTree play_by(const TreeGame& game, const std::string& rule, const Dialect& dialect) {
  const engine::Game* const rules = engine::find_game(game.game.game);
  if (rules == nullptr) return bad_text(0, "unknown_game", "there is no such game");
  auto match = rules->new_match(
      {.rule = rule, .pos = game.game.start_pos, .size = game.game.size, .past_draws = true});
  if (!match) return bad_text(game.start_line, match.error().code, match.error().message);
  TreeGame played{.game = {.game = game.game.game}, .notes = game.notes};
  const GameTree::Id main_end = TreePlayer(game, played, *std::move(match), dialect).play();
  PlayedGame head = game.game;
  head.rule = rule;
  auto main = play_through(std::move(head), played.tree.line_to(main_end), game.start_line);
  if (!main) return engine::Unexpected(main.error());
  played.game = *std::move(main);
  if (played.game.result.empty()) played.game.result = game.claimed_result;
  return played;
}

bool all_exact(const GameTree& tree) {
  for (std::size_t id = 1; id < tree.size(); ++id)
    if (!tree[static_cast<GameTree::Id>(id)].move.is_exact) return false;
  return true;
}

}  // namespace

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
  if (game.notes.size() < kMostNotes) game.notes.push_back(bad_text(line, std::move(reason), message).error);
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

void TreeBuilder::follow(GameTree::Id id, bool goes_on, bool has_variation) {
  if (has_variation) branches_.push_back(parent_);
  parent_ = id;
  if (goes_on) return;
  parent_ = branches_.empty() ? GameTree::kNone : branches_.back();
  if (!branches_.empty()) branches_.pop_back();
}

ReadTree play_tree(TreeGame game) {
  if (game.rules.empty()) game.rules.push_back(game.game.rule);
  std::optional<ReadTree> best;
  const bool is_exact = all_exact(game.tree);
  for (const std::string& rule : game.rules) {
    for (const Dialect& dialect : dialects_of(game.game.game)) {
      ReadTree other = play_by(game, rule, dialect);
      const bool all = other && other->tree.size() >= game.tree.size();
      if (!best || (other && (!*best || other->tree.size() > (*best)->tree.size()))) best = std::move(other);
      if (all) return *std::move(best);
      if (is_exact) break;  // No dialect changes anything.
    }
  }
  return *std::move(best);
}

Read play_main_line(const TreeGame& game) {
  std::vector<MoveText> moves;
  const GameTree& tree = game.tree;
  GameTree::Id id = tree[GameTree::kRoot].first_child;
  for (; id != GameTree::kNone && moves.size() < game.main_plies; id = tree[id].first_child)
    moves.push_back(tree[id].move);
  auto played = play_through(game.game, moves, game.start_line);
  if (played && played->result.empty()) played->result = game.claimed_result;
  return played;
}

TreeGame tree_of(PlayedGame game, std::span<const MoveText> moves, int start_line) {
  TreeGame tree{.game = std::move(game), .start_line = start_line};
  GameTree::Id at = GameTree::kRoot;
  for (const MoveText& move : moves.first(std::min(moves.size(), GameTree::kMostNodes - 1)))
    at = tree.tree.add(at, move);
  return tree;
}

}  // namespace server
