#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/games/registry.h"
#include "server/formats/dialects.h"
#include "server/formats/game_tree.h"

namespace server {

namespace {

using engine::Match;
using engine::Side;

/// Of what the board says against the file, where the file's rule ended the game.
constexpr std::string_view kAgainstBoard = "the file says ";

/// Ends that are a matter of the rules of a place: of those that a file knows nothing of, its players stopped
/// for a reason of their own.
bool is_judged_draw(const engine::Outcome& end) {
  return end.reason == "repetition" || end.reason == "move_limit" || end.reason == "insufficient_material";
}

/// As readers write it, whatever their format does.
bool is_pass(const TreeNode& node) {
  return node.move.text == "pass";
}

/// Walks through a tree in the order of its nodes, with a match that follows, and builds what is legal of it.
/// Depth first, with one match that plays and takes back: each node is played once. No recursion, for lines
/// are long.
class TreePlayer {
 public:
  static constexpr std::size_t kMostMistakes = 1000;

  /// @pre `match` is at the start of the game
  TreePlayer(const TreeGame& from, TreeGame& to, std::unique_ptr<Match> match, const Dialect& dialect)
      : from_(from.tree), main_plies_(from.main_plies), to_(to), match_(std::move(match)), dialect_(dialect) {
    to_.tree[GameTree::kRoot].comment = from_[GameTree::kRoot].comment;
    path_.push_back({from_[GameTree::kRoot].first_child, GameTree::kRoot, 0, true});
    if (path_.back().next == GameTree::kNone) finish_main();
  }

  void play() {
    while (!path_.empty()) step();
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
    // The main line comes first: where it does not go on, this is its end.
    if (here.is_main && !is_main) finish_main();
    enter(node, {node.first_child, here.id, 0, is_main});
  }

  void leave() {
    for (int plies = path_.back().plies; plies > 0; --plies) match_->undo();
    path_.pop_back();
  }

  void enter(const TreeNode& node, Open next) {
    if (mistakes_ > kMostMistakes) return;
    auto bad = append(next, node.move);
    // Anti-Reversi: files may leave out passes. The rules name this refusal only where a pass is the one
    // legal move.
    if (bad && bad->code == "must_pass") {
      (void)append(next, {.text = "pass", .line = node.move.line});
      bad = append(next, node.move);
    }
    const bool is_last = bad && is_pass(node) && ends_with_passes(node);
    if (is_last) {
      bad = engine::Rejection{"pass", "a pass at the end is left out"};
      std::string& before = to_.tree[next.id].comment;
      if (!node.comment.empty()) before.append(before.empty() ? "" : "\n").append(node.comment);
    } else if (bad && is_pass(node) && to_.game.game == "gomoku") {
      bad = engine::Rejection{"pass", "games of Gomoku with passes cannot be kept"};
    }
    if (bad) note(node.move, *bad, next.is_main && !is_last);
    if (bad && ++mistakes_ > kMostMistakes)
      add_note(to_, node.move.line, "too_many_mistakes",
               "too many moves are not legal: the rest is left out");
    // Nothing was played: the line above goes on with its next variation.
    if (bad && next.plies == 0) {
      if (next.is_main) finish_main();
      return;
    }
    // The pass was played, the move behind it is not legal: it ends there.
    if (bad) next.next = GameTree::kNone;
    if (!bad) {
      to_.tree[next.id].comment = node.comment;
      to_.tree[next.id].glyphs = node.glyphs;
    }
    path_.push_back(next);
    if (next.is_main && next.next == GameTree::kNone) finish_main();
  }

  /// Whether no move follows: players who pass in turn end their game, and some programs write a pass behind
  /// the end. Asked of a pass that is not played, and so once of each node.
  bool ends_with_passes(const TreeNode& pass) const {
    const TreeNode* last = &pass;
    while (is_pass(*last) && last->first_child != GameTree::kNone) last = &from_[last->first_child];
    return is_pass(*last);
  }

