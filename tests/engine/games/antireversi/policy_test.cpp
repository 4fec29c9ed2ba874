#include "engine/games/antireversi/policy.h"

#include <gtest/gtest.h>

#include "engine/games/antireversi/evaluation.h"
#include "tests/engine/games/antireversi/exact_positions.h"
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

// As a player of Reversi counts, and so the other way round than the rules.
TEST(FirstGlance, CountsDiscsAsInReversi) {
  Position position;
  EXPECT_EQ(Policy::beginner_eval(position), 0);
  MoveList moves;
  position.generate(moves);
  position.do_move(moves[0]);
  EXPECT_EQ(Policy::beginner_eval(position), -3 * kDisc) << "one disc against four";
}

TEST(Evaluation, StaysBelowTheResultsOfFinishedGames) {
  SplitMix64 random(4);
  for (int round = 0; round < 2000; ++round) {
    const Discs discs = random_discs(random);
    const bool over = discs.moves() == 0 && discs.opponent_moves() == 0;
    const Score score = estimate(discs);
    if (over) {
      EXPECT_EQ(score, result(discs.margin()));
    } else {
      EXPECT_LT(std::abs(score), kResult);
      EXPECT_NE(score, 0);
    }
  }
}

TEST(Policy, ReadsScores) {
  EXPECT_EQ(Policy::reading(250, false).kind, ScoreKind::eval);
  EXPECT_EQ(Policy::reading(250, false).value, 250);
  EXPECT_EQ(Policy::reading(result(-4), false).kind, ScoreKind::eval);
  EXPECT_EQ(Policy::reading(result(-4), false).value, -400);
  EXPECT_EQ(Policy::reading(result(-4), true).kind, ScoreKind::exact);
  EXPECT_EQ(Policy::reading(result(-4), true).value, -4);
  EXPECT_EQ(Policy::reading(0, true).kind, ScoreKind::exact);
  EXPECT_EQ(Policy::reading(0, false).kind, ScoreKind::eval) << "nothing was solved";
  // Between no disc and one: the winner, in so many plies at most, and no more than that.
  EXPECT_EQ(Policy::reading(kResult + 22, true).kind, ScoreKind::win);
  EXPECT_EQ(Policy::reading(kResult + 22, true).value, 22);
  EXPECT_EQ(Policy::reading(-kResult - 22, true).kind, ScoreKind::loss);
  EXPECT_EQ(Policy::reading(-kResult - 22, true).value, 22);
  EXPECT_EQ(Policy::reading(kResult + 22, false).kind, ScoreKind::eval);
  EXPECT_EQ(Policy::reading(kResult + 22, false).value, 100);
  EXPECT_EQ(Policy::reading(result(1), true).kind, ScoreKind::exact);
}

// A window of scores and its window of discs ask the same of every result; in particular none is empty.
TEST(DiscWindow, AsksTheSameOfEveryResult) {
  const auto check = [](Score alpha, Score beta) {
    const auto [low, high] = disc_window(alpha, beta);
    ASSERT_LT(low, high) << alpha << ' ' << beta;
    for (int margin = -kSquares; margin <= kSquares; ++margin) {
      ASSERT_EQ(result(margin) <= alpha, margin <= low) << alpha << ' ' << beta << ' ' << margin;
      ASSERT_EQ(result(margin) >= beta, margin >= high) << alpha << ' ' << beta << ' ' << margin;
    }
  };
  for (Score alpha = -kInfinite; alpha < kInfinite; ++alpha) check(alpha, alpha + 1);
  for (Score alpha = -kInfinite; alpha < kInfinite; alpha += 97)
    for (Score beta = alpha + 1; beta <= kInfinite; beta += 811) check(alpha, beta);
}

// What the search asks of the solver inside the tree: mostly, whether the score is above one value.
TEST(Policy, BoundsAreRightInWindowsOfWidthOne) {
  constexpr std::uint64_t kSeed = 8;
  SCOPED_TRACE(kSeed);
  SplitMix64 random(kSeed);
  Policy::SharedState shared{BotOptions{}};
  Policy policy(shared);
  EndgameTable table(kEndgameBuckets);
  Endgame endgame(table);
  for (int round = 0; round < 2000; ++round) {
    Discs discs = random_discs(random, 256, 60 + random.below(130));
    for (int i = 0; i < 7; ++i) {
      const Bitboard square = bit(static_cast<int>(random.below(kSquares)));
      discs.own &= ~square, discs.opponent &= ~square;
    }
    const Position position(discs, Side::first);
    if (position.is_over()) continue;
    search::Budget budget(Limits{}, {});
    const Score truth = result(endgame.solve(discs, -kSquares, kSquares, budget)->margin);
    for (const Score alpha : {truth - 101, truth - 100, truth - 1, truth, truth + 99, truth + 100, Score(0),
                              Score(-1), kResult, -kResult}) {
      const auto solved =
          policy.solve(position, {.depth = 3, .ply = 2, .alpha = alpha, .beta = alpha + 1, .budget = budget});
      ASSERT_TRUE(solved);
      if (truth > alpha)
        EXPECT_TRUE(solved->score > alpha && solved->score <= truth) << truth << ' ' << alpha;
      else
        EXPECT_TRUE(solved->score <= alpha && solved->score >= truth) << truth << ' ' << alpha;
    }
  }
}

