#include "server/records/record_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdlib>
#include <future>
#include <iostream>
#include <numeric>
#include <system_error>
#include <thread>

#include "server/base/attempt.h"
#include "tests/address_space.h"
#include "tests/server/run_until.h"
#include "tests/storage/memory_store.h"
#include "tests/storage/sample_game.h"

namespace server {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
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
    if (losing_) {
      MemoryStore::commit(writes);
      throw storage::OutcomeUnknown("the connection was lost");
    }
    if (taken_over_) throw storage::TakenOver();
    if (misnaming_.exchange(false)) throw storage::WriteFailed("defect", writes.size());
    if (broken_.exchange(false)) throw "no exception of the standard library";
    for (std::size_t i = 0; i < writes.size(); ++i) {
      if (std::holds_alternative<storage::EndSession>(writes[i])) throw storage::WriteFailed("poison", i);
    }
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
  /// Until the record thread has taken its batch and stands in commit(), for the `times`th time.
  void wait_until_entered(int times = 1) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this, times] { return entered_ >= times; });
  }
  void fail(bool failing) { failing_ = failing; }
  void lose(bool losing) { losing_ = losing; }
  void take_over() { taken_over_ = true; }
  /// The next commit alone.
  void misname() { misnaming_ = true; }
  void break_once() { broken_ = true; }
  const std::vector<std::size_t>& commits() const { return commits_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  int entered_ = 0;
  std::atomic<bool> failing_ = false;
  std::atomic<bool> losing_ = false;
  std::atomic<bool> taken_over_ = false;
  std::atomic<bool> misnaming_ = false;
  std::atomic<bool> broken_ = false;
  std::vector<std::size_t> commits_;
};

