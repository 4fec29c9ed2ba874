#include "engine/search/levels.h"

#include <gtest/gtest.h>

#include <set>

namespace engine::search {
namespace {

std::vector<RootLine> lines(std::initializer_list<Score> scores) {
  std::vector<RootLine> lines;
  for (Score score : scores) lines.push_back({score, {Move(1)}});
  return lines;
}

TEST(Levels, EachSeesMoreThanTheOneBelow) {
  for (int level = 1; level < kLevels - 1; ++level) {
    EXPECT_LT(level_of(level).depth, level_of(level + 1).depth);
    EXPECT_LT(level_of(level).nodes, level_of(level + 1).nodes);
    EXPECT_GE(level_of(level).noise, level_of(level + 1).noise);
  }
  EXPECT_EQ(&level_of(-3), &level_of(1));
  EXPECT_EQ(&level_of(99), &level_of(kLevels));
}

TEST(Levels, CapsWithinTheLimits) {
  const Limits full = cap({}, level_of(8));
  EXPECT_FALSE(full.depth || full.nodes);
  const Limits low = cap({}, level_of(2));
  EXPECT_EQ(low.depth, level_of(2).depth);
  EXPECT_EQ(low.nodes, level_of(2).nodes);
  const Limits tight = cap({.depth = 1, .nodes = 10}, level_of(2));
  EXPECT_EQ(tight.depth, 1);
  EXPECT_EQ(tight.nodes, 10u);
}

TEST(Levels, TheHighestPlaysTheBest) {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    EXPECT_EQ(choose(lines({10, 10, 9}), level_of(8), seed), 0u);
}

TEST(Levels, TheLowestVariesButTakesAWinAndAvoidsALoss) {
  std::set<std::size_t> chosen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    chosen.insert(choose(lines({30, 20, -40, loss_in(2)}), level_of(1), seed));
    EXPECT_EQ(choose(lines({win_in(1), 300, 200}), level_of(1), seed), 0u);
    EXPECT_EQ(choose(lines({loss_in(4), loss_in(2)}), level_of(1), seed), 0u);
  }
  EXPECT_EQ(chosen, (std::set<std::size_t>{0, 1, 2}));
}

TEST(Levels, ASeedAlwaysChoosesTheSame) {
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    EXPECT_EQ(choose(lines({30, 20, 10}), level_of(1), seed), choose(lines({30, 20, 10}), level_of(1), seed));
}

}  // namespace
}  // namespace engine::search
