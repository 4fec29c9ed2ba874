#include "server/base/shutdown_signal.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdio>
#include <cstdlib>
#include <future>

/// How the process ends. Each test is a process of its own that gets a SIGTERM.
namespace server {
namespace {

class ShutdownSignalDeathTest : public testing::Test {
 protected:
  ShutdownSignalDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// Ends at once whatever does not wait for it.
constexpr std::chrono::milliseconds kShort{1};
/// Longer than anything takes that ends by itself, on any machine.
constexpr std::chrono::seconds kLong{60};

[[noreturn]] void hang() {
  std::promise<void>().get_future().wait();
  std::abort();
}

[[noreturn]] void get_the_signal(std::chrono::milliseconds patience, bool drains, bool hangs) {
  {
    std::promise<void> begun;
    ShutdownSignal shutdown(patience, [&] { begun.set_value(); });
    if (drains) shutdown.drained();
    ::raise(SIGTERM);
    begun.get_future().wait();
    std::fputs("begun", stderr);
    if (hangs) hang();
  }
  std::exit(0);
}

TEST_F(ShutdownSignalDeathTest, BeginsTheEnd) {
  EXPECT_EXIT(get_the_signal(kLong, true, false), testing::ExitedWithCode(0), "begun");
}

TEST_F(ShutdownSignalDeathTest, EndsTheProcessThatHangsBeforeAllIsDrained) {
  EXPECT_EXIT(get_the_signal(kShort, false, true), testing::ExitedWithCode(1), "drain_overran");
}

TEST_F(ShutdownSignalDeathTest, AThreadThatHangsLaterIsNoFailure) {
  EXPECT_EXIT(get_the_signal(kShort, true, true), testing::ExitedWithCode(0), "thread_hangs");
}

// A worker whose bot hung was ended by its service manager after 90 seconds: its pool waits for the thread.
TEST_F(ShutdownSignalDeathTest, WhatHangsAfterItIsGoneEndsAsWell) {
  const auto hang_later = [] {
    {
      std::promise<void> begun;
      ShutdownSignal shutdown(kShort, [&] { begun.set_value(); });
      shutdown.drained();
      ::raise(SIGTERM);
      begun.get_future().wait();
    }
    hang();
  };
  EXPECT_EXIT(hang_later(), testing::ExitedWithCode(0), "thread_hangs");
}

TEST_F(ShutdownSignalDeathTest, WithoutASignalTheProcessEndsAsItLikes) {
  const auto end = [] {
    {
      const ShutdownSignal shutdown(kShort, [] { std::abort(); });
    }
    std::exit(7);
  };
  EXPECT_EXIT(end(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace server
