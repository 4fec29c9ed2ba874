#include "engine/lab/training/trios.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace engine::lab {
namespace {

TEST(Trios, are_the_same_for_a_seed_and_sorted_by_what_favours_nobody) {
  const TrioSettings settings{
      .seed = 10, .candidates = 40, .first_nodes = 300, .finalists = 40, .games = 3, .nodes = 100};
  std::size_t calls = 0;
  const auto trios = find_even_trios(settings, [&] { ++calls; });
  ASSERT_GT(trios.size(), 1U);
  EXPECT_LT(trios.size(), 40U) << "some are not fair";
  EXPECT_GE(calls, 40U + 40U);
  EXPECT_LT(calls, steps_of(settings)) << "what is unfair under one rule is not played under the others";
  const auto again = find_even_trios(settings, [] {});
  for (std::size_t i = 0; i < trios.size(); ++i) {
    EXPECT_EQ(trios[i].trio, again[i].trio);
    EXPECT_EQ(trios[i].trio[0], (std::array{0, 0})) << "the first stone stands in the centre";
    for (const auto& [x, y] : trios[i].trio) EXPECT_LE(std::max(std::abs(x), std::abs(y)), settings.reach);
    for (const double black : trios[i].black) EXPECT_LE(std::abs(black - 0.5), 0.2);
    if (i > 0) {
      EXPECT_LE(trios[i - 1].worst(), trios[i].worst());
    }
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(trios[i].trio, trios[j].trio);
  }
}

// Within one step of the centre 8 x 7 pairs of points lie, most of them the same in a mirror or turned.
TEST(Trios, leave_out_mirror_images) {
  std::size_t calls = 0;
  (void)find_even_trios({.seed = 3, .candidates = 56, .reach = 1, .first_nodes = 50, .finalists = 0},
                        [&] { ++calls; });
  EXPECT_EQ(calls, 8U) << "a search a candidate";
}

}  // namespace
}  // namespace engine::lab
