#include "engine/search/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "tests/address_space.h"

namespace engine::search {
namespace {

TEST(RunOnThreads, RunsEachPartOnce) {
  for (const int threads : {1, 2, 7}) {
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(threads));
    run_on_threads(threads, [&](int i, std::stop_source&) { ++runs[static_cast<std::size_t>(i)]; });
    for (const auto& count : runs) EXPECT_EQ(count, 1);
  }
}

// The others would run for ever, were they not asked to stop.
TEST(RunOnThreads, ThrowsWhatAnyThreadThrewOnceAllHaveEnded) {
  for (const int thrower : {0, 1, 3}) {
    std::atomic<int> ended = 0;
    const auto work = [&](int i, std::stop_source& stop) {
      if (i == thrower) throw std::runtime_error("thread " + std::to_string(i));
      while (!stop.stop_requested()) std::this_thread::yield();
      ++ended;
    };
    try {
      run_on_threads(4, work);
      ADD_FAILURE() << "nothing thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "thread " + std::to_string(thrower));
    }
    EXPECT_EQ(ended, 3);
  }
}

#ifdef SANQI_CAN_LIMIT_ADDRESS_SPACE
[[noreturn]] void ask_for_too_many_threads() {
  limit_address_space();
  std::atomic<int> runs = 0;
  try {
    // Thread 0 would end the others.
    run_on_threads(10'000, [&](int i, std::stop_source& stop) {
      ++runs;
      if (i == 0) stop.request_stop();
      while (!stop.stop_requested()) std::this_thread::yield();
    });
  } catch (const std::system_error&) {
    std::exit(runs == 0 ? 0 : 1);
  }
  std::exit(2);
}

TEST(RunOnThreadsDeathTest, RunsNothingWhereAThreadCannotBeMade) {
  EXPECT_EXIT(ask_for_too_many_threads(), testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace engine::search
