#pragma once

#include <cstdint>
#include <span>

#include "engine/core/limits.h"
#include "engine/search/found.h"

namespace engine::search {

inline constexpr int kLevels = 8;

/// How a level of play is weaker than the full strength: it sees less, and chooses less carefully.
struct Level {
  int depth;            ///< At most so many plies; 0: no cap.
  std::uint64_t nodes;  ///< At most so many positions; 0: no cap.
  int lines;            ///< The choice is among so many of the best moves.
  int noise;  ///< Points (hundredths of the game's unit) by which a line may look better than it is.
};

/// The row of the table for a level; out-of-range levels are those nearest to them.
const Level& level_of(int level);

/// The limits of a level within `limits`.
Limits cap(Limits limits, const Level& level);

/// Which of the lines, best first, a level plays: the one that looks best after noise. Depends on nothing but
/// its arguments. A win is never missed, and no line that loses for certain is taken while another does not.
/// @pre !lines.empty()
std::size_t choose(std::span<const RootLine> lines, const Level& level, std::uint64_t seed);

}  // namespace engine::search