class RecordQueueTest : public testing::Test {
 protected:
  void open(RecordQueue::Options options = {}) {
    queue_.emplace(store_, io_.get_executor(),
                   RecordMeter{.failed = [this] { ++failures_; }, .taken_over = [this] { ++takeovers_; }},
                   options);
  }
  void append(int v) {
    queue_->commit({storage::Append{sample_event("one", v), {}, {}}},
                   [this, v](Persisted outcome) { completed(v, outcome); });
  }
  void poison() {
    queue_->commit({storage::Heartbeat{1}, storage::EndSession{"poison"}},
                   [this](Persisted outcome) { completed(-1, outcome); });
  }
  void create() {
    queue_->commit({storage::CreateGame{sample_game("one")}},
                   [this](Persisted outcome) { completed(0, outcome); });
  }
  void completed(int v, Persisted outcome) { outcomes_.emplace_back(v, outcome); }
  /// Runs the network thread until so many requests are completed.
  void run_until(std::size_t count) {
    run_io_until(io_, [&] { return outcomes_.size() >= count; });
  }

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<RecordQueue::Executor> keep_running_{io_.get_executor()};
  std::atomic<int> failures_ = 0;  // Counted on the record thread, and where records are read.
  std::atomic<int> takeovers_ = 0;
  TestStore store_;
  std::optional<RecordQueue> queue_;
  std::vector<std::pair<int, Persisted>> outcomes_;
  std::vector<std::optional<std::size_t>> read_;
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
  open({.max_waiting = 2});
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

// Of two addresses that rename themselves all the time.
TEST_F(RecordQueueTest, WritesOfOthersTakeNoPlaceOfAMove) {
  store_.hold();
  open({.max_waiting = 4, .max_others_waiting = 2});
  create();
  store_.wait_until_entered();
  for (int i = 10; i < 15; ++i)
    queue_->commit({storage::RenameUser{"u_lin", "Lin"}},
                   [this, i](Persisted outcome) { completed(i, outcome); });
  append(1);
  EXPECT_EQ(queue_->waiting(), 3u);
  store_.release();
  run_until(7);
  EXPECT_THAT(outcomes_, testing::Contains(Outcome{1, Persisted::done}));
  EXPECT_EQ(std::ranges::count(outcomes_, Persisted::busy, &Outcome::second), 3);
}

// Who is told "failed" tries again, and what he tries may be there already.
TEST_F(RecordQueueTest, ACommitWithoutAnAnswerIsNoFailure) {
  open();
  create();
  run_until(1);
  store_.lose(true);
  append(1);
  run_until(2);
  EXPECT_EQ(outcomes_[1], (Outcome{1, Persisted::unknown}));
  EXPECT_EQ(failures_, 1) << "for the operator it is one";
  store_.lose(false);
  append(2);
  run_until(3);
  EXPECT_EQ(outcomes_[2], (Outcome{2, Persisted::done}));
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

TEST_F(RecordQueueTest, ARequestThatCannotBeCarriedOutFailsAlone) {
  store_.hold();
  open({.first_rest = std::chrono::hours(1), .longest_rest = std::chrono::hours(1)});
  create();
  store_.wait_until_entered();
  append(1);
  poison();
  append(2);
  poison();
  append(3);
  store_.release();
  run_until(6);
  EXPECT_THAT(outcomes_, ElementsAre(Outcome{0, Persisted::done}, Outcome{1, Persisted::done},
                                     Outcome{-1, Persisted::failed}, Outcome{2, Persisted::done},
                                     Outcome{-1, Persisted::failed}, Outcome{3, Persisted::done}));
  EXPECT_THAT(store_.commits(), ElementsAre(1, 7, 5, 3));
  EXPECT_EQ(store_.load("one")->events.size(), 3u);
  EXPECT_EQ(failures_, 2);
  append(4);
  run_until(7);  // Or this test would take an hour.
}

TEST_F(RecordQueueTest, OfTooManyThatCannotBeCarriedOutTheBatchFails) {
  store_.hold();
  open({.first_rest = milliseconds(1), .longest_rest = milliseconds(1)});
  create();
  store_.wait_until_entered();
  append(1);
  for (int i = 0; i < 20; ++i) poison();
  store_.release();
  run_until(22);
  EXPECT_EQ(outcomes_[1], (Outcome{1, Persisted::failed}));
  append(1);
  run_until(23);
  EXPECT_EQ(outcomes_[22], (Outcome{1, Persisted::done}));
}

// It ended the process, and with it all games.
TEST_F(RecordQueueTest, ADefectOfTheStoreFailsItsBatchAlone) {
  open({.first_rest = milliseconds(1), .longest_rest = milliseconds(1)});
  store_.misname();
  create();
  run_until(1);
  EXPECT_EQ(outcomes_[0], (Outcome{0, Persisted::failed}));
  store_.break_once();
  create();
  run_until(2);
  EXPECT_EQ(outcomes_[1], (Outcome{0, Persisted::unknown}));
  create();
  run_until(3);
  EXPECT_EQ(outcomes_[2], (Outcome{0, Persisted::done}));
  EXPECT_EQ(failures_, 2);
}

TEST_F(RecordQueueTest, AReadSeesWhatWasAcknowledgedBefore) {
  open();
  create();
  append(1);
  run_until(2);
  std::optional<std::size_t> seen;
  queue_->read([](storage::Reader& records) { return records.load("one")->events.size(); },
               [&](std::optional<std::size_t> events) { seen = events; });
  run_io_until(io_, [&] { return seen.has_value(); });
  EXPECT_EQ(seen, 1u);
}

TEST_F(RecordQueueTest, AReadDoesNotWaitForAWriteNorCutItsBatch) {
  open();
  create();
  run_until(1);
  store_.hold();
  append(1);
  store_.wait_until_entered(2);
  for (int v = 2; v <= 100; ++v) {
    append(v);
    queue_->read([](storage::Reader& records) { return records.load("one")->events.size(); },
                 [&](std::optional<std::size_t> events) { read_.push_back(events); });
  }
  run_io_until(io_, [&] { return read_.size() >= 99; });
  EXPECT_EQ(outcomes_.size(), 1u) << "all were read while the first commit was held up";
  store_.release();
  run_until(101);
  EXPECT_THAT(store_.commits(), ElementsAre(1, 1, 99));
}

// A full disk was asked again at once, by every room with a flag that had fallen.
TEST_F(RecordQueueTest, RestsLongerAfterEachFailureAndNotAfterASuccess) {
  open({.first_rest = milliseconds(20), .longest_rest = milliseconds(40)});
  store_.fail(true);
  create();  // Asks again whenever it has failed, like a room whose flag has fallen.
  const auto began = steady_clock::now();
  while (outcomes_.size() < 4) {
    const std::size_t before = outcomes_.size();
    run_until(before + 1);
    EXPECT_EQ(outcomes_.back().second, Persisted::failed);
    create();
  }
  EXPECT_GE(steady_clock::now() - began, milliseconds(20 + 40 + 40));
  store_.fail(false);
  run_until(5);
  EXPECT_EQ(outcomes_.back().second, Persisted::done);
}

TEST_F(RecordQueueTest, ClosingDoesNotWaitForTheRest) {
  open({.first_rest = std::chrono::hours(1), .longest_rest = std::chrono::hours(1)});
  store_.fail(true);
  create();
  run_until(1);
  queue_.reset();  // Or this test would take an hour.
}

TEST_F(RecordQueueTest, CommitsKeepTheirDistanceWhileRequestsComeFast) {
  open({.pace = {.apart = milliseconds(500), .fast = 0}});
  create();
  run_until(1);
  for (int v = 1; v <= 40; ++v) append(v);
  run_until(41);
  const std::vector<std::size_t> commits = store_.commits();
  EXPECT_EQ(std::accumulate(commits.begin(), commits.end(), std::size_t{0}), 41u);
  EXPECT_LT(commits.size(), 10u) << "2 where the machine does not stand still between two appends";
}

TEST_F(RecordQueueTest, InQuietTimesACommitBeginsAtOnce) {
  open({.pace = {.apart = std::chrono::hours(1), .fast = 1'000'000}});
  create();
  run_until(1);
  append(1);
  run_until(2);  // Or this test would take an hour.
}

TEST_F(RecordQueueTest, TellsWhoRunsTheServerThatItWasTakenOver) {
  open();
  create();
  run_until(1);
  EXPECT_EQ(takeovers_, 0);
  store_.take_over();
  append(1);
  run_until(2);
  EXPECT_EQ(outcomes_[1].second, Persisted::failed) << "nothing was written";
  EXPECT_EQ(takeovers_, 1);
}

// The alert on failures of the store was silent, and they were counted as defects.
TEST_F(RecordQueueTest, AFailedReadGivesNothingAndIsNoDefect) {
  open();
  store_.fail(true);
  const std::size_t defects = failed_attempts();
  std::optional<bool> got_something;
  queue_->read([](storage::Reader& records) { return records.load("one"); },
               [&](const auto& record) { got_something = record.has_value(); });
  run_io_until(io_, [&] { return got_something.has_value(); });
  EXPECT_EQ(got_something, false);
  EXPECT_EQ(failures_, 1);
  EXPECT_EQ(failed_attempts(), defects);
}

TEST_F(RecordQueueTest, AReadThatIsADefectGivesNothing) {
  open();
  const std::size_t defects = failed_attempts();
  std::optional<bool> got_something;
  queue_->read([](storage::Reader&) -> int { throw std::runtime_error("defect"); },
               [&](std::optional<int> number) { got_something = number.has_value(); });
  run_io_until(io_, [&] { return got_something.has_value(); });
  EXPECT_EQ(got_something, false);
  EXPECT_EQ(failures_, 0);
  EXPECT_EQ(failed_attempts(), defects + 1);
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

#ifdef SANQI_CAN_LIMIT_ADDRESS_SPACE
/// With one thread, and no second.
[[noreturn]] void open_with_one_thread_left() {
  boost::asio::io_context io;
  TestStore store;
  limit_address_space();
  std::atomic<bool> ends = false;
  std::thread last([&ends] { ends.wait(false); });
  try {
    for (;;) std::thread([] { ::pause(); }).detach();
  } catch (const std::system_error&) {
    // There is no room for another.
  }
  ends = true;
  ends.notify_all();
  last.join();
  try {
    const RecordQueue queue(store, io.get_executor());
  } catch (const std::system_error&) {
    std::cerr << "there is no thread for it";
    std::_Exit(0);
  }
  std::_Exit(1);
}

// Of a server with as many threads as it may have the one that ran was not joined: it ended without a word.
TEST(RecordQueueDeathTest, SaysWhereTheSystemHasNoRoomForItsThreads) {
  EXPECT_EXIT(open_with_one_thread_left(), testing::ExitedWithCode(0), "there is no thread for it");
}
#endif

}  // namespace
}  // namespace server
