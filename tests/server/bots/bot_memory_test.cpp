#include "server/bots/bot_memory.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/base/log.h"
#include "server/base/usable_memory.h"

namespace server {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

BotPool::Options parted(std::size_t most, unsigned threads, std::size_t hash_mb = 32) {
  return within(most, {.threads = threads, .hash_bytes = hash_mb * kMiB});
}

/// Of all threads, each with as many bots as it keeps.
std::size_t taken_by(const BotPool::Options& options) {
  return options.threads * options.kept_bots * bytes_of_bot(options.hash_bytes);
}

TEST(BotMemoryTest, EnoughOfItChangesNothing) {
  const auto options = parted(1024 * kMiB, 1);
  EXPECT_EQ(options.threads, 1u);
  EXPECT_EQ(options.hash_bytes, 32 * kMiB);
  EXPECT_EQ(options.background_hash_bytes, 16 * kMiB);
  EXPECT_EQ(options.kept_bots, 3 * engine::games().size());
}

TEST(BotMemoryTest, LittleOfItMeansFewerBotsThenSmallerTablesThenFewerThreads) {
  EXPECT_EQ(parted(512 * kMiB, 2).kept_bots, 4u);
  EXPECT_EQ(parted(512 * kMiB, 2).hash_bytes, 32 * kMiB);
  EXPECT_EQ(parted(512 * kMiB, 16).kept_bots, 1u);
  EXPECT_EQ(parted(512 * kMiB, 16).hash_bytes, 16 * kMiB);
  EXPECT_EQ(parted(512 * kMiB, 16).threads, 16u);
  EXPECT_EQ(parted(512 * kMiB, 64).hash_bytes, 1 * kMiB);
  EXPECT_EQ(parted(512 * kMiB, 64).threads, 30u);
  EXPECT_EQ(parted(kMiB, 64).threads, 1u) << "one is always left";
}

TEST(BotMemoryTest, NoNumberOfThreadsTakesMore) {
  for (const std::size_t most : {24u, 100u, 512u, 1024u, 5000u})
    for (unsigned threads = 1; threads <= 256; ++threads)
      EXPECT_LE(taken_by(parted(most * kMiB, threads)), most * kMiB) << most << " MiB, " << threads;
}

TEST(BotMemoryTest, IsHalfOfWhatTheProcessMayUseUnlessItIsSaid) {
  start_log(LogFormat::text, "off");
  EXPECT_EQ(fitted(64, {.threads = 2, .hash_bytes = 32 * kMiB}).hash_bytes, 16 * kMiB);
  const std::size_t half = usable_memory() / 2;
  EXPECT_EQ(fitted(0, {.threads = 1000, .hash_bytes = half}).hash_bytes,
            within(half, {.threads = 1000, .hash_bytes = half}).hash_bytes);
}

}  // namespace
}  // namespace server
