#include "server/bots/levels.h"

#include <gtest/gtest.h>

#include <set>

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

TEST(LevelsTest, WithoutAClockEveryMoveHasAUsualTimeToo) {
  for (int level = kMinLevel; level <= kMaxLevel; ++level) {
    const engine::Limits limits = bot_limits(level, {}, 0);
    ASSERT_TRUE(limits.optimum) << level;
    EXPECT_LT(*limits.optimum, *limits.time)
        << "level " << level << " would take the same time for every move";
  }
}

TEST(LevelsTest, ALateAnswerIsWaitedForWithinTheClock) {
  for (const int remaining : {100, 500, 1'000, 5'000, 60'000, 3'600'000})
    for (const int byoyomi : {0, 100, 3'000, 30'000})
      for (int level = kMinLevel; level <= kMaxLevel; ++level) {
        const engine::search::Clock clock{.remaining = milliseconds(remaining),
                                          .byoyomi = milliseconds(byoyomi)};
        const milliseconds time = *bot_limits(level, clock, 0).time, longest = longest_wait(time, clock);
        EXPECT_GT(longest, time);
        EXPECT_LT(longest, clock.remaining + clock.byoyomi);
        EXPECT_LE(longest, std::chrono::minutes(1)) << "a bot that hangs without a processor";
      }
  EXPECT_EQ(longest_wait(milliseconds(50), {.remaining = milliseconds(20'000)}), milliseconds(19'000));
  EXPECT_EQ(
      longest_wait(milliseconds(50), {.remaining = milliseconds(20'000), .per_move = milliseconds(2'000)}),
      milliseconds(1'800));
}

// ---- replies --------------------------------------------------------------------------------------------

constexpr Moment kMiddleGame = {.ply = 30, .choices = 40};

milliseconds average(const Moment& moment) {
  constexpr int kSeeds = 1'000;
  milliseconds sum{0};
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) sum += reply_time(moment, {}, seed);
  return sum / kSeeds;
}

TEST(ReplyTimeTest, TakesBetweenAMomentAndASecondAndAHalf) {
  for (const std::size_t choices : {0, 1, 2, 10, 40, 110, 400})
    for (const int ply : {0, 7, 8, 300})
      for (const bool check : {false, true})
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
          const milliseconds reply = reply_time({ply, choices, check}, {}, seed);
          EXPECT_GE(reply, milliseconds(400));
          EXPECT_LE(reply, milliseconds(1500));
        }
}

TEST(ReplyTimeTest, IsLongerWhereItMatters) {
  EXPECT_LT(average({.ply = 2, .choices = 40}), average(kMiddleGame));
  EXPECT_LT(average({.ply = 30, .choices = 3}), average(kMiddleGame));
  EXPECT_LT(average({.ply = 30, .choices = 3}), average({.ply = 30, .choices = 3, .in_check = true}));
  EXPECT_EQ(average({.ply = 30, .choices = 1, .in_check = true}), milliseconds(400))
      << "there is nothing to choose";
}

TEST(ReplyTimeTest, IsVaried) {
  std::set<milliseconds> replies;
  for (std::uint64_t seed = 0; seed < 100; ++seed) replies.insert(reply_time(kMiddleGame, {}, seed));
  EXPECT_GT(replies.size(), 50u);
  EXPECT_GT(*replies.rbegin() - *replies.begin(), milliseconds(500));
}

TEST(ReplyTimeTest, IsNeverMoreThanAFairShareOfTheClock) {
  for (const int remaining : {1, 100, 500, 1000, 5000, 20'000, 3'600'000}) {
    engine::search::Clock clock;
    clock.remaining = milliseconds(remaining);
    clock.ply = kMiddleGame.ply;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const milliseconds reply = reply_time(kMiddleGame, clock, seed);
      EXPECT_LE(reply, std::max(milliseconds(1), clock.remaining / 18)) << remaining;
      EXPECT_LE(reply, *bot_limits(kMaxLevel, clock, 0).time) << remaining;
    }
  }
  engine::search::Clock overtime;
  overtime.byoyomi = milliseconds(1'000);
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_LT(reply_time(kMiddleGame, overtime, seed), overtime.byoyomi);
}

}  // namespace
}  // namespace server
