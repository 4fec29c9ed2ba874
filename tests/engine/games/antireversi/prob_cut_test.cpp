#include "engine/games/antireversi/prob_cut.h"

#include <gtest/gtest.h>

namespace engine::antireversi {
namespace {

TEST(ProbCut, AsksShallowerSearchesOfTheSameParity) {
  for (int depth = kMinProbCut; depth < 30; ++depth) {
    const auto cut = prob_cut_of(depth, 30);
    ASSERT_TRUE(cut) << depth;
    EXPECT_LT(cut->shallow_depth, depth);
    EXPECT_EQ(cut->shallow_depth % 2, depth % 2);
  }
  EXPECT_FALSE(prob_cut_of(kMinProbCut - 1, 30));
}

// A line fitted to scores that mean the same at every depth.
TEST(ProbCut, RowsAreNearTheDiagonal) {
  for (int empties = 8; empties <= 60; ++empties)
    for (int depth = kMinProbCut; depth <= kMaxProbCut; ++depth) {
      const auto cut = prob_cut_of(depth, empties);
      EXPECT_NEAR(cut->slope, 1, 0.2) << empties << ' ' << depth;
      EXPECT_LT(std::abs(cut->offset), 200) << empties << ' ' << depth;
      EXPECT_GT(cut->sigma, 50) << empties << ' ' << depth;
      EXPECT_LT(cut->sigma, 1000) << empties << ' ' << depth;
    }
}

}  // namespace
}  // namespace engine::antireversi
