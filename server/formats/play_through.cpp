#include "server/formats/play_through.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "engine/games/registry.h"
#include "server/formats/dialects.h"

namespace server {

namespace {

using engine::Match;
using engine::Side;

/// Draws that are a matter of the rules of a place: where a file knows nothing of them, its players stopped
/// for a reason of their own.
bool is_judged(std::string_view reason) {
  return reason == "repetition" || reason == "move_limit" || reason == "insufficient_material";
}

/// One game on its way through the rules.
class Replay {
 public:
  Replay(PlayedGame game, std::unique_ptr<Match> match)
      : game_(std::move(game)),
        match_(std::move(match)),
        turn_(second_begins(game_) ? Side::second : Side::first) {}

  std::optional<BadText> play(const MoveText& move, const Dialect& dialect) {
    if (game_.moves.size() == kMaxPlies) return refuse(move, "too_long", "the game is too long");
    auto done = try_to_play(move, dialect);
    if (done == "must_pass") {
      add("pass", 0);
      done = try_to_play(move, dialect);
    }
    if (done) return refuse(move, *done, why_);
    if (move.side && *move.side != turn_) return refuse(move, "not_your_turn", "it is the other side's turn");
    add(played_, move.spent);
    return std::nullopt;
  }

  PlayedGame finish() && {
    const auto end = match_->outcome();
    if (!end) return std::move(game_);
    const std::string result = !end->winner ? "draw" : *end->winner == Side::first ? "first" : "second";
    if (game_.result.empty() && (end->winner || !is_judged(end->reason))) game_.result = result;
    if (game_.result == result) game_.reason = end->reason;
    return std::move(game_);
  }

 private:
  /// The code of what is wrong with it; none, and the move is in `played_`.
  std::optional<std::string> try_to_play(const MoveText& move, const Dialect& dialect) {
    auto read = read_move(*match_, move, dialect);
    if (!read) {
      why_ = read.error().message;
      return read.error().code;
    }
    played_ = *std::move(read);
    return std::nullopt;
  }

  void add(const std::string& move, storage::Millis spent) {
    (void)match_->play(move);
    game_.moves.push_back(move);
    game_.spent.push_back(spent);
    turn_ = engine::other(turn_);
  }

  std::optional<BadText> refuse(const MoveText& move, std::string code, std::string_view why) const {
    // Chess players, and Xiangqi players with them, count one move of both sides as one.
    const std::size_t number = (game_.game == "xiangqi" ? game_.moves.size() / 2 : game_.moves.size()) + 1;
    return bad_text(move.line, std::move(code), fmt::format("move {} {}: {}", number, move.text, why)).error;
  }

  PlayedGame game_;
  std::unique_ptr<Match> match_;
  Side turn_;
  std::string played_, why_;
};

/// As the engine writes it; empty for the usual start, which some files spell out.
std::string told_start(const engine::Game& rules, const PlayedGame& game, const Match& match) {
  if (game.start_pos.empty()) return {};
  const auto usual = rules.new_match({.rule = game.rule, .size = game.size});
  std::string start = match.look().pos;
  return usual && start == (*usual)->look().pos ? std::string() : start;
}

/// A game as one dialect has it.
struct Attempt {
  Read read;
  std::size_t legal = 0;  ///< Moves that were.
};

Attempt attempt(const Dialect& dialect, PlayedGame game, std::span<const MoveText> moves, int line) {
  const engine::Game* const rules = engine::find_game(game.game);
  auto match =
      rules->new_match({.rule = game.rule, .pos = game.start_pos, .size = game.size, .past_draws = true});
  if (!match) return {bad_text(line, match.error().code, match.error().message)};
  game.start_pos = told_start(*rules, game, **match);
  Replay replay(std::move(game), std::move(*match));
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (auto bad = replay.play(moves[i], dialect)) return {engine::Unexpected(*std::move(bad)), i};
  return {std::move(replay).finish(), moves.size()};
}

}  // namespace

Read play_through(PlayedGame game, std::span<const MoveText> moves, int line) {
  const engine::Game* const rules = engine::find_game(game.game);
  if (rules == nullptr) return bad_text(line, "unknown_game", "there is no such game");
  if (game.rule.empty()) game.rule = rules->rules.front();
  if (game.size == 0 && !rules->sizes.empty() && game.start_pos.empty()) game.size = rules->sizes.front();
  std::optional<Attempt> best;
  for (const Dialect& dialect : dialects_of(game.game)) {
    Attempt next = attempt(dialect, game, moves, line);
    if (next.read || std::ranges::all_of(moves, &MoveText::is_exact)) return std::move(next.read);
    if (!best || next.legal > best->legal) best = std::move(next);
  }
  return std::move(best->read);
}

}  // namespace server
