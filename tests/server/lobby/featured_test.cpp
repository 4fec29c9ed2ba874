#include "server/lobby/featured.h"

#include <gtest/gtest.h>

namespace server {
namespace {

std::string id_of_best(std::vector<FeaturedCandidate> live) {
  const FeaturedCandidate* const best = most_worth_watching(live);
  return best ? best->game_id : "";
}

TEST(Featured, is_the_highest_rated_then_the_most_watched_then_the_newest) {
  EXPECT_EQ(id_of_best({}), "");
  EXPECT_EQ(id_of_best({{"a", 2900, 9, 9}, {"b", 3000, 0, 1}}), "b");
  EXPECT_EQ(id_of_best({{"a", 0, 1, 9}, {"b", 0, 2, 1}}), "b");
  EXPECT_EQ(id_of_best({{"a", 0, 1, 1}, {"b", 0, 1, 2}}), "b");
}

TEST(Featured, is_the_same_in_whatever_order_they_come) {
  EXPECT_EQ(id_of_best({{"a", 0, 1, 1}, {"b", 0, 1, 1}}), "b");
  EXPECT_EQ(id_of_best({{"b", 0, 1, 1}, {"a", 0, 1, 1}}), "b");
}

}  // namespace
}  // namespace server
