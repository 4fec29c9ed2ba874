#include "engine/lab/training/prob_cut_fit.h"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "engine/games/registry.h"

namespace engine::lab {
namespace {

using Scores = std::vector<std::pair<double, double>>;

TEST(ProbCutFit, FindsTheLine) {
  const auto exact = regression(Scores{{0, 5}, {10, 25}, {-20, -35}});
  ASSERT_TRUE(exact);
  EXPECT_NEAR(exact->slope, 2, 1e-9);
  EXPECT_NEAR(exact->offset, 5, 1e-9);
  EXPECT_NEAR(exact->sigma, 0, 1e-6);
  const auto noisy = regression(Scores{{0, 3}, {0, -3}, {10, 13}, {10, 7}});
  ASSERT_TRUE(noisy);
  EXPECT_NEAR(noisy->slope, 1, 1e-9);
  EXPECT_NEAR(noisy->sigma, 3, 1e-9);
}

// Each would be a row of nan or inf, or a division by zero in the search.
TEST(ProbCutFit, FindsNoneWhereNothingIsPredicted) {
  EXPECT_FALSE(regression(Scores{}));
  EXPECT_FALSE(regression(Scores{{1, 1}, {2, 2}})) << "too few";
  EXPECT_FALSE(regression(Scores{{100, 1}, {100, 2}, {100, 3}})) << "equal shallow scores";
  EXPECT_FALSE(regression(Scores{{1, 100}, {2, 100}, {3, 100}})) << "equal deep scores";
  EXPECT_FALSE(regression(Scores{{1, 3}, {2, 2}, {3, 1}})) << "the one falls as the other grows";
}

SelfPlayGame random_game(const SelfPlaySettings& settings, std::uint32_t number) {
  const auto bot = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
  return play_selfplay(settings, number, *bot);
}

TEST(ProbCutFit, GivesEveryStageARowOrNone) {
  const SelfPlaySettings settings{
      .game = find_game("antireversi"), .nodes = 50, .random_plies = 12, .hash_bytes = 1 << 16};
  EXPECT_THROW((void)fit_prob_cut(settings, {}, 3, [] {}), std::runtime_error);
  std::vector<SelfPlayGame> games;
  for (std::uint32_t number = 0; number < 40; ++number) games.push_back(random_game(settings, number));
  const auto regressions = fit_prob_cut(settings, games, 5, [] {});
  for (const auto& stage : regressions)
    for (const auto& row : stage) EXPECT_GT(row.slope, 0);
  std::ostringstream rows;
  print_prob_cut(regressions, rows);
  EXPECT_EQ(rows.str().find("nan"), std::string::npos);
  EXPECT_EQ(rows.str().find("inf"), std::string::npos);
}

}  // namespace
}  // namespace engine::lab
