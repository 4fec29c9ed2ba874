#include "server/base/run_handlers.h"

#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <stdexcept>

#include "server/base/metrics.h"
#include "tests/server/cost.h"

namespace server {
namespace {

/// Handlers that took more than so long.
std::uint64_t above(const Metrics& metrics, double seconds) {
  const auto turns = metrics.network_turn_seconds.Collect().histogram;
  for (const auto& bucket : turns.bucket)
    if (bucket.upper_bound >= seconds) return turns.sample_count - bucket.cumulative_count;
  return 0;
}

void work_for(double seconds) {
  const double begin = time_of_this_thread();
  while (time_of_this_thread() < begin + seconds) {
  }
}

TEST(RunHandlersTest, NotesTheProcessorTimeOfEach) {
  boost::asio::io_context io{1};
  Metrics metrics;
  for (int i = 0; i < 3; ++i) boost::asio::post(io, [] { work_for(0.03); });
  boost::asio::post(io, [] {
    work_for(0.03);
    throw std::runtime_error("defect");
  });
  boost::asio::post(io, [] {});
  run_handlers(io, metrics);
  EXPECT_EQ(above(metrics, 0.02), 4u) << "the one that throws, too";
  EXPECT_EQ(above(metrics, 0.5), 0u);
  EXPECT_EQ(metrics.network_turn_seconds.Collect().histogram.sample_count, 5u);
}

// Whatever other threads do meanwhile, and while there is nothing to do.
TEST(RunHandlersTest, WaitingIsNoTurn) {
  boost::asio::io_context io{1};
  Metrics metrics;
  boost::asio::steady_timer timer(io.get_executor(), std::chrono::milliseconds(200));
  timer.async_wait([](boost::system::error_code) {});
  run_handlers(io, metrics);
  EXPECT_EQ(above(metrics, 0.1), 0u);
}

}  // namespace
}  // namespace server
