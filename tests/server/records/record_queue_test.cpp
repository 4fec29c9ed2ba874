#include "server/records/record_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <future>

#include "storage/memory/memory_store.h"
#include "tests/storage/sample_game.h"

namespace server {
namespace {

using storage::sample_event;
using storage::sample_game;
using testing::ElementsAre;

/// A memory store that a test can hold up, make fail and ask for the sizes of the commits that it saw.
class TestStore : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    {
      std::unique_lock lock(mutex_);
      ++entered_;
      changed_.notify_all();
      changed_.wait(lock, [this] { return !held_; });
    }
    commits_.push_back(writes.size());
    if (failing_) throw storage::Error("database or disk is full");
    return MemoryStore::commit(writes);
  }
  std::optional<storage::Record> load(std::string_view game) override {
    if (failing_) throw storage::Error("disk I/O error");
    return MemoryStore::load(game);
  }

  void hold() {
    const std::lock_guard lock(mutex_);
    held_ = true;
  }
  void release() {
    const std::lock_guard lock(mutex_);
    held_ = false;
    changed_.notify_all();
  }
  /// Until the record thread has taken its batch and stands in commit().
  void wait_until_entered() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return entered_ > 0; });
  }
  void fail(bool failing) { failing_ = failing; }
  const std::vector<std::size_t>& commits() const { return commits_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  int entered_ = 0;
  std::atomic<bool> failing_ = false;
  std::vector<std::size_t> commits_;
};

class RecordQueueTest : public testing::Test {
 protected:
  void open(std::size_t max_waiting = RecordQueue::kMaxWaiting) {
    queue_.emplace(store_, io_.get_executor(), RecordMeter{.failed = [this] { ++failures_; }}, max_waiting);
  }
  void append(int v) {
    queue_->commit({storage::Append{sample_event("one", v), {}, {}}},
                   [this, v](Persisted outcome) { completed(v, outcome); });
  }
  void create() {
    queue_->commit({storage::CreateGame{sample_game("one")}},
                   [this](Persisted outcome) { completed(0, outcome); });
  }
  void completed(int v, Persisted outcome) { outcomes_.emplace_back(v, outcome); }
  /// Runs the network thread until so many requests are completed.
  void run_until(std::size_t count) {
    while (outcomes_.size() < count) io_.run_one();
  }

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<RecordQueue::Executor> keep_running_{io_.get_executor()};
  std::atomic<int> failures_ = 0;  // Counted on the record thread.
  TestStore store_;
  std::optional<RecordQueue> queue_;
  std::vector<std::pair<int, Persisted>> outcomes_;
};

using Outcome = std::pair<int, Persisted>;

TEST_F(RecordQueueTest, CompletesOnTheNetworkThreadInOrder) {
  open();
  create();
  append(1);
  append(2);
  EXPECT_TRUE(outcomes_.empty()) << "nothing completes before the network thread runs";
  run_until(3);
  EXPECT_THAT(outcomes_, ElementsAre(Outcome{0, Persisted::done}, Outcome{1, Persisted::done},
                                     Outcome{2, Persisted::done}));
}

TEST_F(RecordQueueTest, CommitsAllThatWaitsTogether) {
  store_.hold();
  open();
  create();
  store_.wait_until_entered();
  for (int v = 1; v <= 100; ++v) append(v);
  store_.release();
  run_until(101);
  EXPECT_THAT(store_.commits(), ElementsAre(1, 100));
}

TEST_F(RecordQueueTest, SaysWhichRequestWasRefused) {
  open();
  create();
  append(1);
  append(1);
  append(2);
  run_until(4);
  EXPECT_EQ(outcomes_[2], (Outcome{1, Persisted::refused}));
  EXPECT_EQ(outcomes_[3], (Outcome{2, Persisted::done}));
}

TEST_F(RecordQueueTest, AFullQueueIsBusyAtOnceAndLosesNothingThatWaited) {
  store_.hold();
  open(2);
  create();
  store_.wait_until_entered();
  append(1);
  append(2);
  append(3);
  EXPECT_EQ(queue_->waiting(), 2u);
  run_until(1);
  EXPECT_THAT(outcomes_, ElementsAre(Outcome{3, Persisted::busy}));
  store_.release();
  run_until(4);
  EXPECT_EQ(store_.load("one")->events.size(), 2u);
  outcomes_.clear();
  append(3);
  run_until(1);
  EXPECT_THAT(outcomes_, ElementsAre(Outcome{3, Persisted::done})) << "there is room again";
}

TEST_F(RecordQueueTest, AFailedCommitFailsItsWaitersAndNobodyElse) {
  open();
  create();
  run_until(1);
  store_.fail(true);
  append(1);
  run_until(2);
  EXPECT_EQ(outcomes_[1], (Outcome{1, Persisted::failed}));
  EXPECT_EQ(failures_, 1);
  store_.fail(false);
  append(1);
  run_until(3);
  EXPECT_EQ(outcomes_[2], (Outcome{1, Persisted::done}));
}

TEST_F(RecordQueueTest, AReadSeesTheWritesBeforeItAndNoneAfter) {
  store_.hold();
  open();
  create();
  store_.wait_until_entered();
  append(1);
  std::optional<std::size_t> seen;
  queue_->read([](storage::Store& store) { return store.load("one")->events.size(); },
               [&](std::optional<std::size_t> events) { seen = events; });
  append(2);
  store_.release();
  run_until(3);
  EXPECT_EQ(seen, 1u);
}

TEST_F(RecordQueueTest, AFailedReadGivesNothing) {
  open();
  store_.fail(true);
  std::optional<bool> got_something;
  queue_->read([](storage::Store& store) { return store.load("one"); },
               [&](const auto& record) { got_something = record.has_value(); });
  append(1);
  run_until(1);
  EXPECT_EQ(got_something, false);
}

TEST_F(RecordQueueTest, ClosingFinishesWhatWaits) {
  store_.hold();
  open();
  create();
  store_.wait_until_entered();
  for (int v = 1; v <= 50; ++v) append(v);
  store_.release();
  queue_.reset();
  EXPECT_EQ(store_.load("one")->events.size(), 50u);
}

// Of many rooms that wait for one commit, a defect in one is not the others'.
TEST_F(RecordQueueTest, ACompletionThatThrowsHoldsUpNoOther) {
  store_.hold();
  open();
  create();
  queue_->commit({}, [](Persisted) { throw std::runtime_error("defect"); });
  append(1);
  store_.release();
  run_until(2);
  EXPECT_THAT(outcomes_, ElementsAre(Outcome{0, Persisted::done}, Outcome{1, Persisted::done}));
}

}  // namespace
}  // namespace server
