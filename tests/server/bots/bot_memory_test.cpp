#include "server/bots/bot_memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <fstream>

#include "engine/games/registry.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
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

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // They take memory of their own.

std::size_t resident() {
  std::size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Thinks about each variant of each game with each urgency, as one thread does in the course of days.
void think_about_everything(BotPool& pool, boost::asio::io_context& io) {
  for (const Urgency urgency : {Urgency::game, Urgency::exhibition, Urgency::background})
    for (const engine::Game& game : engine::games())
      for (const auto& rule : game.rules) {
        BotRequest request{"room", 1, 0, &game, *game.new_match({.rule = std::string(rule)}), {}, urgency};
        request.limits.time = std::chrono::hours(1);
        request.limits.nodes = 500;
        bool answered = false;
        pool.think(std::move(request), [&answered](const BotAnswer&) { answered = true; });
        while (!answered) io.run_one();
      }
}

// The limit of a service is what it says: with more it would be ended by the system.
TEST(BotMemoryTest, APoolStaysWithinIt) {
  boost::asio::io_context io;
  const auto keep_running = boost::asio::make_work_guard(io);
  Metrics metrics;
  {
    BotPool weights(io.get_executor(), metrics, {.hash_bytes = kMiB, .kept_bots = 1});
    think_about_everything(weights, io);  // What all bots share is there once.
  }
  const std::size_t before = resident(), most = 192 * kMiB;
  BotPool pool(io.get_executor(), metrics, within(most, {.hash_bytes = 32 * kMiB}));
  think_about_everything(pool, io);
  EXPECT_LE(resident(), before + most + 4 * kMiB);
}

#endif

}  // namespace
}  // namespace server
