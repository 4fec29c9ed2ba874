#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/limits.h"
#include "engine/core/match.h"

namespace engine {

// A bot as the server, the protocols and the lab use it. Values are told in the unit of the game, hundredths
// of a pawn, stone or disc, and always for the side to move.

/// How sure a value is and what it counts.
enum class ScoreKind {
  eval,  ///< An estimate in the unit of the game, for the side to move.
  win,   ///< Proven; value = plies to the end. Anti-Reversi: only the winner is proven, the value is a bound.
  loss,  ///< Likewise.
  draw,  ///< Proven.
  exact,  ///< Anti-Reversi solved to the end; value = opponent's discs - own discs.
};

/// A variation with its value for the side to move; Thought::lines has the best first.
struct Line {
  ScoreKind kind = ScoreKind::eval;
  int value = 0;
  /// Protocol text, from the position thought about; may be cut short. A search gives one move at
  /// least.
  std::vector<std::string> pv = {};
};

/// What a bot thinks of a position, finished or so far.
struct Thought {
  std::string best;         ///< The move to play: pv.front() at full strength, perhaps another below.
  std::vector<Line> lines;  ///< Limits::multipv of them, or as many as there are moves.
  int depth = 0;
  int seldepth = 0;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
  int hash_permille = 0;  ///< Of the transposition table, in thousandths, what this search has written.
  std::string current =
      {};                  ///< The root move that is about to be searched; empty in a report of an iteration.
  int current_number = 0;  ///< Its place in the order of moves, from 1.
};

/// A computer player. One thread at a time may use it; it may use several inside.
class Bot {
 public:
  using Progress = std::function<void(const Thought&)>;
  virtual ~Bot() = default;
  /// Allocates what thinking about this match needs, so that the first thought loses no time to it.
  virtual void prepare(const Match& /*match*/) {}
  /// Blocks until `limits` are spent or `stop` is requested, then gives a legal move; it never throws
  /// for lack of time. `progress` (may be empty) is called on this thread after each iteration, and before
  /// each move of it where Limits::tell_moves_after says so.
  /// Past a draw it thinks as if the game began with the board as it is.
  /// @pre match.can_go_on(), and `match` is of the game that made this bot.
  virtual Thought think(const Match& match, const Limits& limits, std::stop_token stop,
                        const Progress& progress) = 0;
};

/// What a bot is made of; see Game::new_bot.
struct BotOptions {
  std::size_t hash_bytes = std::size_t{16} << 20;  ///< Of its transposition table.
  int threads = 1;
  bool network = true;  ///< Evaluate by a network in games that have one; else by the hand-made evaluation.
  std::map<std::string, int> parameters = {};  ///< Of the search, by name: see search/parameters.h.
};

}  // namespace engine
