#include "engine/games/antireversi/patterns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "engine/core/sparse_numbers.h"
#include "engine/games/antireversi/evaluation.h"
#include "tests/engine/games/antireversi/random_boards.h"

namespace engine::antireversi {
namespace {

Bitboard mirrored_files(Bitboard set) {
  Bitboard result = 0;
  for (int square = 0; square < kSquares; ++square)
    if (set & bit(square)) result |= bit(square_at(kFiles - 1 - square % kFiles, square / kFiles));
  return result;
}

Bitboard transposed(Bitboard set) {
  Bitboard result = 0;
  for (int square = 0; square < kSquares; ++square)
    if (set & bit(square)) result |= bit(square_at(square / kFiles, square % kFiles));
  return result;
}

/// The numbers of all that is looked at, in any order.
std::vector<std::uint32_t> numbers(const Discs& discs) {
  std::vector<std::uint32_t> all;
  for (const std::uint32_t place : pattern_indices(discs)) all.push_back(number_of_places()[place]);
  std::ranges::sort(all);
  return all;
}

TEST(Patterns, SeeTheSameInEverySymmetryOfTheBoard) {
  SplitMix64 random(11);
  for (int round = 0; round < 500; ++round) {
    const Discs discs = random_discs(random);
    ASSERT_EQ(numbers(discs), numbers({mirrored_files(discs.own), mirrored_files(discs.opponent)})) << round;
    ASSERT_EQ(numbers(discs), numbers({transposed(discs.own), transposed(discs.opponent)})) << round;
  }
}

// Digits as the header says, added up square by square.
TEST(Patterns, ReadEachShapeAsANumberToBaseThree) {
  SplitMix64 random(12);
  for (int round = 0; round < 200; ++round) {
    const Discs discs = random_discs(random);
    const PatternIndices all = pattern_indices(discs);
    std::uint32_t first = 0;
    for (const Pattern& pattern : kPatterns) {
      std::uint32_t content = 0, contents = 1;
      for (int i = 0; i < pattern.size; ++i, contents *= 3) {
        if (discs.own & bit(pattern.squares[i])) content += contents;
        if (discs.opponent & bit(pattern.squares[i])) content += 2 * contents;
      }
      ASSERT_NE(std::ranges::find(all, first + content), all.end()) << "pattern from " << first;
      first += contents;
    }
    EXPECT_EQ(all[kInstances + moves_of_mover] % kMaxCounted,
              (first + static_cast<std::uint32_t>(count(discs.moves()))) % kMaxCounted);
    EXPECT_TRUE(std::ranges::all_of(all, [](std::uint32_t place) { return place < kStageWeights; }));
  }
}

TEST(Patterns, EverySquareIsLookedAt) {
  const PatternIndices empty = pattern_indices({0, 0});
  for (int square = 0; square < kSquares; ++square) {
    const PatternIndices own = pattern_indices({bit(square), 0}),
                         opponent = pattern_indices({0, bit(square)});
    EXPECT_FALSE(std::equal(empty.begin(), empty.begin() + kInstances, own.begin())) << square;
    EXPECT_FALSE(std::equal(own.begin(), own.begin() + kInstances, opponent.begin())) << square;
  }
}

TEST(Patterns, NumbersHaveNoGaps) {
  std::vector<bool> seen(distinct_places());
  for (const std::uint32_t number : number_of_places()) seen.at(number) = true;
  EXPECT_EQ(std::ranges::count(seen, false), 0);
  EXPECT_LT(distinct_places(), kStageWeights);
}

TEST(Patterns, StagesCoverTheGame) {
  EXPECT_EQ(pattern_stage_of(0), 0u);
  EXPECT_EQ(pattern_stage_of(13), 0u);
  EXPECT_EQ(pattern_stage_of(14), 1u);
  EXPECT_EQ(pattern_stage_of(60), kPatternStages - 1);
}

TEST(PatternWeights, AreReadAsTheyAreWritten) {
  std::vector<std::int16_t> numbers;
  for (std::size_t i = 0; i < distinct_places() * kPatternStages; ++i)
    numbers.push_back(static_cast<std::int16_t>(i % 7) - 3);
  std::string bytes = "made\n";
  append_sparse(bytes, numbers);
  std::vector<unsigned char> file(bytes.begin(), bytes.end());
  const auto weights = read_pattern_weights(file);
  for (std::size_t stage = 0; stage < kPatternStages; ++stage)
    for (const std::size_t place : {std::size_t{0}, std::size_t{59'048}, kStageWeights - 1}) {
      const std::size_t i = number_of_places()[place] * kPatternStages + stage;
      EXPECT_EQ((*weights)[stage][place], static_cast<int>(i % 7) - 3);
    }
  file.pop_back();
  EXPECT_THROW((void)read_pattern_weights(file), std::runtime_error);
  EXPECT_THROW((void)read_pattern_weights({}), std::runtime_error);
}

// What is built in knows that few discs are good in the end, and that moves are.
TEST(PatternWeights, AreBuiltInAndDecideTheEstimate) {
  const PatternWeights* weights = pattern_weights();
  if (!weights) GTEST_SKIP() << "built without";
  SplitMix64 random(13);
  int patterns = 0, rounds = 0;
  for (; rounds < 200; ++rounds) {
    const Discs discs = random_discs(random, 128, 128);
    if (discs.moves() == 0 && discs.opponent_moves() == 0) continue;
    const Score by_patterns = std::clamp(pattern_estimate(discs, *weights), -kMaxEstimate, kMaxEstimate);
    patterns +=
        estimate(discs) == (by_patterns == 0 ? 1 : by_patterns) && by_patterns != linear_estimate(discs);
  }
  EXPECT_GT(patterns, 190);
}

}  // namespace
}  // namespace engine::antireversi
