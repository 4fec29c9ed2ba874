#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/game.h"

namespace engine::lab {

// Openings of matches: each is played twice, with either player as the first side, so that its own advantage
// cancels in the pair (PairCounts).

/// Where a pair of games begins.
struct Opening {
  Setup setup;
  std::vector<std::string> moves;
};

/// The openings of a file: JSON Lines with "moves" and, where they are, "rule", "size" and "pos", or plain
/// lines: `startpos moves M...`, a position, or moves alone. Throws std::runtime_error that names the line
/// which is wrong: an opening that cannot be played is none.
/// Rule and size are those `wanted` where a line names none; lines of others are left out, unless any will
/// do. Moves may be in any notation of the game; they are given in protocol text. Empty lines and lines that
/// begin with # are passed over. Throws where the file has no opening of this game, rule and size.
std::vector<Opening> read_openings(const std::string& file, const Game& game, const Setup& wanted);

/// `count` openings of `plies` random moves to different positions in which the game still runs; fewer where
/// there are no more. The same for a seed on every machine.
/// Different by the position reached, not by the moves. Gives up after 20 tries an opening wanted.
/// @throws std::runtime_error for a setup that is none
std::vector<Opening> random_openings(const Game& game, const Setup& setup, int plies, std::size_t count,
                                     std::uint64_t seed);

}  // namespace engine::lab
