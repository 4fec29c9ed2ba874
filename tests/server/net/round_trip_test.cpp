#include "server/net/round_trip.h"

#include <gtest/gtest.h>

namespace server {
namespace {

using namespace std::chrono_literals;

class RoundTripTest : public testing::Test {
 protected:
  RoundTrip trip;
  RoundTrip::Clock::time_point now{1h};
};

TEST_F(RoundTripTest, KnowsNothingBeforeTheFirstAnswer) {
  EXPECT_EQ(trip.smoothed(), 0ms);
  trip.ping(now);
  EXPECT_EQ(trip.smoothed(), 0ms);
}

TEST_F(RoundTripTest, SmoothsWhatItMeasures) {
  EXPECT_TRUE(trip.pong(trip.ping(now), now + 100ms));
  EXPECT_EQ(trip.smoothed(), 100ms);
  EXPECT_TRUE(trip.pong(trip.ping(now), now + 200ms));
  EXPECT_EQ(trip.smoothed(), 150ms);
}

// A client that answers what nobody asked could make its way look shorter or longer.
TEST_F(RoundTripTest, TakesOnlyTheAnswerToItsLastPing) {
  EXPECT_FALSE(trip.pong("", now));
  const std::string first = trip.ping(now);
  const std::string second = trip.ping(now + 1s);
  EXPECT_FALSE(trip.pong(first, now + 2s));
  EXPECT_TRUE(trip.pong(second, now + 2s));
  EXPECT_FALSE(trip.pong(second, now + 9s)) << "twice";
  EXPECT_EQ(trip.smoothed(), 1s);
}

TEST_F(RoundTripTest, IsDueAgainAfterAWhileAndNotBeforeItsAnswer) {
  EXPECT_TRUE(trip.due(now));
  const std::string number = trip.ping(now);
  EXPECT_FALSE(trip.due(now + 1h)) << "one is under way";
  trip.pong(number, now + 10ms);
  EXPECT_FALSE(trip.due(now + RoundTrip::kInterval - 1ms));
  EXPECT_TRUE(trip.due(now + RoundTrip::kInterval));
}

}  // namespace
}  // namespace server
