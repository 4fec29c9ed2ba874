#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/games/antireversi/position.h"

/// The board as the pattern evaluation sees it (Buro 1997, "Experiments with Multi-ProbCut and a New
/// High-Quality Evaluation Function for Othello"): what stands on certain sets of squares, each set judged as
/// a whole, and a few counts.
namespace engine::antireversi {

/// A set of squares and its images under the symmetries of the board. What stands on one is written as digits
/// to base 3: 0 empty, 1 own, 2 opponent's, the first square counting least.
// An instance is a pattern under one symmetry; all instances share the weights of their pattern, so
// mirror images are worth the same. 62 instances in 64 lanes, whose indices are added up in vectors.
struct Pattern {
  std::array<std::uint8_t, 10> squares;
  std::uint8_t size;
};
inline constexpr std::array<Pattern, 14> kPatterns{{
    {{0, 1, 2, 3, 4, 5, 6, 7, 9, 14}, 10},         // An edge with its two X-squares.
    {{0, 1, 2, 8, 9, 10, 16, 17, 18}, 9},          // The nine squares of a corner.
    {{0, 1, 2, 3, 4, 8, 9, 10, 11, 12}, 10},       // From a corner along the first and second rank.
    {{8, 9, 10, 11, 12, 16, 17, 18, 19, 20}, 10},  // The same a rank further in.
    {{9, 10, 11, 12, 13, 14, 18, 19, 20, 21},
     10},                                      // The second rank without its ends, and what is inside of it.
    {{9, 10, 11, 17, 18, 19, 25, 26, 27}, 9},  // The nine squares from an X-square to the centre.
    {{8, 9, 10, 11, 12, 13, 14, 15}, 8},       // The second, third, fourth rank.
    {{16, 17, 18, 19, 20, 21, 22, 23}, 8},
    {{24, 25, 26, 27, 28, 29, 30, 31}, 8},
    {{0, 9, 18, 27, 36, 45, 54, 63}, 8},  // Diagonals.
    {{1, 10, 19, 28, 37, 46, 55}, 7},
    {{2, 11, 20, 29, 38, 47}, 6},
    {{3, 12, 21, 30, 39}, 5},
    {{4, 13, 22, 31}, 4},
}};

/// What is counted beside the patterns; each count is below kMaxCounted.
enum Count : std::size_t {
  moves_of_mover,
  moves_of_opponent,
  frontier_of_mover,  ///< Discs beside an empty square.
  frontier_of_opponent,
  empty_squares,
  count_kinds
};
inline constexpr std::size_t kMaxCounted = 64;

/// Instances of the patterns on the board, and then the counts. Unused lanes are always 0.
inline constexpr std::size_t kInstances = 62;
inline constexpr std::size_t kLanes = 64;
inline constexpr std::size_t kIndices = kInstances + count_kinds;

/// For each instance, then each count, the index of its weight among those of a stage.
using PatternIndices = std::array<std::uint32_t, kIndices>;
/// Worked out anew for each position: 32 rows of a table are added, then five counts made.
PatternIndices pattern_indices(const Discs& discs);

/// Weights of a stage, one for each content of each pattern and each count.
inline constexpr std::size_t kStageWeights = [] {
  std::size_t sum = count_kinds * kMaxCounted;
  for (const Pattern& pattern : kPatterns) {
    std::size_t contents = 1;
    for (int i = 0; i < pattern.size; ++i) contents *= 3;
    sum += contents;
  }
  return sum;
}();

/// Contents of a pattern that are mirror images of each other are the same thing: their places have one
/// number, counted from 0 without gaps. This is what is trained and kept in the file of weights.
std::span<const std::uint32_t, kStageWeights> number_of_places();
std::size_t distinct_places();

/// Stages of six empty squares: up to 13, up to 19, ..., 50 and more. Below eight nothing is estimated.
inline constexpr std::size_t kPatternStages = 8;
/// Below kPatternStages. @pre 0 <= empties
std::size_t pattern_stage_of(int empties);

/// The weights that were built in, by stage; nullptr when the program was built without.
using PatternWeights = std::array<std::array<std::int16_t, kStageWeights>, kPatternStages>;
/// Reads them at the first call; thread-safe. About 5 MB.
const PatternWeights* pattern_weights();
/// Weights from a file: a line of text that tells how they were made, then for each number of
/// number_of_places() its weight in each stage (sparse_numbers.h), in hundredths of a disc. Throws
/// std::runtime_error when there are not as many.
std::unique_ptr<PatternWeights> read_pattern_weights(std::span<const unsigned char> file);

/// The evaluation by patterns, for the side to move, unbounded.
/// Allocates nothing. 67 look-ups in the weights of a stage, 611 KB.
Score pattern_estimate(const Discs& discs, const PatternWeights& weights);

}  // namespace engine::antireversi
