#include "server/delivery/push_sender.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>

#include "server/protocol/time.h"
#include "server/push/base64url.h"
#include "tests/server/run_until.h"
#include "tests/storage/failing_stores.h"
#include "tests/storage/temporary_folder.h"

// What leaves by TLS is tested with a push service: tests/system/server/push.test.mjs.
namespace server {
namespace {

using namespace std::chrono_literals;
using boost::asio::ip::tcp;

/// One message that is due, to a browser whose push service has the addresses that the test gives it.
class PushSenderTest : public testing::Test {
 protected:
  void SetUp() override {
    commit(storage::CreateAccount{{{"lin", "Lin", false, 1}, {"Lin"}, "password"}, "token"});
    subscribe("https://push.example.org/a");
  }
  void subscribe(const std::string& endpoint, const std::string& token = "token",
                 const std::string& user = "lin") {
    const push::PrivateKey browser = push::PrivateKey::generate();
    commit(storage::KeepPushSubscription{{token, user, endpoint, push::to_base64url(browser.point()),
                                          push::to_base64url(std::string(16, 's')), "en", 1},
                                         5});
  }
  void commit(storage::Write write) { store_.commit(std::span(&write, 1)); }
  static storage::Millis now() { return server_now().time_since_epoch().count(); }
  void send(const std::string& game = "game", const std::string& user = "lin") {
    commit(storage::SendPush{user, "turn", game, 0, "gomoku", "Mei", now(), expires_});
  }
  /// Whenever it is due; none: there is none.
  std::optional<storage::PushMessage> message() {
    auto found = store_.due_pushes(expires_ - 1, 1);
    return found.empty() ? std::nullopt : std::optional(std::move(found[0]));
  }
  template <class Done>
  void run_until(Done done) {
    PushSender::Options options{.contact = "mailto:a@example.org",
                                .services = push::PushServices({"push.example.org", "push.example.net"}),
                                .every = every_,
                                .patience = 2s,
                                .look_up = [this](const std::string& host, const auto& found) {
                                  if (host == "push.example.net")
                                    before_other_ = looked_up_.load();
                                  else
                                    EXPECT_EQ(host, "push.example.org");
                                  ++looked_up_;
                                  if (!is_silent_) found(addresses_);
                                }};
    PushSender sender(store_, records_, network_.get_executor(), push::PrivateKey::generate(),
                      std::move(options));
    run_io_until(network_, done);
  }

  const storage::Millis expires_ = now() + 3'600'000;
  storage::MemoryStore store_;
  boost::asio::io_context network_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> waiting_{network_.get_executor()};
  RecordQueue records_{store_, network_.get_executor()};
  PushDelivery::Endpoints addresses_{};
  std::chrono::milliseconds every_ = 1ms;
  bool is_silent_ = false;  ///< No host is found, nor is it said that there is none.
  std::atomic<int> looked_up_ = 0;
  std::atomic<int> before_other_ = -1;  ///< looked_up_ when the other host was looked up; -1: it was not.
};

TEST_F(PushSenderTest, WhatHasNoAddressIsTriedAgainLater) {
  send();
  run_until([this] { return message() && message()->failures == 1; });
  EXPECT_EQ(looked_up_, 1);
  EXPECT_EQ(message()->begun, 0) << "nothing has left";
  EXPECT_GT(message()->due, now());
}

TEST_F(PushSenderTest, WhatHasFailedTooOftenIsDropped) {
  send();
  const storage::PushMessage sent = *message();
  commit(storage::DelayPush{sent.key, sent.due, sent.due, 0, PushSender::kMostFailures - 1});
  run_until([this] { return !message(); });
}

TEST_F(PushSenderTest, WhatMayHaveArrivedTwiceIsDropped) {
  send();
  const storage::PushMessage sent = *message();
  commit(storage::DelayPush{sent.key, sent.due, sent.due, 2, 0});
  run_until([this] { return !message(); });
  EXPECT_EQ(looked_up_, 0);
}

TEST_F(PushSenderTest, WaitsForTheEndOfQuietHours) {
  const auto minute = server_now().time_since_epoch() / 1min % (24 * 60);
  const int from = static_cast<int>(minute), until = (from + 30) % (24 * 60);
  commit(storage::ChangePushSettings{"lin", {{}, from, until, 0}});
  send();
  const storage::Millis due = message()->due;
  run_until([&] { return message() && message()->due > due; });
  EXPECT_EQ(message()->due % 60'000, 0);
  EXPECT_EQ(looked_up_, 0);
}

TEST_F(PushSenderTest, AServiceThatIsNotKnownAnyMoreIsNotCalled) {
  subscribe("https://push.example.com/a");
  send();
  run_until([this] { return !store_.push_subscription("token"); });
  EXPECT_EQ(looked_up_, 0);
}

// Two left in a second: the players of a round of 256 were told of it in two minutes.
TEST_F(PushSenderTest, GoesOnWhenADeliveryHasEnded) {
  constexpr int kMany = 300;  // More than are read at once.
  every_ = 1h;
  for (int i = 0; i < kMany; ++i) send("game " + std::to_string(i));
  run_until([this] { return looked_up_ >= kMany; });
}

TEST_F(PushSenderTest, AServiceThatIsSilentHoldsUpNoOther) {
  boost::asio::io_context io;
  const tcp::acceptor silent(io, {boost::asio::ip::address_v4::loopback(), 0});
  addresses_ = {silent.local_endpoint()};
  commit(storage::CreateAccount{{{"mei", "Mei", false, 1}, {"Mei"}, "password"}, "token of mei"});
  subscribe("https://push.example.net/a", "token of mei", "mei");
  for (int i = 0; i < 300; ++i) send("game " + std::to_string(i));
  send("game", "mei");
  run_until([this] { return before_other_ >= 0; });
  EXPECT_LE(before_other_, static_cast<int>(PushSender::kMostOfHost));
}

// Each of its messages would be asked for in turn, before the names of others.
TEST_F(PushSenderTest, AHostIsLookedUpOnceHoweverManyMessagesWait) {
  is_silent_ = true;
  for (std::size_t i = 0; i < PushSender::kMostOfHost; ++i) send("game " + std::to_string(i));
  run_until([this] { return message() && message()->failures == 1; });
  EXPECT_EQ(looked_up_, 1);
}

/// Accepts, and says nothing.
TEST_F(PushSenderTest, DoesNotWaitForeverForAServiceThatIsSilent) {
  boost::asio::io_context io;
  const tcp::acceptor silent(io, {boost::asio::ip::address_v4::loopback(), 0});
  addresses_ = {silent.local_endpoint()};
  send();
  run_until([this] { return message() && message()->failures == 1; });
  EXPECT_EQ(message()->begun, 0);
}

TEST(PushSender, CountsFailuresOfTheStore) {
  storage::UnreadableStore store;
  boost::asio::io_context network{1};
  const auto waiting = boost::asio::make_work_guard(network);
  std::atomic<int> failures = 0;
  RecordQueue records(store, network.get_executor(), {.failed = [&] {
                        ++failures;
                        boost::asio::post(network, [] {});
                      }});
  const PushSender sender(store, records, network.get_executor(), push::PrivateKey::generate(), {});
  run_io_until(network, [&] { return failures > 0; });
}

}  // namespace
}  // namespace server
