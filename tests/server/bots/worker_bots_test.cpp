#include "server/bots/worker_bots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <deque>
#include <future>

#include "engine/games/registry.h"
#include "server/base/metrics.h"
#include "server/bots/task_codec.h"
#include "storage/store.h"
#include "tests/server/run_until.h"

namespace server {
namespace {

using std::chrono::milliseconds;

/// A store with workers, of which a test says what they do.
class TestConsumer final : public storage::TaskQueue {
 public:
  struct Script {
    std::mutex mutex;
    std::condition_variable changed;
    bool away = false;
    int threads = 0, opened = 0, exchanges = 0;
    bool woken = false;
    std::deque<storage::Task> put;
    std::vector<storage::TaskAnswer> answers;

    template <class Change>
    void change(Change change) {
      const std::lock_guard lock(mutex);
      change(*this);
      woken = true;
      changed.notify_all();
    }
    template <class Test>
    void wait_for(Test test) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return test(*this); });
    }
  };
  explicit TestConsumer(Script& script) : script_(script) {}

  void open(const std::string&) override {
    const std::lock_guard lock(script_.mutex);
    ++script_.opened;
    fail_if_away();
  }
  void close() override {}
  storage::TaskNews exchange(const storage::TaskWishes& wishes) override {
    const std::lock_guard lock(script_.mutex);
    ++script_.exchanges;
    script_.changed.notify_all();
    fail_if_away();
    script_.put.insert(script_.put.end(), wishes.put.begin(), wishes.put.end());
    return {script_.threads, std::exchange(script_.answers, {}), {}};
  }
  void wait(milliseconds) override {
    std::unique_lock lock(script_.mutex);
    script_.changed.wait(lock, [this] { return std::exchange(script_.woken, false); });
  }
  void wake() override {
    script_.change([](Script&) {});
  }

 private:
  void fail_if_away() const {
    if (script_.away) throw storage::Error("the database is away");
  }
  Script& script_;
};

class BotsHere final : public Bots {
 public:
  std::stop_source think(BotRequest request, Done) override {
    ++asked;
    return request.stop;
  }
  unsigned threads() const override { return 1; }
  double share() const override { return 1; }
  int asked = 0;
};

class WorkerBotsTest : public testing::Test {
 protected:
  void begin() {
    bots_.emplace(io_.get_executor(), here_, metrics_, std::make_unique<TestConsumer>(script_),
                  Dispatcher::Options{});
  }
  /// Until this is so; only something broken takes longer than the test may.
  template <class Test>
  void run_until(Test test) {
    run_io_until(io_, test);
  }
  void workers(int threads) {
    script_.change([threads](TestConsumer::Script& script) { script.threads = threads; });
    bots_->look_for_workers();
    run_until([&] { return bots_->threads() == 1u + static_cast<unsigned>(threads); });
  }
  void ask() {
    const engine::Game& game = *engine::find_game("gomoku");
    BotRequest request{"room", 3, 7, &game, *game.new_match({}), {}};
    request.limits.time = std::chrono::hours(1);
    request.past = Past{};
    bots_->think(std::move(request), [this](BotAnswer answer) { answers_.push_back(std::move(answer)); });
  }

  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<WorkerBots::Executor> keep_running_{io_.get_executor()};
  Metrics metrics_;
  TestConsumer::Script script_;
  BotsHere here_;
  std::vector<BotAnswer> answers_;
  std::optional<WorkerBots> bots_;
};

TEST_F(WorkerBotsTest, WithoutATaskQueueEverythingIsThoughtAboutHere) {
  bots_.emplace(io_.get_executor(), here_, metrics_, nullptr, Dispatcher::Options{});
  bots_->look_for_workers();
  ask();
  EXPECT_EQ(here_.asked, 1);
  EXPECT_EQ(bots_->threads(), 1u);
}

TEST_F(WorkerBotsTest, TheStoreIsNotAskedBeforeSomebodySpeaksOfWorkers) {
  begin();
  ask();
  EXPECT_EQ(here_.asked, 1);
  bots_.reset();
  EXPECT_EQ(script_.opened, 0);
  EXPECT_EQ(script_.exchanges, 0);
}

TEST_F(WorkerBotsTest, AnAnswerComesByTheStore) {
  begin();
  workers(2);
  ask();
  EXPECT_EQ(here_.asked, 0);
  script_.wait_for([](const TestConsumer::Script& script) { return script.put.size() == 1; });
  engine::Thought thought;
  thought.best = "h8";
  script_.change([&](TestConsumer::Script& script) {
    script.answers = {{script.put.front().id, to_text(thought)}};
  });
  run_until([this] { return !answers_.empty(); });
  EXPECT_EQ(answers_[0].thought.best, "h8");
  EXPECT_EQ(answers_[0].epoch, 3u);
}

TEST_F(WorkerBotsTest, WhenTheStoreIsAwayItIsThoughtAboutHereAndWorkersAreFoundAgain) {
  begin();
  workers(1);
  ask();
  script_.change([](TestConsumer::Script& script) { script.away = true; });
  run_until([this] { return here_.asked == 1; });
  EXPECT_EQ(bots_->threads(), 1u);
  script_.change([](TestConsumer::Script& script) { script.away = false; });
  run_until([this] { return bots_->threads() == 2; });  // Without a word from anybody.
}

TEST_F(WorkerBotsTest, ItSleepsWhenTheLastWorkerIsGone) {
  begin();
  workers(1);
  script_.change([](TestConsumer::Script& script) { script.threads = 0; });
  run_until([this] { return bots_->threads() == 1; });
  script_.change([](TestConsumer::Script& script) { script.exchanges = 0; });
  ask();
  EXPECT_EQ(here_.asked, 1);
  bots_.reset();
  EXPECT_EQ(script_.exchanges, 0);
}

TEST_F(WorkerBotsTest, EndsWhileSomebodyWaits) {
  begin();
  workers(1);
  ask();
  bots_.reset();
  io_.poll();
  EXPECT_TRUE(answers_.empty());
}

}  // namespace
}  // namespace server
