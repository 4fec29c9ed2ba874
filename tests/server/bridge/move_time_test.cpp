#include "server/bridge/move_time.h"

#include <gtest/gtest.h>

namespace server::bridge {
namespace {

using engine::Side;
constexpr milliseconds kNow{1'000'000};

Policy policy() {
  Policy policy;
  policy.think = milliseconds(3'000);
  policy.margin = milliseconds(300);
  return policy;
}

Json clock_of(std::int64_t first, std::int64_t second, int periods = 0) {
  return {{"ms", {first, second}},
          {"periods", {periods, periods}},
          {"running", "first"},
          {"at", 999'000},
          {"spent", 500}};
}

TEST(MoveTimeTest, LeavesTheMarginOfTheClock) {
  const MoveTime time = move_time({{"initial", 60'000}, {"increment", 1'000}}, clock_of(10'000, 20'000),
                                  Side::first, kNow, policy());
  // 500 ms were spent at `at`, and another second has passed since.
  EXPECT_EQ(time.most, milliseconds(10'000 - 1'500 - 300));
  EXPECT_EQ(time.limits.clocks[0], time.most);
  EXPECT_EQ(time.limits.clocks[1], milliseconds(20'000));
  EXPECT_EQ(time.limits.control.increment, milliseconds(1'000));
}

TEST(MoveTimeTest, ShowsTheProgramNoMoreThanItMayThink) {
  const MoveTime time =
      move_time({{"initial", 3'600'000}}, clock_of(3'600'000, 3'600'000), Side::second, kNow, policy());
  EXPECT_EQ(time.limits.clocks[1], milliseconds(90'000));
  EXPECT_EQ(time.limits.control.move, milliseconds(3'000));
  EXPECT_EQ(time.most, milliseconds(90'000)) << "a program that hangs leaves time for the moves after it";
}

TEST(MoveTimeTest, DoesNotCountAClockThatDoesNotRun) {
  Json clock = clock_of(10'000, 10'000);
  clock["running"] = nullptr;
  EXPECT_EQ(move_time({{"initial", 10'000}}, clock, Side::first, kNow, policy()).most,
            milliseconds(10'000 - 500 - 300));
}

TEST(MoveTimeTest, KeepsWithinAPeriodOfByoyomi) {
  const Json time = {{"initial", 60'000}, {"byoyomi", 6'000}, {"periods", 3}};
  Policy slow = policy();
  slow.think = std::chrono::minutes(1);
  const MoveTime late = move_time(time, clock_of(0, 0, 3), Side::first, kNow, slow);
  EXPECT_EQ(late.limits.control.move, milliseconds(4'000));
  EXPECT_LE(late.most, milliseconds(3 * 6'000 - 1'500 - 300));
}

TEST(MoveTimeTest, KeepsWithinTheLimitOfAMove) {
  const MoveTime time = move_time({{"perMove", 6'000}}, clock_of(0, 0), Side::first, kNow, policy());
  EXPECT_EQ(time.limits.control.move, milliseconds(3'000));
  EXPECT_EQ(time.most, milliseconds(6'000 - 1'500 - 300));
  const MoveTime both =
      move_time({{"initial", 60'000}, {"byoyomi", 30'000}, {"periods", 1}, {"perMove", 5'000}},
                clock_of(60'000, 60'000, 1), Side::first, kNow, policy());
  EXPECT_EQ(both.most, milliseconds(5'000 - 1'500 - 300));
}

TEST(MoveTimeTest, ThinksAsItsPolicySaysWhereNoClockRuns) {
  for (const Json& time : {Json(), Json{{"days", 3}}}) {
    const MoveTime any = move_time(time, Json(), Side::first, kNow, policy());
    EXPECT_EQ(any.limits.control.move, milliseconds(3'000));
    EXPECT_EQ(any.most, milliseconds(7'000));
  }
}

TEST(MoveTimeTest, HasAlwaysALittle) {
  const MoveTime none = move_time({{"initial", 10'000}}, clock_of(100, 100), Side::first, kNow, policy());
  EXPECT_GT(none.most, milliseconds(0));
  EXPECT_GT(none.limits.clocks[0], milliseconds(0));
  const MoveTime over = move_time({{"perMove", 1'000}}, clock_of(0, 0), Side::first, kNow, policy());
  EXPECT_GT(*over.limits.control.move, milliseconds(0));
}

}  // namespace
}  // namespace server::bridge
