#include "engine/games/antireversi/policy.h"

#include <gtest/gtest.h>

#include "engine/games/antireversi/evaluation.h"
#include "tests/engine/games/antireversi/random_boards.h"

namespace engine::antireversi {
namespace {

static_assert(search::Policy<Policy>);
static_assert(search::HasSolver<Policy>);
static_assert(search::HasReading<Policy>);

// Colours do not matter: what is good for the mover is as good for either colour, and the weighted balances
// of the two sides cancel (the worth of being to move apart, which is the same for both).
TEST(Evaluation, CountsForBothSidesAlike) {
  SplitMix64 random(3);
  for (int round = 0; round < 200; ++round) {
    const Discs discs = random_discs(random);
    const Features mine = features(discs), theirs = features(discs.passed());
    for (std::size_t i = 0; i < feature_count; ++i) {
      EXPECT_EQ(mine[i], i == tempo ? theirs[i] : -theirs[i]) << i;
    }
  }
}

TEST(Evaluation, StaysBelowTheResultsOfFinishedGames) {
  SplitMix64 random(4);
  for (int round = 0; round < 2000; ++round) {
    const Discs discs = random_discs(random);
    const bool over = discs.moves() == 0 && discs.opponent_moves() == 0;
    const Score score = estimate(discs);
    if (over) {
      EXPECT_EQ(score, result(discs.difference()));
    } else {
      EXPECT_LT(std::abs(score), kResult);
      EXPECT_NE(score, 0);
    }
  }
}

TEST(Policy, ReadsScores) {
  EXPECT_EQ(Policy::reading(250).kind, ScoreKind::eval);
  EXPECT_EQ(Policy::reading(250).value, 250);
  EXPECT_EQ(Policy::reading(result(-4)).kind, ScoreKind::eval);
  EXPECT_EQ(Policy::reading(result(-4)).value, -400);
  EXPECT_EQ(Policy::reading(0).kind, ScoreKind::exact);
}

/// solve() at the root with a window of scores.
std::optional<search::Solved> solve_root(Policy& policy, const Position& position, Score alpha, Score beta) {
  search::Budget budget(Limits{}, {});
  return policy.solve(position, {.depth = 60, .ply = 0, .alpha = alpha, .beta = beta, .budget = budget});
}

// X: a1-c1 against O: d1, and X to move: e1 wipes O out and loses by 5, and nothing else is possible.
TEST(Policy, TellsASolvedRootExactly) {
  std::string board = "XXXO";
  board.resize(64, '-');
  const Position position = *read_position(board + " X");
  Policy policy;
  const auto solved = solve_root(policy, position, -kInfinite, kInfinite);
  ASSERT_TRUE(solved);
  EXPECT_EQ(write_move(solved->best), "e1");
  EXPECT_EQ(Policy::reading(solved->score).kind, ScoreKind::exact);
  EXPECT_EQ(Policy::reading(solved->score).value, -5);
  EXPECT_EQ(solved->line.size(), 1u);
}

// Any estimate is a worse bound than a win, and a better one than a loss: windows among estimates ask who
// wins.
TEST(Policy, SolvesWithinWindowsOfEstimates) {
  std::string board = "XXXO";
  board.resize(64, '-');
  const Position position = *read_position(board + " X");
  Policy policy;
  const auto solved = solve_root(policy, position, 100, 300);
  ASSERT_TRUE(solved);
  EXPECT_LE(solved->score, result(-1));
}

}  // namespace
}  // namespace engine::antireversi
