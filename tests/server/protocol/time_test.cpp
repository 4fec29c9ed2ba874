#include "server/protocol/time.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace server {
namespace {

using std::chrono::microseconds;

/// Two clocks that show the same; each look at the second takes as long as the test says, the last one for
/// ever.
struct Clock {
  using duration = microseconds;
  using time_point = std::chrono::sys_time<microseconds>;

  static time_point at() { return time_point(elapsed); }
  static void reset(std::vector<microseconds> looks) {
    elapsed = microseconds(0);
    takes = std::move(looks);
    looked = 0;
  }

  static inline microseconds elapsed{0};
  static inline std::vector<microseconds> takes;
  static inline std::size_t looked = 0;
};

struct Steady : Clock {
  static time_point now() { return at(); }
};

struct Wall : Clock {
  static time_point now() {
    elapsed += takes[std::min(looked++, takes.size() - 1)];
    return at();
  }
};

microseconds lag() {
  const auto moment = ClockReading<Wall, Steady>::now();
  return moment.wall - moment.steady;
}

TEST(ClockReadingTest, IsReadAgainWhereTheThreadWasPutAside) {
  Clock::reset({microseconds(30'000), microseconds(5'000), microseconds(50), microseconds(10)});
  EXPECT_EQ(lag(), microseconds(50));
  EXPECT_EQ(Clock::looked, 3u);
}

TEST(ClockReadingTest, IsTheBestOfManyWhereTheThreadAlwaysIs) {
  Clock::reset({microseconds(30'000), microseconds(700), microseconds(5'000)});
  EXPECT_EQ(lag(), microseconds(700));
}

}  // namespace
}  // namespace server
