#include "engine/search/levels.h"

#include <gtest/gtest.h>

#include "engine/core/game.h"
#include "engine/games/antireversi/levels.h"
#include "engine/games/gomoku/levels.h"
#include "engine/games/xiangqi/levels.h"

namespace engine {
namespace {

/// 0: no cap.
std::uint64_t reach(std::uint64_t cap) {
  return cap == 0 ? UINT64_MAX : cap;
}

class LevelTables : public testing::TestWithParam<const search::LevelTable*> {};

TEST_P(LevelTables, EachLevelIsNowhereWeakerThanTheOneBelow) {
  const search::LevelTable& table = *GetParam();
  for (std::size_t i = 1; i < table.size(); ++i) {
    const search::Level &below = table[i - 1], &level = table[i];
    EXPECT_LE(level.blunder_percent, below.blunder_percent) << "level " << i + 1;
    EXPECT_LE(level.noise, below.noise) << "level " << i + 1;
    EXPECT_LE(level.lines, below.lines) << "level " << i + 1;
    EXPECT_GE(level.solvers, below.solvers) << "level " << i + 1;
    if (below.blunder_percent == 100) continue;  // It never searches.
    EXPECT_GE(reach(static_cast<std::uint64_t>(level.depth)), reach(static_cast<std::uint64_t>(below.depth)));
    EXPECT_GE(reach(level.nodes), reach(below.nodes)) << "level " << i + 1;
  }
}

TEST_P(LevelTables, TheHighestIsFullStrength) {
  const search::Level& highest = GetParam()->back();
  EXPECT_EQ(highest.depth, 0);
  EXPECT_EQ(highest.nodes, 0u);
  EXPECT_EQ(highest.blunder_percent, 0);
  EXPECT_EQ(highest.noise, 0);
  EXPECT_TRUE(highest.solvers);
}

// The highest is not measured.
TEST_P(LevelTables, RatingsRiseFromTheFirst) {
  const search::LevelTable& table = *GetParam();
  if (table.front().rating == 0) return;
  EXPECT_EQ(table.front().rating, kFirstRating);
  for (std::size_t i = 1; i + 1 < table.size(); ++i) EXPECT_GT(table[i].rating, table[i - 1].rating);
  EXPECT_EQ(table.back().rating, 0);
}

INSTANTIATE_TEST_SUITE_P(Games, LevelTables,
                         testing::Values(&search::kDefaultLevels, &xiangqi::kLevels, &gomoku::kLevels,
                                         &antireversi::kLevels));

}  // namespace
}  // namespace engine