// Each try goes on from an earlier one, so what all of them cost must stay a multiple of the search, however
// often it asks.
TEST(Policy, SolvingInVainCostsAMultipleOfTheSearchAtMost) {
  std::string board(64, '-');
  for (int square : {18, 19, 20, 21, 26, 27, 28, 29, 34, 35, 36, 37, 42, 43, 44, 45, 10, 11,
                     12, 13, 50, 51, 52, 53, 17, 25, 33, 41, 22, 30, 38, 46, 9,  14, 49, 54})
    board[static_cast<std::size_t>(square)] = square % 3 == 0 ? 'X' : 'O';
  const Position position = *read_position(board + " X");
  ASSERT_GT(position.count_moves(), 4);
  Policy::SharedState shared{BotOptions{}};
  Policy policy(shared);
  search::Budget budget(Limits{}, {});
  std::uint64_t wasted = 0;
  for (std::uint64_t searched = 1000; searched < 400'000; searched += searched / 4) {
    const std::uint64_t before = budget.nodes();
    const auto solved = policy.solve(position, {.depth = 5,
                                                .ply = 0,
                                                .alpha = -kInfinite,
                                                .beta = kInfinite,
                                                .budget = budget,
                                                .searched = searched,
                                                .wasted = wasted});
    if (solved) break;
    wasted += budget.nodes() - before;
    EXPECT_LE(wasted, 8 * searched + 100);
  }
}

TEST(Policy, DoesNotBeginWhatTheLimitsCannotEnd) {
  const ExactPosition row = exact_positions(18).back();
  ASSERT_EQ(row.empties, 18);
  Policy::SharedState shared{BotOptions{}};
  Policy policy(shared);
  search::Budget budget(Limits{.nodes = 15'000}, {});  // Too few even for the winner.
  EXPECT_FALSE(policy.solve(*read_position(row.pos), {.depth = 5,
                                                      .ply = 0,
                                                      .alpha = -kInfinite,
                                                      .beta = kInfinite,
                                                      .budget = budget,
                                                      .searched = 10'000'000}));
  EXPECT_EQ(budget.nodes(), 0u);
}

// Where the margin would cost too much, it gives the winner only.
TEST(Policy, ProvesWhoWinsBeforeItKnowsTheDifference) {
  int wins = 0, losses = 0;
  for (const ExactPosition& row : exact_positions(16)) {
    if (row.empties < 12) continue;
    const Position position = *read_position(row.pos);
    Policy::SharedState shared{BotOptions{}};
    Policy policy(shared);
    search::Budget budget(Limits{}, {});
    search::Node node{.depth = 5, .ply = 0, .alpha = -kInfinite, .beta = kInfinite, .budget = budget};
    node.searched = row.empties == 16 ? 4'000 : row.empties == 14 ? 800 : 150;
    const auto solved = policy.solve(position, node);
    if (!solved) continue;
    const Line line = Policy::reading(solved->score, true);
    if (row.margin == 0) {
      EXPECT_TRUE(solved->exact) << row.pos;
      EXPECT_EQ(line.kind, ScoreKind::exact) << row.pos;
      EXPECT_TRUE(row.is_best(solved->best)) << row.pos;
      continue;
    }
    EXPECT_FALSE(solved->exact) << row.pos;
    EXPECT_EQ(line.kind, row.margin > 0 ? ScoreKind::win : ScoreKind::loss) << row.pos;
    EXPECT_EQ(line.value, row.empties);
    EXPECT_EQ(solved->best == kNoMove, row.margin < 0) << "a loss names no move";
    (row.margin > 0 ? wins : losses)++;
    // Asked again it has nothing to add, until the limits are its own.
    node.goal = search::SolverGoal::score;
    EXPECT_FALSE(policy.solve(position, node));
    node.goal = search::SolverGoal::score_at_any_cost;
    const auto exact = policy.solve(position, node);
    ASSERT_TRUE(exact);
    EXPECT_EQ(exact->score, result(row.margin)) << row.pos;
  }
  EXPECT_GT(wins, 5);
  EXPECT_GT(losses, 2);
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
  Policy::SharedState shared{BotOptions{}};
  Policy policy(shared);
  const auto solved = solve_root(policy, position, -kInfinite, kInfinite);
  ASSERT_TRUE(solved);
  EXPECT_EQ(write_move(solved->best), "e1");
  EXPECT_EQ(Policy::reading(solved->score, true).kind, ScoreKind::exact);
  EXPECT_EQ(Policy::reading(solved->score, true).value, -5);
  EXPECT_EQ(solved->line.size(), 1u);
}

// Any estimate is a worse bound than a win, and a better one than a loss: windows among estimates ask for
// the winner.
TEST(Policy, SolvesWithinWindowsOfEstimates) {
  std::string board = "XXXO";
  board.resize(64, '-');
  const Position position = *read_position(board + " X");
  Policy::SharedState shared{BotOptions{}};
  Policy policy(shared);
  const auto solved = solve_root(policy, position, 100, 300);
  ASSERT_TRUE(solved);
  EXPECT_LE(solved->score, result(-1));
}

}  // namespace
}  // namespace engine::antireversi
