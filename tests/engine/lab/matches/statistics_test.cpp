#include "engine/lab/matches/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "engine/core/zobrist.h"

namespace engine::lab {
namespace {

TEST(Elo, IsThatOfTheScore) {
  EXPECT_NEAR(score_of_elo(0), 0.5, 1e-12);
  EXPECT_NEAR(score_of_elo(400), 10.0 / 11.0, 1e-12);
  // 75 % is 190.8 Elo.
  EXPECT_NEAR(elo({{10, 20, 20, 60, 90}}).difference, 190.8, 20);
  EXPECT_NEAR(elo({{0, 0, 100, 0, 0}}).difference, 0, 1e-9);
  EXPECT_LT(elo({{0, 0, 100, 0, 0}}).error, 1) << "equal pairs vary little";
}

// Pairs whose games cancel each other say as much as draws: the opening decided them.
TEST(Elo, CountsPairsNotGames) {
  EXPECT_LT(elo({{5, 0, 90, 0, 5}}).error, elo({{25, 0, 50, 0, 25}}).error);
}

TEST(Elo, SurvivesFewAndOneSidedGames) {
  EXPECT_EQ(elo({}).error, 0);
  EXPECT_GT(elo({{0, 0, 0, 0, 3}}).difference, 600);
  EXPECT_LT(elo({{3, 0, 0, 0, 0}}).difference, -600);
}

TEST(Sprt, GrowsWithTheEvidence) {
  const Sprt sprt{0, 10};
  EXPECT_EQ(sprt.ratio({}), 0);
  EXPECT_GT(sprt.ratio({{10, 100, 400, 150, 20}}), 0);
  EXPECT_NEAR(sprt.ratio({{20, 200, 800, 300, 40}}), 2 * sprt.ratio({{10, 100, 400, 150, 20}}), 0.01);
  EXPECT_EQ(sprt.verdict({{10, 100, 100, 300, 100}}), Sprt::Verdict::accepted);
  EXPECT_EQ(sprt.verdict({{100, 300, 100, 100, 10}}), Sprt::Verdict::rejected);
  EXPECT_EQ(sprt.verdict({{1, 1, 1, 1, 1}}), Sprt::Verdict::open);
}

// Games that were under way when it was decided come in later.
TEST(RunningSprt, KeepsItsFirstVerdict) {
  RunningSprt test(Sprt{0, 10});
  test.look({{1, 1, 1, 1, 1}});
  EXPECT_EQ(test.verdict(), Sprt::Verdict::open);
  test.look({{10, 100, 100, 300, 100}});
  test.look({{300, 300, 100, 300, 100}});
  EXPECT_EQ(test.verdict(), Sprt::Verdict::accepted);
}

TEST(RunningSprt, RefusesBoundsThatItCouldNotTellApart) {
  for (const Sprt& sprt : {Sprt{10, 0}, Sprt{5, 5}, Sprt{0, std::nan("")}})
    EXPECT_THROW(RunningSprt{sprt}, std::invalid_argument) << sprt.elo0;
}

/// Whether a player of this true strength passes the test; pairs of two games, a third of them drawn.
bool passes(double difference, std::uint64_t seed) {
  SplitMix64 random(seed);
  const Sprt sprt{-10, 10};
  PairCounts counts;
  const double win = score_of_elo(difference) - 1.0 / 6, draw = 1.0 / 3;
  while (sprt.verdict(counts) == Sprt::Verdict::open) {
    std::size_t half_points = 0;
    for (int game = 0; game < 2; ++game) {
      const double drawn = random.below(1'000'000) / 1e6;
      half_points += drawn < win ? 2 : drawn < win + draw ? 1 : 0;
    }
    ++counts.of[half_points];
  }
  return sprt.verdict(counts) == Sprt::Verdict::accepted;
}

// The promise of the test: at its bounds it errs in 5 % of cases.
TEST(Sprt, ErrsAsSeldomAsItPromises) {
  int wrong_low = 0, wrong_high = 0;
  constexpr int kRuns = 400;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    wrong_low += passes(-10, seed);
    wrong_high += !passes(10, seed + 10'000);
  }
  EXPECT_LE(wrong_low, kRuns * 8 / 100);
  EXPECT_LE(wrong_high, kRuns * 8 / 100);
}

}  // namespace
}  // namespace engine::lab
