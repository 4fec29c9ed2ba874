#include "server/cluster/lobby_exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "storage/store.h"
#include "tests/patience.h"
#include "tests/server/run_until.h"

namespace server {
namespace {

using std::chrono::milliseconds;
using storage::NodeLobby;
using testing::ElementsAre;
using testing::IsEmpty;
using Texts = std::vector<std::optional<std::string>>;

/// Only something broken takes so long.
const std::chrono::seconds kWhile = patience();

/// What others show, and what is shown to them.
class TestBoard final : public storage::LobbyDirectory {
 public:
  struct Script {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<NodeLobby> others;
    bool is_away = false;
    Texts shown;  // One for each exchange.

    void set(std::vector<NodeLobby> next, bool away = false) {
      const std::lock_guard lock(mutex);
      others = std::move(next);
      is_away = away;
    }
    std::size_t exchanges() {
      const std::lock_guard lock(mutex);
      return shown.size();
    }
    bool wait_for_exchange(std::size_t count) {
      std::unique_lock lock(mutex);
      return changed.wait_for(lock, kWhile, [&] { return shown.size() >= count; });
    }
  };
  explicit TestBoard(Script& script) : script_(script) {}

  std::vector<NodeLobby> exchange(std::optional<std::string> own) override {
    const std::lock_guard lock(script_.mutex);
    script_.shown.push_back(std::move(own));
    script_.changed.notify_all();
    if (script_.is_away) throw storage::Error("the database is away");
    return script_.others;
  }

 private:
  Script& script_;
};

class LobbyExchangeTest : public testing::Test {
 protected:
  void begin(milliseconds patience = milliseconds(0)) {
    const auto own = [this] {
      ++asked_;
      if (own_throws_) throw std::runtime_error("a defect");
      return std::exchange(own_, std::nullopt);
    };
    const auto others = [this](const LobbyExchange::Others& others) {
      std::vector<std::string> nodes;
      for (const NodeLobby& each : others) nodes.push_back(each.node);
      return [this, nodes] { told_.push_back(nodes); };
    };
    exchange_.emplace(std::make_unique<TestBoard>(script_), io_.get_executor(),
                      LobbyExchange::Events{own, others}, milliseconds(1), patience);
  }
  void run_until(const std::function<bool()>& done) {
    const auto give_up = std::chrono::steady_clock::now() + kWhile;
    while (!done() && std::chrono::steady_clock::now() < give_up) io_.run_one_for(milliseconds(100));
    EXPECT_TRUE(done());
  }
  static NodeLobby node(const std::string& name) { return {.epoch = 7, .node = name}; }

  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<LobbyExchange::Executor> keep_running_{io_.get_executor()};
  TestBoard::Script script_;
  std::optional<std::string> own_ = "own";
  bool own_throws_ = false;
  int asked_ = 0;
  std::vector<std::vector<std::string>> told_;
  std::optional<LobbyExchange> exchange_;
};

TEST_F(LobbyExchangeTest, a_server_that_is_alone_shows_and_hears_nothing) {
  begin();
  EXPECT_TRUE(script_.wait_for_exchange(5));
  exchange_.reset();
  EXPECT_EQ(io_.poll(), 0u);
  EXPECT_THAT(script_.shown, testing::Each(std::nullopt));
}

TEST_F(LobbyExchangeTest, others_are_shown_what_there_is_and_heard_of) {
  script_.set({node("b")});
  begin();
  run_until([this] { return told_.size() >= 4; });
  exchange_.reset();
  EXPECT_THAT(told_.front(), ElementsAre("b"));
  EXPECT_EQ(script_.shown[0], std::nullopt) << "nobody knew that there is somebody";
  EXPECT_EQ(script_.shown[1], "own");
  EXPECT_EQ(script_.shown[2], std::nullopt) << "it is the same";
}

TEST_F(LobbyExchangeTest, nothing_is_exchanged_before_the_network_thread_has_answered) {
  script_.set({node("b")});
  begin();
  for (int round = 0; round < 5; ++round) {
    run_one_event(io_);
    EXPECT_LE(script_.exchanges(), static_cast<std::size_t>(asked_) + 1);
  }
  exchange_.reset();
}

TEST_F(LobbyExchangeTest, the_last_that_is_heard_is_that_others_are_gone) {
  script_.set({node("b")});
  begin();
  run_until([this] { return !told_.empty(); });
  script_.set({});
  run_until([this] { return told_.back().empty(); });
  const auto told = told_.size();
  const auto exchanges = script_.exchanges();
  EXPECT_TRUE(script_.wait_for_exchange(exchanges + 3)) << "it asks no more, and goes on";
  exchange_.reset();
  io_.poll();
  EXPECT_EQ(told_.size(), told);
}

TEST_F(LobbyExchangeTest, whoever_cannot_be_read_for_long_shows_nothing) {
  script_.set({node("b")});
  begin();
  run_until([this] { return !told_.empty(); });
  script_.set({node("b")}, /*away=*/true);
  run_until([this] { return told_.back().empty(); });
  script_.set({node("b")});
  run_until([this] { return !told_.back().empty(); });
  exchange_.reset();
}

TEST_F(LobbyExchangeTest, a_failure_that_passes_changes_nothing) {
  script_.set({node("b")});
  begin(std::chrono::hours(1));
  run_until([this] { return !told_.empty(); });
  script_.set({}, /*away=*/true);
  const auto exchanges = script_.exchanges();
  run_until([&] { return script_.exchanges() > exchanges + 3; });
  exchange_.reset();
  io_.poll();
  EXPECT_THAT(told_, testing::Each(ElementsAre("b")));
}

TEST_F(LobbyExchangeTest, goes_on_when_there_is_a_defect) {
  script_.set({node("b")});
  own_throws_ = true;
  begin();
  run_until([this] { return asked_ >= 3; });
  exchange_.reset();
}

TEST_F(LobbyExchangeTest, ends_also_when_the_network_listens_no_more) {
  io_.stop();
  script_.set({node("b")});
  begin();
  EXPECT_TRUE(script_.wait_for_exchange(1));
  exchange_.reset();
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(LobbyExchangeTest, without_a_board_there_is_nothing_to_do) {
  exchange_.emplace(nullptr, io_.get_executor(), LobbyExchange::Events{});
  exchange_.reset();
  EXPECT_EQ(io_.poll(), 0u);
}

}  // namespace
}  // namespace server
