#include "engine/lab/trios.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace engine::lab {
namespace {

TEST(Trios, are_the_same_for_a_seed_and_sorted_by_what_favours_nobody) {
  const TrioSettings settings{.seed = 7, .candidates = 12, .first_nodes = 300, .finalists = 4, .nodes = 500};
  std::size_t heard = 0;
  const auto trios = find_even_trios(settings, [&] { ++heard; });
  ASSERT_EQ(trios.size(), 4U);
  EXPECT_EQ(heard, searches_of(settings));
  const auto again = find_even_trios(settings, [] {});
  for (std::size_t i = 0; i < trios.size(); ++i) {
    EXPECT_EQ(trios[i].trio, again[i].trio);
    EXPECT_EQ(trios[i].trio[0], (std::array{0, 0})) << "the first stone stands in the centre";
    for (const auto& [x, y] : trios[i].trio) EXPECT_LE(std::max(std::abs(x), std::abs(y)), settings.reach);
    if (i > 0) {
      EXPECT_LE(trios[i - 1].worst(), trios[i].worst());
    }
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(trios[i].trio, trios[j].trio);
  }
}

// Within one step of the centre 8 x 7 pairs of points lie, most of them the same in a mirror or turned.
TEST(Trios, leave_out_mirror_images) {
  const TrioSettings settings{
      .seed = 3, .candidates = 56, .reach = 1, .first_nodes = 50, .finalists = 56, .nodes = 50};
  EXPECT_EQ(find_even_trios(settings, [] {}).size(), 8U);
}

}  // namespace
}  // namespace engine::lab
