#include "server/base/rate_limit.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <random>

#include "tests/seed.h"

namespace server {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const TokenBucket::Time kStart{};
constexpr Rate kRate{10, seconds(20)};

TEST(TokenBucketTest, AdmitsSoManyAtOnceAndThenOneAfterAnother) {
  TokenBucket bucket(kRate, kStart);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(bucket.refuse(kStart)) << i;
  EXPECT_EQ(bucket.refuse(kStart), milliseconds(2000));
  EXPECT_EQ(bucket.refuse(kStart + milliseconds(500)), milliseconds(1500));
  EXPECT_FALSE(bucket.refuse(kStart + milliseconds(2000)));
  EXPECT_TRUE(bucket.refuse(kStart + milliseconds(2001)));
}

TEST(TokenBucketTest, HoldsNoMoreThanItsCount) {
  TokenBucket bucket(kRate, kStart);
  const auto later = kStart + std::chrono::hours(24);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(bucket.refuse(later));
  EXPECT_TRUE(bucket.refuse(later));
}

TEST(TokenBucketTest, IsPaidInCost) {
  TokenBucket bucket(kRate, kStart);
  EXPECT_FALSE(bucket.refuse(kStart, 7.5));
  EXPECT_EQ(bucket.refuse(kStart, 3), milliseconds(1000)) << "half a unit is missing";
  EXPECT_FALSE(bucket.refuse(kStart, 2.5)) << "a refused request costs nothing";
  EXPECT_TRUE(bucket.refuse(kStart, 0.5));
}

TEST(TokenBucketTest, WhatWasDoneAlreadyIsPaidWhateverItHolds) {
  TokenBucket bucket(kRate, kStart);
  bucket.take(kStart, 8);
  bucket.take(kStart, 7);
  EXPECT_EQ(bucket.would_refuse(kStart), seconds(12)) << "five of debt, and one unit";
  EXPECT_FALSE(bucket.refuse(kStart + seconds(12)));
}

TEST(TokenBucketTest, WhatCostsMoreThanItHoldsIsPaidAfterwards) {
  TokenBucket bucket(kRate, kStart);
  EXPECT_FALSE(bucket.refuse(kStart, 30));
  EXPECT_EQ(bucket.refuse(kStart), seconds(42)) << "two buckets of debt, and one unit";
  EXPECT_TRUE(bucket.refuse(kStart + seconds(59), 30)) << "not yet full again";
  EXPECT_FALSE(bucket.refuse(kStart + seconds(60), 30));
}

// A request of 1 that asks for 6 more: the wait was told without the 1 of the next try, which was one short
// each time.
TEST(TokenBucketTest, WhoeverWaitsAsLongAsHeIsToldIsAdmitted) {
  for (const Cost cost : {0.3, 6.0, 9.0, 9.5, 100.0}) {
    TokenBucket bucket(kRate, kStart);
    EXPECT_FALSE(bucket.refuse(kStart, 9.7));
    const auto asked = [&](TokenBucket::Time now) {
      const auto wait = bucket.refuse(now, 1);
      return wait ? wait : bucket.refuse(now, cost, 1);
    };
    auto now = kStart;
    int tries = 1;
    for (auto wait = asked(now); wait && tries < 10; wait = asked(now), ++tries) now += *wait;
    EXPECT_LE(tries, 3) << cost;
  }
}

// 0.1 + 0.2 is more than 0.3: what is missing by such sums is not missing.
TEST(TokenBucketTest, NoRoundingMakesOneWaitTwice) {
  const std::uint64_t seed = random_seed();
  std::mt19937_64 random(seed);
  const auto up_to = [&random](int most) { return static_cast<int>(random() % most) + 1; };
  for (int i = 0; i < 10'000; ++i) {
    const Rate rate{up_to(60), milliseconds(100 * up_to(600))};
    TokenBucket bucket(rate, kStart);
    auto now = kStart;
    for (int k = 0; k < 3; ++k) bucket.take(now += milliseconds(10 * up_to(500)), 0.1 * up_to(100));
    const Cost cost = 0.1 * up_to(10 * rate.count);
    if (const auto wait = bucket.refuse(now, cost)) {
      ASSERT_FALSE(bucket.refuse(now + *wait, cost)) << rate.count << " in " << rate.per.count() << " ms";
    }
  }
}

TEST(KeyedBucketsTest, KeysDoNotShare) {
  KeyedBuckets buckets({1, seconds(1)});
  EXPECT_FALSE(buckets.refuse("a", kStart));
  EXPECT_FALSE(buckets.refuse("b", kStart));
  EXPECT_TRUE(buckets.refuse("a", kStart));
}

TEST(KeyedBucketsTest, LookingTakesNothing) {
  KeyedBuckets buckets({1, seconds(1)});
  EXPECT_FALSE(buckets.would_refuse("a", kStart));
  EXPECT_FALSE(buckets.would_refuse("a", kStart));
  EXPECT_FALSE(buckets.refuse("a", kStart));
  EXPECT_EQ(buckets.would_refuse("a", kStart), seconds(1));
}

// Many keys of the past are forgotten, but never one that is still being limited.
TEST(KeyedBucketsTest, ForgettingNeverFreesALimitedKey) {
  KeyedBuckets buckets({1, seconds(1000)});
  EXPECT_FALSE(buckets.refuse("limited", kStart));
  for (int i = 0; i < 5000; ++i) buckets.refuse(std::to_string(i), kStart + milliseconds(i));
  EXPECT_TRUE(buckets.refuse("limited", kStart + seconds(6)));
}

TEST(KeyedBucketsTest, RemembersSoManyKeysAndNoMore) {
  constexpr std::size_t kMost = 100;
  KeyedBuckets buckets({1, seconds(1000)}, kMost);
  EXPECT_FALSE(buckets.refuse("in use", kStart));
  for (int i = 0; i < 5000; ++i) {
    EXPECT_FALSE(buckets.refuse(std::to_string(i), kStart + milliseconds(i)));
    EXPECT_TRUE(buckets.refuse("in use", kStart + milliseconds(i))) << "is never the one used longest ago";
    ASSERT_LE(buckets.size(), kMost);
  }
  EXPECT_TRUE(buckets.would_refuse("4999", kStart + seconds(5)));
  EXPECT_FALSE(buckets.would_refuse("0", kStart + seconds(5))) << "was used longest ago";
}

TEST(KeyedBucketsTest, ForgetsWhatSaysNothing) {
  KeyedBuckets buckets({1, seconds(1)});
  for (int i = 0; i < 1000; ++i) (void)buckets.refuse(std::to_string(i), kStart);
  EXPECT_EQ(buckets.size(), 1000u);
  for (int i = 0; i < 1000; ++i) (void)buckets.refuse("later " + std::to_string(i), kStart + seconds(2));
  EXPECT_EQ(buckets.size(), 1000u) << "two of the old ones go for each new one, as long as there are any";
  EXPECT_TRUE(buckets.would_refuse("later 0", kStart + seconds(2)));
  EXPECT_FALSE(buckets.would_refuse("0", kStart));
}

/// Of the heap of this program.
std::size_t bytes_in_use() {
  return ::mallinfo2().uordblks;
}

TEST(KeyedBucketsTest, LongKeysTakeNoMoreMemoryThanShortOnes) {
  constexpr int kKeys = 200;
  const auto memory = [](const std::string& end) {
    KeyedBuckets buckets({1, seconds(1000)});
    const std::size_t before = bytes_in_use();
    for (int i = 0; i < kKeys; ++i) (void)buckets.refuse(std::to_string(i) + end, kStart);
    return bytes_in_use() - before;
  };
  EXPECT_LT(memory(std::string(100'000, 'x')), memory("") + 100'000);
}

}  // namespace
}  // namespace server
