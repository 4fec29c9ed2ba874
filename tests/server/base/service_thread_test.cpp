#include "server/base/service_thread.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <future>
#include <string>

namespace server {
namespace {

TEST(ServiceThreadTest, HasAName) {
  std::promise<std::string> name;
  const std::jthread thread = start_service("tester", [&](const std::stop_token&) {
    std::array<char, 16> found{};
    ::pthread_getname_np(::pthread_self(), found.data(), found.size());
    name.set_value(found.data());
  });
  EXPECT_EQ(name.get_future().get(), "tester");
}

TEST(ServiceThreadTest, RestsAndThenGoesOn) {
  EXPECT_TRUE(sleep_unless_stopped(std::stop_source().get_token(), std::chrono::milliseconds(1)));
}

// A server that goes down does not wait for those that rest.
TEST(ServiceThreadTest, ARestEndsWhenTheThreadIsToStop) {
  std::promise<void> begun;
  bool rested = true;
  {
    const std::jthread thread = start_service("tester", [&](const std::stop_token& stop) {
      begun.set_value();
      rested = sleep_unless_stopped(stop, std::chrono::hours(24));
    });
    begun.get_future().wait();
  }
  EXPECT_FALSE(rested);
}

}  // namespace
}  // namespace server