  /// Plays a move of the file, or says why not.
  std::optional<engine::Rejection> append(Open& open, MoveText move) {
    if (path_.size() > kMaxPlies) return engine::Rejection{"too_long", "The game is too long."};
    if (to_.tree.full()) return engine::Rejection{"too_many_moves", "The tree is too large."};
    auto text = read_move(*match_, move, dialect_);
    if (!text) return text.error();
    // Before the move: the position that it leaves is the one that may have been over.
    if (open.is_main) look_for_ruling(move);
    const auto side = match_->play(*text);
    if (move.side && side && *move.side != *side) {
      match_->undo();
      return engine::Rejection{"not_your_turn", "it is the other side's turn"};
    }
    if (open.is_main) {
      to_.game.moves.push_back(*text);
      to_.game.spent.push_back(move.spent);
    }
    move.text = *std::move(text);
    open.id = to_.tree.add(open.id, std::move(move));
    ++open.plies;
    return std::nullopt;
  }

  /// A move goes on where our rules end the game: said once.
  void look_for_ruling(const MoveText& move) {
    if (to_.ruled_end) return;
    const auto end = match_->outcome();
    if (!end) return;
    to_.ruled_end = RuledEnd{to_.game.moves.size(), std::string(end->reason)};
    add_note(to_, move.line, "ruled_end",
             fmt::format("move {} {}: by the rules here the game was over before ({}); the rest is kept",
                         number(), move.text, end->reason));
  }

  /// Chess players, and Xiangqi players with them, count one move of both sides as one.
  std::size_t number() const { return to_.game.game == "xiangqi" ? (path_.size() + 1) / 2 : path_.size(); }

  void note(const MoveText& move, const engine::Rejection& why, bool is_main) {
    BadText bad =
        bad_text(move.line, why.code, fmt::format("move {} {}: {}", number(), move.text, why.message)).error;
    if (is_main && !to_.broken) to_.broken = bad;
    add_note(to_, std::move(bad));
  }

  /// What the rules say of the result, unless the file told it.
  void finish_main() {
    if (std::exchange(is_finished_, true)) return;
    const auto end = match_->outcome();
    // Where its players went on past one ruling, another one is none of theirs.
    if (!end || (to_.ruled_end && end->is_ruling())) return;
    PlayedGame& game = to_.game;
    const std::string result = !end->winner ? "draw" : *end->winner == Side::first ? "first" : "second";
    if (game.result.empty() && !is_judged_draw(*end)) game.result = result;
    if (game.result == result)
      game.reason = end->reason;
    else if (!is_judged_draw(*end) && !end->is_ruling())
      add_note(to_, 0, "result",
               fmt::format("{}{}, the board {} ({})", kAgainstBoard, game.result, result, end->reason));
  }

