#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/core/game.h"

namespace engine::lab {

/// A position and what solves it.
// Suites are checks, not training: nothing is tuned by them (docs/lab/gomoku.md).
struct Puzzle {
  std::string name;
  Setup setup;
  std::vector<std::string> moves;
  std::vector<std::string> accepted;  ///< Any of them, in protocol text.
};

/// EPD (`FEN ; bm MOVES ; ...`), or JSON Lines with "pos" (or "board" and "to_move"), "moves", "rule", "size"
/// and "accept" or "best". Throws std::runtime_error that names the wrong line.
/// Each position and answer is checked by the rules when it is read.
std::vector<Puzzle> read_puzzles(const std::string& file, const Game& game);

/// How a bot did on one.
struct Attempt {
  bool solved = false;
  std::uint64_t nodes = 0;  ///< After which its choice was right, and stayed so.
  std::chrono::milliseconds time{0};
  std::optional<int> claimed;  ///< Plies of a win that it calls proven.
  bool borne_out = true;       ///< The claim, played out by a referee.
};
/// Blocks for as long as `limits` say. `borne_out` is for the caller to fill in (Claim).
Attempt attempt(const Game& game, const Puzzle& puzzle, Bot& bot, const Limits& limits);

/// Plays a claimed win to its end: the winner by its own lines, against each of the `defences` best replies
/// that analysis finds, until so many positions have been looked at, then against the best one. Whether it
/// wins everywhere within the plies that it claims.
class Claim {
 public:
  Claim(Bot& winner, Bot& defender, const Limits& limits, int defences, int positions)
      : winner_(winner), defender_(defender), limits_(limits), defences_(defences), left_(positions) {}
  /// @pre the winner is to move. Thinks once a move of either side, so it may take many times the limits.
  bool holds(const Match& match, int plies);

 private:
  bool holds_against(const Match& match, int plies);

  Bot& winner_;
  Bot& defender_;
  Limits limits_;
  int defences_;
  int left_;
};

}  // namespace engine::lab
