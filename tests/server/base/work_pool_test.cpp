#include "server/base/work_pool.h"
#include "tests/server/run_until.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <future>
#include <stdexcept>

namespace server {
namespace {

using testing::ElementsAre;
using Lane = WorkPool::Lane;

class WorkPoolTest : public testing::Test {
 protected:
  void open(WorkPool::Options options = {}) { pool_.emplace(io_.get_executor(), options); }

  /// Until release(), the lane works on this. Returns when it has begun.
  void hold(Lane lane) {
    std::promise<void> begun;
    pool_->run(
        {lane, "holder"},
        [&begun, released = released_.get_future().share()] {
          begun.set_value();
          released.wait();
          return true;
        },
        [](std::optional<bool>) {});
    begun.get_future().wait();
  }
  void release() { released_.set_value(); }

  void run(Lane lane, const std::string& asker, int number) {
    pool_->run(
        {lane, asker}, [number] { return number; },
        [this, number](std::optional<int> result) {
          EXPECT_EQ(result.value_or(number), number);
          (result ? done_ : refused_).push_back(number);
        });
  }
  void run_until(std::size_t answers) {
    run_io_until(io_, [&] { return done_.size() + refused_.size() >= answers; });
  }

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<WorkPool::Executor> keep_running_{io_.get_executor()};
  std::promise<void> released_;
  std::optional<WorkPool> pool_;
  std::vector<int> done_;
  std::vector<int> refused_;
};

TEST_F(WorkPoolTest, AnswersOnTheNetworkThreadAndNeverInsideTheCall) {
  open();
  run(Lane::quick, "a", 1);
  EXPECT_THAT(done_, ElementsAre());
  run_until(1);
  EXPECT_THAT(done_, ElementsAre(1));
}

TEST_F(WorkPoolTest, ALookUpDoesNotWaitForReplays) {
  open();
  hold(Lane::slow);
  run(Lane::slow, "a", 1);
  run(Lane::quick, "a", 2);
  run_until(1);
  EXPECT_THAT(done_, ElementsAre(2)) << "while the slow lane is held up";
  release();
  run_until(2);
}

TEST_F(WorkPoolTest, OneAddressCannotFillALaneForOthers) {
  open({.max_slow = 4});
  hold(Lane::slow);
  for (int number = 1; number <= 10; ++number) run(Lane::slow, "greedy", number);
  run(Lane::slow, "modest", 100);
  EXPECT_EQ(pool_->waiting(), 4u);
  run_until(7);
  EXPECT_THAT(refused_, ElementsAre(5, 6, 7, 8, 9, 10, 4)) << "refused at once, while nothing is served";
  release();
  run_until(11);
  EXPECT_THAT(done_, ElementsAre(1, 100, 2, 3)) << "and served in turns";
}

// A subscriber's /48 had as many turns as it has networks.
TEST_F(WorkPoolTest, TheNetworksOfASiteHaveOneTurn) {
  open({.max_slow = 8});
  hold(Lane::slow);
  for (int number = 1; number <= 16; ++number)
    run(Lane::slow, "2001:db8:1:" + std::to_string(number) + "::/64", number);
  run(Lane::slow, "2001:db8:2:1::/64", 100);
  run_until(9);
  EXPECT_THAT(refused_, ElementsAre(9, 10, 11, 12, 13, 14, 15, 16, 8));
  release();
  run_until(17);
  EXPECT_THAT(done_, ElementsAre(1, 100, 2, 3, 4, 5, 6, 7));
}

TEST_F(WorkPoolTest, WorkThatThrowsAnswersNothingAndTheThreadGoesOn) {
  open();
  bool empty = false;
  pool_->run(
      {}, []() -> int { throw std::runtime_error("disk I/O error"); },
      [&](std::optional<int> result) { empty = !result; });
  run(Lane::quick, "a", 1);
  run_until(1);
  EXPECT_TRUE(empty);
  EXPECT_THAT(done_, ElementsAre(1));
}

// Else the thread might let go last of what a completion holds, too: a connection would end there.
TEST_F(WorkPoolTest, ItsThreadHasLetGoOfTheWorkBeforeTheCompletionCanRun) {
  open();
  std::promise<std::size_t> completions;
  std::shared_ptr<void> held(this, [&](void*) { completions.set_value(io_.poll_one()); });
  pool_->run(
      {}, [held = std::move(held)] { return true; }, [](std::optional<bool>) {});
  EXPECT_EQ(completions.get_future().get(), 0u);
}

}  // namespace
}  // namespace server
