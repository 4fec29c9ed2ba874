#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/game.h"

namespace engine::lab {

/// Where a pair of games begins.
struct Opening {
  Setup setup;
  std::vector<std::string> moves;
};

/// The openings of a file: JSON Lines with "moves" and, where they are, "rule", "size" and "pos" (those of
/// another rule than `rule` are left out, unless that is empty), or plain lines: `startpos moves M...`, a
/// position, or moves alone. Throws std::runtime_error that names the line which is wrong: an opening that
/// cannot be played is none.
std::vector<Opening> read_openings(const std::string& file, const Game& game, const std::string& rule);

/// `count` openings of `plies` random moves to different positions in which the game still runs; fewer where
/// there are no more. The same for a seed on every machine.
std::vector<Opening> random_openings(const Game& game, const Setup& setup, int plies, std::size_t count,
                                     std::uint64_t seed);

}  // namespace engine::lab
