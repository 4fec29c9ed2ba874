#include "server/cluster/lease_renewal.h"
#include "tests/server/run_until.h"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <future>

namespace server {
namespace {

using std::chrono::milliseconds;

enum class Fate { lives, finds_orphans, fails, is_taken_over };

/// A lease that does what it is told, and counts.
class TestLease final : public storage::Lease {
 public:
  explicit TestLease(std::atomic<Fate>& fate, std::atomic<int>& renewals)
      : fate_(fate), renewals_(renewals) {}
  bool renew() override {
    ++renewals_;
    renewals_.notify_all();
    if (fate_ == Fate::fails) throw storage::Error("the database is away");
    if (fate_ == Fate::is_taken_over) throw storage::TakenOver();
    return fate_ == Fate::finds_orphans;
  }

 private:
  std::atomic<Fate>& fate_;
  std::atomic<int>& renewals_;
};

class LeaseRenewalTest : public testing::Test {
 protected:
  void begin() {
    renewal_.emplace(std::make_unique<TestLease>(fate_, renewals_), io_.get_executor(),
                     LeaseRenewal::Events{.orphans = [this] { ++orphans_; },
                                          .taken_over = [this] { taken_over_.set_value(); }},
                     milliseconds(1));
  }
  void wait_for_renewals(int more) {
    const int wanted = renewals_ + more;
    for (int now = renewals_; now < wanted; now = renewals_) renewals_.wait(now);
  }

  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<LeaseRenewal::Executor> keep_running_{io_.get_executor()};
  std::atomic<Fate> fate_ = Fate::lives;
  std::atomic<int> renewals_ = 0;
  int orphans_ = 0;
  std::promise<void> taken_over_;
  std::optional<LeaseRenewal> renewal_;
};

TEST_F(LeaseRenewalTest, RenewsAgainAndAgain) {
  begin();
  wait_for_renewals(5);
  renewal_.reset();
  EXPECT_EQ(io_.poll(), 0u) << "and nobody hears of it";
}

TEST_F(LeaseRenewalTest, TellsTheNetworkThreadOfOrphans) {
  fate_ = Fate::finds_orphans;
  begin();
  wait_for_renewals(2);
  EXPECT_EQ(orphans_, 0) << "not on its own thread";
  run_one_event(io_);
  EXPECT_EQ(orphans_, 1);
}

TEST_F(LeaseRenewalTest, AFailureIsNotTheEnd) {
  fate_ = Fate::fails;
  begin();
  wait_for_renewals(3);
  fate_ = Fate::finds_orphans;
  run_one_event(io_);
  EXPECT_EQ(orphans_, 1);
}

TEST_F(LeaseRenewalTest, ATakeoverIs) {
  begin();
  wait_for_renewals(1);
  fate_ = Fate::is_taken_over;
  taken_over_.get_future().wait();
  const int renewals = renewals_;
  renewal_.reset();
  EXPECT_EQ(renewals_, renewals);
}

TEST_F(LeaseRenewalTest, WithoutALeaseThereIsNothingToDo) {
  renewal_.emplace(nullptr, io_.get_executor(), LeaseRenewal::Events(), milliseconds(1));
  renewal_.reset();
  EXPECT_EQ(io_.poll(), 0u);
}

}  // namespace
}  // namespace server
