#include "server/bridge/server_clock.h"

#include <gtest/gtest.h>

namespace server::bridge {
namespace {

constexpr milliseconds kTold{1'000'000};

TEST(ServerClockTest, CountsHalfOfTheWayOfAnAnswer) {
  ServerClock clock;
  const auto asked = Clock::now(), heard = asked + milliseconds(400);
  clock.take(kTold, asked, heard);
  EXPECT_EQ(clock.at(heard), kTold + milliseconds(200));
  EXPECT_EQ(clock.at(heard + milliseconds(1'000)), kTold + milliseconds(1'200));
}

TEST(ServerClockTest, GoesByTheQuickestAnswerOfAConnection) {
  ServerClock clock;
  const auto now = Clock::now();
  clock.take(kTold, now, now + milliseconds(20));
  clock.take(kTold + milliseconds(3'000), now, now + milliseconds(5'000));
  EXPECT_EQ(clock.at(now + milliseconds(20)), kTold + milliseconds(10)) << "the slower one tells less";
  clock.forget_way();
  clock.take(kTold + milliseconds(3'000), now, now + milliseconds(5'000));
  EXPECT_EQ(clock.at(now + milliseconds(5'000)), kTold + milliseconds(5'500));
}

}  // namespace
}  // namespace server::bridge
