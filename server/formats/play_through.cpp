#include "server/formats/play_through.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "engine/games/registry.h"

namespace server {

namespace {

using engine::Match;
using engine::Side;

// ---- where ranks are counted from
// --------------------------------------------------------------------------

/// Xiangqi: two points, h2e2 or H2-E2. Some programs count ranks from 0, some from 1, and one move often
/// does not tell which.
struct Points {
  char from_file, to_file;
  int from_rank, to_rank;
};

std::optional<std::pair<char, int>> next_point(std::string_view& text) {
  if (text.size() < 2) return std::nullopt;
  const char file = static_cast<char>(text[0] | 0x20);
  int rank = 0;
  const char* const start = text.data() + 1;
  const auto [end, error] = std::from_chars(start, text.data() + std::min<std::size_t>(text.size(), 3), rank);
  if (file < 'a' || file > 'i' || error != std::errc() || rank < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return std::pair(file, rank);
}

std::optional<Points> points_of(std::string_view text) {
  const auto from = next_point(text);
  if (from && text.starts_with('-')) text.remove_prefix(1);
  const auto to = next_point(text);
  if (!from || !to || !text.empty()) return std::nullopt;
  return Points{from->first, to->first, from->second, to->second};
}

/// The lowest rank of the board in this game as it writes them; none if its moves do not tell.
std::optional<int> lowest_rank(std::span<const MoveText> moves) {
  for (const MoveText& move : moves) {
    const auto points = points_of(move.text);
    if (!points) continue;
    if (points->from_rank == 10 || points->to_rank == 10) return 1;
    if (points->from_rank == 0 || points->to_rank == 0) return 0;
  }
  return std::nullopt;
}

std::string with_ranks_from_0(const std::string& text, int lowest) {
  const auto points = points_of(text);
  if (!points) return text;
  return fmt::format("{}{}{}{}", points->from_file, points->from_rank - lowest, points->to_file,
                     points->to_rank - lowest);
}

// ---- playing
// -----------------------------------------------------------------------------------------------

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

  std::optional<BadText> play(const MoveText& move, const std::string& text) {
    if (game_.moves.size() == kMaxPlies) return refuse(move, "too_long", "the game is too long");
    auto done = try_to_play(text);
    if (done == "must_pass") {
      add("pass", 0);
      done = try_to_play(text);
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
  std::optional<std::string> try_to_play(const std::string& text) {
    auto move = match_->read_move(text);
    if (!move) {
      why_ = move.error().message;
      return move.error().code;
    }
    played_ = *std::move(move);
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

Read play_with_ranks_from(int lowest, PlayedGame game, std::span<const MoveText> moves, int line) {
  const engine::Game* const rules = engine::find_game(game.game);
  auto match =
      rules->new_match({.rule = game.rule, .pos = game.start_pos, .size = game.size, .past_draws = true});
  if (!match) return bad_text(line, match.error().code, match.error().message);
  game.start_pos = told_start(*rules, game, **match);
  const bool by_points = game.game == "xiangqi";
  Replay replay(std::move(game), std::move(*match));
  for (const MoveText& move : moves) {
    const std::string text = by_points ? with_ranks_from_0(move.text, lowest) : move.text;
    if (auto bad = replay.play(move, text)) return engine::Unexpected(*std::move(bad));
  }
  return std::move(replay).finish();
}

}  // namespace

Read play_through(PlayedGame game, std::span<const MoveText> moves, int line) {
  const engine::Game* const rules = engine::find_game(game.game);
  if (rules == nullptr) return bad_text(line, "unknown_game", "there is no such game");
  if (game.rule.empty()) game.rule = rules->rules.front();
  if (game.size == 0 && !rules->sizes.empty() && game.start_pos.empty()) game.size = rules->sizes.front();
  if (const auto lowest = lowest_rank(moves))
    return play_with_ranks_from(*lowest, std::move(game), moves, line);
  auto read = play_with_ranks_from(0, game, moves, line);
  if (read || rules->id != "xiangqi") return read;
  auto read_from_1 = play_with_ranks_from(1, std::move(game), moves, line);
  return read_from_1 ? std::move(read_from_1) : std::move(read);
}

}  // namespace server
