#include "server/library/library_game.h"

#include <utility>

#include "engine/games/registry.h"
#include "server/library/board_shape.h"
#include "server/library/material.h"
#include "server/library/position_keys.h"

namespace server {

namespace {

/// A game of so many plies is not played twice: with the same moves it is the same, however its players are
/// spelt.
/// Short games of different players do repeat (decision 0015): for those the names, day and event count as
/// well.
constexpr std::size_t kTellingPlies = 24;
// The digest is stored, so neither the seed nor what is hashed may change: games of before would not be known
// again.
constexpr std::uint64_t kDigestSeed = 1;

std::optional<BoardShape> shape_of(const engine::Game& rules, const std::string& rule,
                                   const std::string& start_pos, int size) {
  const auto match = rules.new_match({.rule = rule, .pos = start_pos, .size = size});
  if (!match) return std::nullopt;
  return BoardShape((*match)->look().pos);
}

/// As MaterialCode has it, of the board after these moves. @param start_pos of a match
std::int64_t material_after(const engine::Game& rules, const storage::LibraryGame& game,
                            const BoardShape& shape, const std::string& start_pos) {
  const auto moves = shape.numbers(game.moves.data);
  if (!shape.has_pieces() || !moves) return 0;
  std::string board = shape.contents(start_pos);
  std::string usual = board;
  if (!game.start_pos.empty()) {
    const auto match = rules.new_match({.rule = game.rule, .size = game.size});
    if (!match) return 0;
    usual = shape.contents((*match)->look().pos);
  }
  for (const MoveNumber move : *moves) {
    if (move == shape.pass()) continue;
    const auto [from, to] = shape.points_of(move);
    board[to] = std::exchange(board[from], '-');
  }
  return MaterialCode(usual).of(board);
}

/// @param date as all games had it before days were told in part: that of a day the text tells as a whole
std::int64_t digest_of(const storage::LibraryGame& game, std::size_t plies, const std::string& date) {
  std::string all;
  // With a separator, or "ab" + "c" would be "a" + "bc".
  const auto add = [&](const std::string& text) { all.append(text).append(1, '\0'); };
  for (const std::string* text : {&game.game, &game.rule, &game.start_pos}) add(*text);
  add(std::to_string(game.size));
  add(game.moves.data);
  if (plies < kTellingPlies)
    for (const std::string* text : {&game.names[0], &game.names[1], &date, &game.event}) add(*text);
  return static_cast<std::int64_t>(text_hash(all, kDigestSeed));
}

}  // namespace

std::optional<storage::LibraryGame> to_library(const PlayedGame& game, const GameOrigin& origin) {
  const engine::Game* const rules = engine::find_game(game.game);
  if (!rules) return std::nullopt;
  const auto start = rules->new_match({.rule = game.rule, .pos = game.start_pos, .size = game.size});
  if (!start) return std::nullopt;
  const std::string start_pos = (*start)->look().pos;
  const BoardShape shape(start_pos);
  auto moves = shape.pack(game.moves);
  if (!moves) return std::nullopt;
  storage::LibraryGame kept{.game = game.game,
                            .rule = game.rule,
                            .size = game.size,
                            .start_pos = game.start_pos,
                            .names = game.names,
                            .ratings = origin.ratings,
                            .event = game.event,
                            .site = origin.site,
                            .round = origin.round,
                            .date = origin.date.empty() ? day(game, "{:%Y-%m-%d}") : origin.date,
                            .result = game.result,
                            .reason = game.reason,
                            .plies = static_cast<int>(game.moves.size()),
                            .moves = {*std::move(moves)}};
  if (rules->opening_code) {
    const engine::Setup setup{.rule = game.rule, .pos = game.start_pos, .size = game.size};
    kept.opening_code = rules->opening_code(setup, game.moves);
  }
  kept.digest = digest_of(kept, game.moves.size(), day(game, "{:%Y-%m-%d}"));
  kept.material = material_after(*rules, kept, shape, start_pos);
  return kept;
}

std::optional<PlayedGame> from_library(const storage::LibraryGame& game) {
  const engine::Game* const rules = engine::find_game(game.game);
  const auto shape = rules ? shape_of(*rules, game.rule, game.start_pos, game.size) : std::nullopt;
  auto moves = shape ? shape->unpack(game.moves.data) : std::nullopt;
  if (!moves) return std::nullopt;
  PlayedGame played{.game = game.game,
                    .rule = game.rule,
                    .size = game.size,
                    .start_pos = game.start_pos,
                    .names = game.names,
                    .event = game.event,
                    .at = read_day(game.date),
                    .date = is_whole_day(game.date) ? std::string() : game.date,
                    .moves = *std::move(moves),
                    .result = game.result,
                    .reason = game.reason};
  played.spent.resize(played.moves.size());
  return played;
}

}  // namespace server
