#include "server/bots/patience.h"

#include <gtest/gtest.h>

namespace server {
namespace {

using std::chrono::milliseconds;
using Verdict = Patience::Verdict;

constexpr Patience::TimePoint at(int ms) {
  return Patience::TimePoint(milliseconds(ms));
}

constexpr Patience kPatience{.allowed = milliseconds(300), .ends = at(5'000)};

TEST(PatienceTest, ABotHangsThatHasUsedItsTimeOfAProcessor) {
  EXPECT_EQ(kPatience.judge(milliseconds(300), at(300)), Verdict::hangs);
  EXPECT_EQ(kPatience.judge(milliseconds(400), at(6'000)), Verdict::hangs);
}

TEST(PatienceTest, ABotThatIsNotLetRunIsWaitedForUntilTheEnd) {
  EXPECT_EQ(kPatience.judge(milliseconds(299), at(4'999)), Verdict::waits);
  EXPECT_EQ(kPatience.judge(milliseconds(0), at(5'000)), Verdict::too_late);
}

TEST(PatienceTest, IsLookedAtWhenItMayHaveUsedItsTimeAndAtTheEnd) {
  EXPECT_EQ(kPatience.next_look(milliseconds(0), at(0)), milliseconds(300));
  EXPECT_EQ(kPatience.next_look(milliseconds(200), at(300)), milliseconds(100));
  EXPECT_EQ(kPatience.next_look(milliseconds(299), at(400)), Patience::kShortestLook);
  EXPECT_EQ(kPatience.next_look(milliseconds(0), at(4'900)), milliseconds(100));
  EXPECT_EQ(kPatience.next_look(milliseconds(0), at(6'000)), milliseconds(0));
}

}  // namespace
}  // namespace server
