#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/bot.h"
#include "engine/core/match.h"

/// The whole face of the engine: what the server, the command line and the tests see of a game. Rules are in
/// match.h, players in bot.h.
namespace engine {

/// Plies that an opening has at most.
inline constexpr int kOpeningPlies = 20;

/// Elo of each game's first level, by convention: ratings of a game compare its levels, not games.
inline constexpr int kFirstRating = 1000;

/// A row in the table of games: all that the rest of the program knows of a game. A plain constant.
///
///     const Game& game = *find_game("gomoku");                        // games/registry.h
///     auto match = game.new_match({.rule = "renju"});                 // Expected: a match or a Rejection
///     auto bot = game.new_bot({.threads = 2});
///     const Thought thought = bot->think(**match, {.nodes = 10'000}, {}, {});
///     (*match)->play(thought.best);
///
/// Lives as long as the program; any thread may call the functions.
struct Game {
  std::string_view id;  ///< "xiangqi": in URLs, records and folder names.
  std::string_view name;
  std::span<const std::string_view> rules = {};       ///< The first is the default.
  std::span<const std::string_view> solved = {};      ///< Those whose winner is known from the start.
  std::span<const std::string_view> side_names = {};  ///< Two: {"red", "black"}.
  std::span<const int> sizes = {};                    ///< Of the board, where it can be chosen; else empty.
  Expected<std::unique_ptr<Match>, Rejection> (*new_match)(const Setup& setup) = nullptr;
  std::unique_ptr<Bot> (*new_bot)(const BotOptions& options) = nullptr;
  /// Leaves of the game tree at `depth` plies, split by root move; `threads` >= 1.
  /// For correctness counts and speed figures. @pre `match` is of this game
  std::vector<std::pair<std::string, std::uint64_t>> (*perft)(const Match& match, int depth,
                                                              int threads) = nullptr;
  /// How strong a level plays: Elo above the first one, which is kFirstRating; 0: not measured.
  int (*rating)(int level) = nullptr;
  /// Positions with depths for `bench`.
  std::span<const struct BenchRow> bench = {};
  /// The codes of the openings that have a name, sorted; null: none has.
  std::span<const std::string_view> (*opening_codes)() = nullptr;
  /// The one of them that these moves from `setup` make, empty if none; null: there are none. What follows
  /// the first kOpeningPlies moves changes nothing.
  std::string_view (*opening_code)(const Setup& setup, std::span<const std::string> moves) = nullptr;
};

/// A fixed position that `bench` searches to a fixed depth.
struct BenchRow {
  std::string_view rule;
  std::string_view pos;    ///< Empty: the start position.
  std::string_view moves;  ///< Separated by blanks.
  int depth;
};

}  // namespace engine
