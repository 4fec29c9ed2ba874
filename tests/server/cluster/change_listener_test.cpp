#include "server/cluster/change_listener.h"

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <queue>

#include "storage/store.h"
#include "tests/server/run_until.h"

namespace server {
namespace {

using storage::Changes;

/// What it is to be heard, and what is asked of it.
class TestNotices final : public storage::ChangeFeed {
 public:
  struct Script {
    std::mutex mutex;
    std::condition_variable changed;
    std::queue<std::optional<Changes>> to_hear;  // None: the store is away.
    bool woken = false;
    int waits = 0;

    void hear(std::optional<Changes> changes) {
      const std::lock_guard lock(mutex);
      to_hear.push(std::move(changes));
      changed.notify_all();
    }
  };
  explicit TestNotices(Script& script) : script_(script) {}

  Changes wait(std::chrono::milliseconds) override {
    std::unique_lock lock(script_.mutex);
    ++script_.waits;
    script_.changed.wait(lock, [this] { return script_.woken || !script_.to_hear.empty(); });
    if (script_.to_hear.empty()) return {};
    const auto next = script_.to_hear.front();
    script_.to_hear.pop();
    script_.changed.notify_all();
    if (!next) throw storage::Error("the database is away");
    return *next;
  }
  void wake() override {
    const std::lock_guard lock(script_.mutex);
    script_.woken = true;
    script_.changed.notify_all();
  }

 private:
  Script& script_;
};

class ChangeListenerTest : public testing::Test {
 protected:
  void begin() {
    listener_.emplace(std::make_unique<TestNotices>(script_), io_.get_executor(),
                      [this](const Changes& changes) { told_.push_back(changes); });
  }
  int waits() {
    const std::lock_guard lock(script_.mutex);
    return script_.waits;
  }

  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<ChangeListener::Executor> keep_running_{io_.get_executor()};
  TestNotices::Script script_;
  std::vector<Changes> told_;
  std::optional<ChangeListener> listener_;
};

TEST_F(ChangeListenerTest, TellsTheNetworkThreadWhatItHears) {
  script_.hear(Changes{.users = {"u_lin"}});
  begin();
  run_one_event(io_);
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_EQ(told_[0].users, std::vector<std::string>{"u_lin"});
  listener_.reset();
}

// However much is told elsewhere, here one visit to the network thread waits at most.
TEST_F(ChangeListenerTest, HearsNothingMoreBeforeItWasListenedTo) {
  for (int i = 0; i < 3; ++i) script_.hear(Changes{.anything = true});
  begin();
  for (int told = 1; told <= 3; ++told) {
    run_one_event(io_);
    EXPECT_LE(waits(), told + 1);
    EXPECT_EQ(told_.size(), static_cast<std::size_t>(told));
  }
  listener_.reset();
}

TEST_F(ChangeListenerTest, TriesAgainAfterAFailure) {
  script_.hear({});
  script_.hear({});
  script_.hear(Changes{.anything = true});
  begin();
  run_one_event(io_);
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_TRUE(told_[0].anything);
  listener_.reset();
}

TEST_F(ChangeListenerTest, EndsAlsoWhenTheNetworkListensNoMore) {
  io_.stop();
  script_.hear(Changes{.anything = true});
  begin();
  {
    std::unique_lock lock(script_.mutex);
    script_.changed.wait(lock, [this] { return script_.to_hear.empty(); });
  }
  listener_.reset();
  EXPECT_TRUE(told_.empty());
}

TEST_F(ChangeListenerTest, WithoutNoticesThereIsNothingToHear) {
  listener_.emplace(nullptr, io_.get_executor(), [](const Changes&) { FAIL(); });
  listener_.reset();
  EXPECT_EQ(io_.poll(), 0u);
}

}  // namespace
}  // namespace server
