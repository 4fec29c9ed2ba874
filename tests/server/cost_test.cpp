#include "tests/server/cost.h"

#include <gtest/gtest-spi.h>

namespace server {
namespace {

double quadratic(std::size_t size) {
  return 1e-6 * static_cast<double>(size * size);
}

TEST(ExpectAtMostDoubled, FailsForWhatGrowsFasterThanItsSize) {
  EXPECT_NONFATAL_FAILURE(expect_at_most_doubled(quadratic, 1000, "squares"), "squares: 1000 ms");
}

TEST(ExpectAtMostDoubled, FailsWhereTheWorkIsDearEachTime) {
  const auto four_times = [](std::size_t size) { return size == 1 ? 1.0 : 4.0; };
  EXPECT_NONFATAL_FAILURE(expect_at_most_doubled(four_times, 1, "four"), "of twice the size 4000 ms");
}

TEST(ExpectAtMostDoubled, BearsAMachineThatIsHeldUpOnce) {
  int measured = 0;
  const auto held_up_once = [&](std::size_t size) {
    return static_cast<double>(size) * (++measured == 2 ? 10 : 1);
  };
  expect_at_most_doubled(held_up_once, 1, "a line");
  EXPECT_EQ(measured, 4);
}

TEST(ExpectAtMost, FailsWhereTheWorkIsDearEachTime) {
  EXPECT_NONFATAL_FAILURE(expect_at_most([] { return 4.0; }, 3), "4");
}

TEST(ExpectAtMost, BearsAMachineThatIsHeldUpOnce) {
  int measured = 0;
  expect_at_most([&] { return ++measured == 1 ? 10.0 : 1.0; }, 2);
  EXPECT_EQ(measured, 2);
}

}  // namespace
}  // namespace server
