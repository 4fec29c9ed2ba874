#include "server/bots/levels.h"

#include <gtest/gtest.h>

namespace server {
namespace {

using std::chrono::milliseconds;

TEST(LevelsTest, EveryLevelHasATimeAndHigherLevelsHaveMore) {
  for (int level = kMinLevel; level <= kMaxLevel; ++level) {
    const engine::Limits limits = bot_limits(level, {}, 42);
    ASSERT_TRUE(limits.time) << level;
    EXPECT_EQ(limits.level, level);
    EXPECT_EQ(limits.seed, 42u);
    if (level == kMinLevel) continue;
    EXPECT_GT(*limits.time, *bot_limits(level - 1, {}, 42).time);
  }
}

TEST(LevelsTest, ABotNeverSpendsTheTimeThatItDoesNotHave) {
  for (int level = kMinLevel; level <= kMaxLevel; ++level) {
    for (const int remaining : {100, 500, 1000, 5000, 60'000}) {
      engine::search::Clock clock;
      clock.remaining = milliseconds(remaining);
      EXPECT_LT(*bot_limits(level, clock, 0).time, clock.remaining) << level;
      clock.per_move = milliseconds(200);
      EXPECT_LT(*bot_limits(level, clock, 0).time, milliseconds(200)) << level;
    }
  }
}

TEST(LevelsTest, ALongClockDoesNotMakeALowLevelSlower) {
  engine::search::Clock clock;
  clock.remaining = std::chrono::hours(2);
  EXPECT_EQ(bot_limits(1, clock, 0).time, bot_limits(1, {}, 0).time);
}

}  // namespace
}  // namespace server
