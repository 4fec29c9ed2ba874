#include "server/base/keyed_counts.h"

#include <gtest/gtest.h>

#include <optional>

namespace server {
namespace {

TEST(KeyedCountsTest, AdmitsSoManyOfEachKey) {
  KeyedCounts counts;
  const auto one = counts.admit("a", 2), two = counts.admit("a", 2);
  EXPECT_TRUE(one && two);
  EXPECT_FALSE(counts.admit("a", 2));
  EXPECT_TRUE(counts.admit("b", 2));
  EXPECT_EQ(counts.of("a"), 2);
}

TEST(KeyedCountsTest, ATicketThatIsGivenBackMakesRoom) {
  KeyedCounts counts;
  auto one = counts.admit("a", 1);
  auto copy = one;
  one.reset();
  EXPECT_FALSE(counts.admit("a", 1)) << "somebody still has it";
  copy.reset();
  EXPECT_EQ(counts.of("a"), 0);
  EXPECT_TRUE(counts.admit("a", 1));
}

TEST(KeyedCountsTest, RemembersOnlyKeysThatHoldSomething) {
  KeyedCounts counts;
  for (int i = 0; i < 100; ++i) (void)counts.admit(std::to_string(i), 1);
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(counts.admit("full " + std::to_string(i), 0));
  EXPECT_EQ(counts.size(), 0u);
  const auto ticket = counts.admit(std::string(100'000, 'x'), 1);
  EXPECT_EQ(counts.size(), 1u);
}

TEST(KeyedCountsTest, ATicketMayOutliveTheCounts) {
  std::optional<KeyedCounts> counts(std::in_place);
  auto ticket = counts->admit("a", 1);
  counts.reset();
  ticket.reset();
}

}  // namespace
}  // namespace server
