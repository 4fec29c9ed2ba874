#include "server/base/address_limits.h"

#include <gtest/gtest.h>

namespace server {
namespace {

using std::chrono::seconds;

const TokenBucket::Time kNow{};

std::string network(int number) {
  return "2001:db8:7:" + std::to_string(number) + "::/64";
}

TEST(SiteKeyTest, IsThe48OfIpv6Alone) {
  EXPECT_EQ(site_key("2001:db8:7:1::/64"), "2001:db8:7::/48");
  EXPECT_EQ(site_key("2001:db8:7:ffff::/64"), "2001:db8:7::/48");
  for (const char* none : {"8.8.8.8", "fd00::1", "", "nonsense/64"}) EXPECT_EQ(site_key(none), "") << none;
}

TEST(AddressBucketsTest, ASiteHasAFewTimesAnAddress) {
  AddressBuckets buckets({10, seconds(20)});
  EXPECT_FALSE(buckets.refuse(network(0), kNow, 10));
  EXPECT_TRUE(buckets.refuse(network(0), kNow));
  for (int i = 1; i < kAddressesOfSite; ++i) EXPECT_FALSE(buckets.refuse(network(i), kNow, 10)) << i;
  EXPECT_TRUE(buckets.would_refuse(network(99), kNow));
  EXPECT_TRUE(buckets.refuse(network(99), kNow));
  EXPECT_FALSE(buckets.refuse("2001:db8:8:99::/64", kNow, 10)) << "another site";
}

TEST(AddressBucketsTest, WhatAnAddressIsRefusedIsNotTakenFromItsSite) {
  AddressBuckets buckets({1, seconds(20)});
  EXPECT_FALSE(buckets.refuse(network(0), kNow));
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(buckets.refuse(network(0), kNow));
  EXPECT_FALSE(buckets.refuse(network(1), kNow));
}

TEST(AddressBucketsTest, NoAddressIsNeverRefused) {
  AddressBuckets buckets({1, seconds(20)});
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(buckets.refuse("", kNow, 3));
}

TEST(SharedBudgetsTest, AreThoseOfTheBuckets) {
  const auto of_both = shared_budgets("codes", network(1), {10, seconds(60)});
  ASSERT_EQ(of_both.size(), 2u);
  EXPECT_EQ(of_both[0].key, "codes of 2001:db8:7:1::/64");
  EXPECT_EQ(of_both[0].count, 10);
  EXPECT_EQ(of_both[1].key, "codes of 2001:db8:7::/48");
  EXPECT_EQ(of_both[1].count, 10 * kAddressesOfSite);
  EXPECT_EQ(of_both[1].per, seconds(60));
  EXPECT_EQ(shared_budgets("codes", "8.8.8.8", {10, seconds(60)}).size(), 1u);
  EXPECT_TRUE(shared_budgets("codes", "", {10, seconds(60)}).empty()) << "nobody's";
}

TEST(AddressCountsTest, ASiteHoldsAFewTimesAnAddress) {
  AddressCounts counts;
  std::vector<AddressCounts::Ticket> held;
  for (int i = 0; i < kAddressesOfSite; ++i) {
    held.push_back(counts.admit(network(i), 1));
    EXPECT_TRUE(held.back()) << i;
  }
  EXPECT_FALSE(counts.admit(network(0), 1));
  EXPECT_FALSE(counts.admit(network(99), 1));
  held.clear();
  EXPECT_TRUE(counts.admit(network(99), 1)) << "places are given back, the refused one's too";
  EXPECT_EQ(counts.of(network(99)), 0);
}

TEST(AddressCountsTest, NoAddressIsNotCounted) {
  AddressCounts counts;
  const auto one = counts.admit("", 1), two = counts.admit("", 1);
  EXPECT_TRUE(one && two);
}

}  // namespace
}  // namespace server
