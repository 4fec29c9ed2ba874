#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/games/gomoku/threats.h"

namespace engine::gomoku {

/// What an empty point was for `side`, and what it is now; combination 0 is nothing.
struct CombinationChange {
  Side side;
  Combination before;
  Combination now;
};

/// The evaluation: a sum over the empty points.
/// For the side to move: sum of `moving` of its points, less the sum of `waiting` of its opponent's, and the
/// tempo. PatternBoard keeps the sums, so an evaluation is two additions.
struct PointWeights {
  std::array<PointWeight, kCombinations> of{};
  std::int16_t tempo = 0;  ///< What it is worth to be to move.
};

/// By a few numbers set by hand.
PointWeights handmade_weights();
/// Those that play: trained ones where they were built in, else those set by hand. Thread-safe.
const PointWeights& point_weights();
/// Weights from a file: a line of text that tells how they were made, then for each combination `moving` and
/// `waiting`, then `tempo`, as 16-bit numbers, low byte first. Throws std::runtime_error when the size is
/// wrong.
std::unique_ptr<PointWeights> read_point_weights(std::span<const unsigned char> file);

}  // namespace engine::gomoku
