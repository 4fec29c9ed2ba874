#include "server/network_loop.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <boost/asio/post.hpp>
#include <future>

#include "engine/games/registry.h"
#include "server/base/attempt.h"
#include "server/bots/bot_pool.h"
#include "tests/server/net/client.h"

/// How the process ends. Each test is a process of its own that gets a SIGTERM.
namespace server {
namespace {

using std::chrono::milliseconds;

/// Longer than anything takes that ends by itself, on any machine.
constexpr NetworkLoop::Patience kLong{.for_goodbyes = milliseconds(100),
                                      .for_everything = std::chrono::seconds(60)};
/// For a thread that never ends. All else has ended by then, on any machine.
constexpr NetworkLoop::Patience kMiddling{.for_goodbyes = milliseconds(100),
                                          .for_everything = std::chrono::seconds(8)};
/// Where nothing ends.
constexpr NetworkLoop::Patience kShort{.for_goodbyes = milliseconds(100),
                                       .for_everything = std::chrono::seconds(3)};

/// Says that it thinks, and thinks for ever.
class HangingBot : public engine::Bot {
 public:
  explicit HangingBot(std::promise<void>& begun) : begun_(begun) {}

 private:
  engine::Thought think(const engine::Match&, const engine::Limits&, std::stop_token,
                        const Progress&) override {
    begun_.set_value();
    std::promise<void>().get_future().wait();
    return {};
  }

  std::promise<void>& begun_;
};

/// What main() builds, as far as it can hang.
struct Process {
  explicit Process(const NetworkLoop::Patience& patience) : loop(io, metrics, api, listener, hub, patience) {}

  storage::MemoryStore store;
  boost::asio::io_context io{1};
  Metrics metrics;
  RecordQueue records{store, io.get_executor()};
  BotPool bots{io.get_executor(), metrics, {.hash_bytes = 1 << 20}};
  Users users{records};
  Hub hub{io.get_executor(), records, bots, users, metrics, {}};
  ServerApi api{records, metrics, {}};
  Router router;
  NetContext site{hub, router, metrics, {}, {}};
  Listener listener{site, open_port(io, {boost::asio::ip::make_address("127.0.0.1"), 0})};
  NetworkLoop loop;
};

/// Runs until SIGTERM, which comes when `prepare(process)` is done; ends with 0 if nothing holds it up.
template <class Prepare>
void live_and_die(Prepare prepare, const NetworkLoop::Patience& patience = kLong) {
  {
    Process process(patience);
    process.listener.start();
    boost::asio::post(process.io, [&] {
      prepare(process);
      ::raise(SIGTERM);
    });
    process.loop.run();
  }
  std::exit(0);
}

class NetworkLoopDeathTest : public testing::Test {
 protected:
  NetworkLoopDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(NetworkLoopDeathTest, EndsByItself) {
  EXPECT_EXIT(live_and_die([](Process&) {}), testing::ExitedWithCode(0), "");
}

TEST_F(NetworkLoopDeathTest, ABotThatHangsHoldsItUpForSoLongOnly) {
  const auto hang = [](Process& process) {
    static engine::Game game = engine::games().front();
    static std::promise<void> begun;
    game.new_bot = [](const engine::BotOptions&) -> std::unique_ptr<engine::Bot> {
      return std::make_unique<HangingBot>(begun);
    };
    BotRequest request{.room = "room", .game = &game, .match = *game.new_match({}), .limits = {}};
    request.limits.time = std::chrono::hours(1);
    process.bots.think(std::move(request), [](const BotAnswer&) {});
    begun.get_future().wait();
  };
  EXPECT_EXIT(live_and_die(hang, kMiddling), testing::ExitedWithCode(0), "thread_hangs");
}

TEST_F(NetworkLoopDeathTest, NorDoesTheNetworkThreadItself) {
  const auto hang = [](Process& process) {
    boost::asio::post(process.io, [] { std::promise<void>().get_future().wait(); });
  };
  EXPECT_EXIT(live_and_die(hang, kShort), testing::ExitedWithCode(1), "drain_overran");
}

// One that has asked for something and reads nothing, and one that is open and says nothing.
TEST_F(NetworkLoopDeathTest, ClientsThatDoNotReadAreCutOff) {
  const auto connect = [](Process& process) {
    process.router.add("GET", "/large", [](const auto&, const auto&, const Respond& respond) {
      respond({.body = std::string(std::size_t{64} << 20, 'x')});
    });
    static std::vector<boost::asio::ip::tcp::socket> sockets;
    for (int i = 0; i < 2; ++i) sockets.emplace_back(client_io).connect(process.listener.endpoint());
    boost::asio::write(sockets[0],
                       boost::asio::buffer(std::string("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")));
  };
  EXPECT_EXIT(live_and_die(connect), testing::ExitedWithCode(0), "");
}

// All was committed and the status was 1, since an answer had waited too long for its turn in a queue.
TEST_F(NetworkLoopDeathTest, AnAnswerThatNeverComesIsNoFailure) {
  const auto end_in_a_request = [] {
    static std::vector<Respond> unanswered;
    Process process(kShort);
    process.router.add("GET", "/slow", [](const auto&, const auto&, Respond respond) {
      unanswered.push_back(std::move(respond));
      ::raise(SIGTERM);
    });
    process.listener.start();
    boost::asio::ip::tcp::socket socket(client_io);
    socket.connect(process.listener.endpoint());
    boost::asio::write(socket,
                       boost::asio::buffer(std::string("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")));
    process.loop.run();
  };
  EXPECT_EXIT(end_in_a_request(), testing::ExitedWithCode(0), "thread_hangs");
}

// What throws on the network thread ends neither it nor what comes after it.
TEST_F(NetworkLoopDeathTest, AHandlerThatThrowsEndsNothing) {
  const auto defect = [](Process& process) {
    boost::asio::post(process.io, [] { throw std::runtime_error("defect"); });
    boost::asio::post(process.io, [] { throw 3; });
    boost::asio::post(process.io,
                      [] { std::fprintf(stderr, "and %zu failures were counted", failed_attempts()); });
  };
  EXPECT_EXIT(live_and_die(defect), testing::ExitedWithCode(0), "and 2 failures were counted");
}

}  // namespace
}  // namespace server
