#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <fstream>

#include "engine/games/registry.h"
#include "server/base/metrics.h"
#include "server/bots/bot_memory.h"
#include "tests/server/run_until.h"

namespace server {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

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
        run_io_until(io, [&] { return answered; });
      }
}

// The limit of a service is what it says: with more it would be ended by the system.
TEST(PoolMemoryTest, APoolStaysWithinItsLimit) {
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

}  // namespace
}  // namespace server
