#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <thread>

#include "tests/patience.h"
#include "tests/server/net/client.h"

/// What becomes of a connection when the server has no memory for what it sends: of this thread, from this
/// size on.
namespace {
thread_local std::size_t too_large = 0;  // 0: nothing is.
}

void* operator new(std::size_t size) {
  if (too_large > 0 && size >= too_large) throw std::bad_alloc();
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace server {
namespace {

using Json = nlohmann::json;
using std::chrono::steady_clock;

void have_no_memory_for(TestServer& server, std::size_t size) {
  std::promise<void> done;
  server.on_network([&] {
    too_large = size;
    done.set_value();
  });
  done.get_future().wait();
}

/// Longer than half of the longest message, so that reading it into a string takes more than all of it.
std::string long_message() {
  return Json{{"t", "chat"}, {"gameId", "aB3dE9xQ"}, {"room", "all"}, {"text", std::string(3'950, 'x')}}
      .dump();
}

bool becomes(const prometheus::Gauge& gauge, double wanted) {
  const auto deadline = steady_clock::now() + patience();
  while (gauge.Value() != wanted && steady_clock::now() < deadline) std::this_thread::yield();
  return gauge.Value() == wanted;
}

TEST(OutOfMemoryTest, WhoseMessageFailsIsTold) {
  TestServer server;
  TestClient unlucky(server), other(server);
  unlucky.hello({{"name", "Unlucky"}});
  other.hello({{"name", "Other"}});
  have_no_memory_for(server, 6'000);
  unlucky.say(long_message());
  EXPECT_EQ(unlucky.close_code(), 1011);
  other.say(Json{{"t", "ping"}, {"at", 1}});
  EXPECT_EQ(other.hear("pong")["t"], "pong");
  EXPECT_TRUE(becomes(server.metrics().connections, 1));
}

TEST(OutOfMemoryTest, WhoCannotBeReadIsNotTakenForPresent) {
  NetLimits limits;
  limits.silence = patience() / 4;
  TestServer server(limits);
  TestClient unlucky(server);
  unlucky.hello({{"name", "Unlucky"}});
  have_no_memory_for(server, 3'000);
  unlucky.say(long_message());
  EXPECT_TRUE(becomes(server.metrics().connections, 0));
}

}  // namespace
}  // namespace server
