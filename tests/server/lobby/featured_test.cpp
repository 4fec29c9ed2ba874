#include "server/lobby/featured.h"

#include <gtest/gtest.h>

namespace server {
namespace {

TEST(Featured, is_the_highest_rated_then_the_most_watched_then_the_newest) {
  EXPECT_EQ(most_worth_watching({}), "");
  EXPECT_EQ(most_worth_watching({{"a", 2900, 9, 9}, {"b", 3000, 0, 1}}), "b");
  EXPECT_EQ(most_worth_watching({{"a", 0, 1, 9}, {"b", 0, 2, 1}}), "b");
  EXPECT_EQ(most_worth_watching({{"a", 0, 1, 1}, {"b", 0, 1, 2}}), "b");
}

}  // namespace
}  // namespace server