  const GameTree& from_;
  const std::size_t main_plies_;
  TreeGame& to_;
  std::unique_ptr<Match> match_;
  const Dialect& dialect_;
  std::vector<Open> path_;
  bool is_finished_ = false;
  std::size_t mistakes_ = 0;  ///< Each takes longer than a move: there is a sentence to be found.
};

/// As the engine writes it; empty for the usual start, which some files spell out.
std::string told_start(const engine::Game& rules, const PlayedGame& game, const Match& match) {
  if (game.start_pos.empty()) return {};
  const auto usual = rules.new_match({.rule = game.rule, .size = game.size});
  std::string start = match.look().pos;
  return usual && start == (*usual)->look().pos ? std::string() : start;
}

engine::Expected<std::unique_ptr<Match>, BadText> new_match_of(const TreeGame& game,
                                                               const std::string& rule) {
  const engine::Game& rules = *engine::find_game(game.game.game);
  auto match = rules.new_match(
      {.rule = rule, .pos = game.game.start_pos, .size = game.game.size, .past_rulings = true});
  if (!match) return bad_text(game.start_line, match.error().code, match.error().message);
  return *std::move(match);
}

ReadTree play_by(const TreeGame& game, const std::string& rule, const Dialect& dialect) {
  auto match = new_match_of(game, rule);
  if (!match) return engine::Unexpected(match.error());
  TreeGame played{.game = game.game,
                  .tags = game.tags,
                  .notes = game.notes,
                  .more_notes = game.more_notes,
                  .broken = game.broken};
  played.game.rule = rule;
  played.game.start_pos = told_start(*engine::find_game(game.game.game), played.game, **match);
  TreePlayer(game, played, *std::move(match), dialect).play();
  if (played.game.result.empty()) played.game.result = game.claimed_result;
  return played;
}

/// The moves of a main line as far as they are legal.
struct MainLine {
  std::vector<std::string> moves{};
  bool is_whole = false;
};

MainLine main_line_by(const TreeGame& game, const std::string& rule, const Dialect& dialect) {
  auto match = new_match_of(game, rule);
  if (!match) return {};
  MainLine line;
  for (auto id = game.tree[GameTree::kRoot].first_child;
       id != GameTree::kNone && line.moves.size() < kMaxPlies; id = game.tree[id].first_child) {
    auto move = read_move(**match, game.tree[id].move, dialect);
    if (!move || !(*match)->play(*move)) return line;
    line.moves.push_back(*std::move(move));
  }
  line.is_whole = true;
  return line;
}

/// Whether some move could mean something else in this dialect of the game; of the first one always true.
bool concerns(const Dialect& dialect, const TreeGame& game) {
  if (&dialect == &dialects_of(game.game.game).front()) return true;
  for (std::size_t id = 1; id < game.tree.size(); ++id) {
    const MoveText& move = game.tree[static_cast<GameTree::Id>(id)].move;
    if (!move.is_exact && dialect.concerns(move.text)) return true;
  }
  return false;
}

/// That of the file, if it is one of the game's, else the first.
const Dialect& first_dialect(const TreeGame& game, const Dialect* of_file) {
  const auto all = dialects_of(game.game.game);
  const bool is_known = std::ranges::any_of(all, [&](const Dialect& each) { return &each == of_file; });
  return is_known && concerns(*of_file, game) ? *of_file : all.front();
}

/// All in which the game may be read, that one first. Each looks at all moves: for games that need it.
std::vector<const Dialect*> dialects_for(const TreeGame& game, const Dialect* of_file) {
  std::vector<const Dialect*> dialects{&first_dialect(game, of_file)};
  for (const Dialect& dialect : dialects_of(game.game.game))
    if (&dialect != dialects.front() && concerns(dialect, game)) dialects.push_back(&dialect);
  return dialects;
}

/// More legal moves are better, a whole main line is best.
/// Pairs compare in this order.
std::pair<bool, std::size_t> worth(const ReadTree& read) {
  return read ? std::pair(!read->broken, read->tree.size()) : std::pair(false, std::size_t{0});
}

/// Where a short game is legal in two dialects, only a person can tell.
void note_ambiguity(const TreeGame& game, const Dialect* of_file, TreeGame& played) {
  if (played.broken) return;
  for (const Dialect* const other : dialects_for(game, of_file)) {
    if (other == played.dialect) continue;
    const MainLine line = main_line_by(game, played.game.rule, *other);
    if (!line.is_whole || line.moves == played.game.moves) continue;
    return add_note(played, 0, "ambiguous",
                    fmt::format("the moves are legal as {}, too: they were read as {}", other->name,
                                played.dialect->name));
  }
}

/// By the best of its dialects: that of the file, else the first under which all of the main line is legal,
/// else that under which most of it is.
ReadTree play_by_rule(const TreeGame& game, const std::string& rule, const Dialect* of_file) {
  const Dialect* const first = &first_dialect(game, of_file);
  ReadTree best = play_by(game, rule, *first);
  if (!best) return best;
  best->dialect = first;
  if (!best->broken) return best;
  const Dialect* better = nullptr;
  std::size_t most = best->game.moves.size();
  for (const Dialect* const dialect : dialects_for(game, of_file)) {
    if (dialect == first) continue;
    const MainLine line = main_line_by(game, rule, *dialect);
    if (line.is_whole || line.moves.size() > most) better = dialect;
    if (line.is_whole) break;
    most = std::max(most, line.moves.size());
  }
  if (better == nullptr) return best;
  best = play_by(game, rule, *better);
  if (best) best->dialect = better;
  return best;
}

/// By another rule than its players kept to the board says nothing.
void forget_result_of_board(TreeGame& kept) {
  std::erase_if(kept.notes, [](const BadText& note) { return note.message.starts_with(kAgainstBoard); });
}

/// Notes that the game is kept by another rule than `game` tells.
/// @pre `by_told` is broken: its next move is the one that the told rule does not allow.
void note_rule(const TreeGame& game, const TreeGame& by_told, TreeGame& kept) {
  const std::size_t number = by_told.game.moves.size() + 1;
  forget_result_of_board(kept);
  add_note(kept, by_told.broken->line, "rule",
           fmt::format("by the rules of {} move {} is not legal: the game is kept by those of {}",
                       by_told.game.rule, number, kept.game.rule));
  if (kept.game.moves.size() != number || !game.game.result.empty()) return;
  // Six stones of black win by this rule, and lose by the one that was played: neither is claimed.
  kept.game.result = game.claimed_result;
  kept.game.reason.clear();
}

/// Black on a point that Renju forbids, a game that went on behind a five: what the file tells as its rule
/// was not what its players kept to. One of the others by which all of the main line is legal, or none.
std::optional<ReadTree> play_by_other_rule(const TreeGame& game, const TreeGame& by_told,
                                           const Dialect* of_file) {
  for (const std::string& rule : game.other_rules) {
    if (rule == by_told.game.rule) continue;
    ReadTree other = play_by_rule(game, rule, of_file);
    if (!other || other->broken) continue;
    note_rule(game, by_told, *other);
    return other;
  }
  return std::nullopt;
}

/// Of the board where the game has several: that of the position, or the usual one.
int width_of(const engine::Game& rules, std::string_view start_pos) {
  if (start_pos.empty() && !rules.sizes.empty()) return rules.sizes.front();
  const auto size = std::ranges::find_if(rules.sizes, [&](int each) {
    return start_pos.find(' ') == static_cast<std::size_t>(each) * static_cast<std::size_t>(each);
  });
  return size == rules.sizes.end() ? 0 : *size;
}

ReadTree play_from_start(TreeGame& game, const Dialect* of_file) {
  const engine::Game* const rules = engine::find_game(game.game.game);
  if (rules == nullptr) return bad_text(0, "unknown_game", "there is no such game");
  if (game.game.size == 0) game.game.size = width_of(*rules, game.game.start_pos);
  if (game.rules.empty())
    game.rules.push_back(game.game.rule.empty() ? std::string(rules->rules.front()) : game.game.rule);
  std::optional<ReadTree> best;
  for (const std::string& rule : game.rules) {
    ReadTree other = play_by_rule(game, rule, of_file);
    // All moves are there; passes that were put in count besides.
    const bool all = other && other->tree.size() >= game.tree.size();
    if (!best || worth(other) > worth(*best)) best = std::move(other);
    if (all) break;
  }
  if (*best && game.rules.front() == "renju" && (*best)->game.rule != "renju") {
    forget_result_of_board(**best);
    add_note(**best, 0, "rule",
             fmt::format("some moves are forbidden by the rules of renju: it is kept by those of {}",
                         (*best)->game.rule));
  }
  if (*best && (*best)->broken)
    if (auto other = play_by_other_rule(game, **best, of_file)) best = *std::move(other);
  const bool is_told = *best && ((*best)->dialect == of_file || (*best)->dialect == game.dialect);
  if (*best && !is_told) note_ambiguity(game, of_file, **best);
  return *std::move(best);
}

/// From TreeGame::other_start, with a note of it in what is played. `game` is as before.
ReadTree play_from_other_start(TreeGame& game, const Dialect* of_file) {
  const std::size_t notes = game.notes.size(), more_notes = game.more_notes;
  std::swap(game.game.start_pos, game.other_start);
  add_note(game, game.start_line, "side", "the first move is that of the other side than the position says");
  ReadTree played = play_from_start(game, of_file);
  std::swap(game.game.start_pos, game.other_start);
  game.notes.resize(notes);
  game.more_notes = more_notes;
  return played;
}

}  // namespace

ReadTree play_tree(TreeGame game, const Dialect* of_file) {
  const bool has_other = !game.other_start.empty() && game.tree.size() > 1;
  if (has_other && game.other_begins) {
    ReadTree other = play_from_other_start(game, of_file);
    if (other && !other->broken) return other;
  }
  ReadTree played = play_from_start(game, of_file);
  // Where not all of it is legal the other side may have begun: notations that count from the mover's right
  // hand name moves of both sides, so that a few may be legal by chance.
  if (!has_other || (played && !played->broken)) return played;
  ReadTree other = play_from_other_start(game, of_file);
  return worth(other) > worth(played) ? std::move(other) : std::move(played);
}

Read play_main_line(TreeGame game) {
  auto played = play_tree(std::move(game));
  if (!played) return engine::Unexpected(played.error());
  if (played->broken) return engine::Unexpected(*std::move(played->broken));
  return std::move(played->game);
}

}  // namespace server
