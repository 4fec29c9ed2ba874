#pragma once

#include <array>
#include <istream>
#include <optional>
#include <string>

#include "engine/core/game.h"
#include "engine/search/time_plan.h"

/// The words of UCI, and of UCCI where it has others: Xiangqi's older protocol of the same kind.
namespace engine::cli {

enum class Dialect { uci, ucci };

/// "h2e2" in ranks counted from `shift` more on: "h3e3", "b10c8" for b9c7. What is no such move stays as it
/// is.
std::string in_ranks(const std::string& move, int shift);
/// All moves of a thought likewise.
Thought in_ranks(Thought thought, int shift);

// Reading and writing only: no state, no thread. Uci (uci.cpp) decides what is done.

/// What `go` asks for.
struct Go {
  Limits limits;
  std::array<search::Clock, 2> clocks;  ///< In UCCI both are that of the side to move.
  bool timed = false;                   ///< By these clocks.
  bool infinite = false;
  bool ponder = false;  ///< Until `ponderhit`, as if it were infinite.
  std::optional<int> perft;
};
/// Numbers beyond their bounds become the nearest bound.
Go read_go(std::istream& words, Dialect dialect);

/// "cp 12", "mate -3"; UCCI has plain numbers.
std::string score_text(const Line& line, Dialect dialect);

/// The line of `info` for each line of a thought, or for the move that it is about to look at.
/// No end of line; several lines of a thought have one between them.
std::string info_text(const Thought& thought, Dialect dialect);

/// "bestmove h2e2 ponder h9g7": the answer, and what the opponent is expected to play.
std::string bestmove_text(const Thought& thought);

}  // namespace engine::cli
