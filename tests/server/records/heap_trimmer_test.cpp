#include "server/records/heap_trimmer.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <memory>
#include <vector>

#include "server/base/usable_memory.h"
#include "tests/patience.h"
#include "tests/storage/memory_store.h"

namespace server {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

using Thing = std::array<char, 1'000>;

/// Each time that memory is given back begins with a commit.
class CountingStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    ++commits;
    return MemoryStore::commit(writes);
  }

  std::atomic<int> commits = 0;
};

class SpareMemoryTest : public testing::Test {
 protected:
  /// Takes and frees 64 MiB in small things. What lies above holds them fast, so that the allocator alone
  /// would give nothing back.
  void use_much() {
    const std::size_t before = resident_memory();
    std::vector<std::unique_ptr<Thing>> things(64 * kMebibyte / sizeof(Thing));
    for (auto& thing : things) thing = std::make_unique<Thing>();
    fast_.push_back(std::make_unique<Thing>());
    ASSERT_GT(resident_memory(), before + 60 * kMebibyte);
    for (auto& thing : things) thing.reset();
    ASSERT_GT(resident_memory(), before + 60 * kMebibyte);
  }
  /// Waits until the process is no larger than this.
  bool shrinks_to(std::size_t bytes) {
    const auto deadline = std::chrono::steady_clock::now() + patience();
    while (resident_memory() > bytes && std::chrono::steady_clock::now() < deadline)
      io_.run_one_for(std::chrono::milliseconds(10));
    return resident_memory() <= bytes;
  }

  void run_until_commits(int count) {
    const auto deadline = std::chrono::steady_clock::now() + patience();
    while (store_.commits < count && std::chrono::steady_clock::now() < deadline)
      io_.run_one_for(std::chrono::milliseconds(10));
    ASSERT_GE(store_.commits, count);
  }

  CountingStore store_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<RecordQueue::Executor> keep_running_{io_.get_executor()};
  RecordQueue records_{store_, io_.get_executor()};
  std::vector<std::unique_ptr<Thing>> fast_;
};

TEST_F(SpareMemoryTest, GivesBackWhatManySmallThingsHeld) {
  const HeapTrimmer spare(io_.get_executor(), records_,
                          {.step = std::chrono::milliseconds(1), .worth_it = kMebibyte});
  const std::size_t before = resident_memory();
  use_much();
  EXPECT_TRUE(shrinks_to(before + 8 * kMebibyte));
}

// The allocator counts as free what was given back as well: when that was used and freed between two looks it
// had as much free as before, and kept it.
TEST_F(SpareMemoryTest, GivesBackWhatIsUsedAgainBetweenTwoLooks) {
  const HeapTrimmer spare(io_.get_executor(), records_,
                          {.step = std::chrono::milliseconds(1), .worth_it = kMebibyte});
  const std::size_t before = resident_memory();
  for (int time = 0; time < 3; ++time) {
    use_much();
    EXPECT_TRUE(shrinks_to(before + 8 * kMebibyte)) << time;
  }
}

// What was in use when memory was given back, and is freed later, does not change the process' size: it was
// kept until the next busy time, 40 MiB after an hour of attacks.
TEST_F(SpareMemoryTest, GivesBackWhatIsFreedAfterMemoryWasGivenBack) {
  const std::size_t before = resident_memory();
  std::vector<std::unique_ptr<Thing>> things(64 * kMebibyte / sizeof(Thing));
  for (auto& thing : things) thing = std::make_unique<Thing>();
  const HeapTrimmer spare(io_.get_executor(), records_,
                          {.step = std::chrono::milliseconds(1), .worth_it = 8 * kMebibyte, .settle = 3});
  // The first half makes it look, the other is freed after it has looked, until which the size does not fall.
  std::vector<std::unique_ptr<Thing>> more(32 * kMebibyte / sizeof(Thing));
  for (auto& thing : more) thing = std::make_unique<Thing>();
  fast_.push_back(std::make_unique<Thing>());
  more.clear();
  ASSERT_TRUE(shrinks_to(before + 72 * kMebibyte));
  things.clear();
  EXPECT_TRUE(shrinks_to(before + 8 * kMebibyte));
}

// Of what attackers had nothing was free at the first time, and all ten minutes later: 57 MiB were kept.
TEST_F(SpareMemoryTest, GivesBackWhatIsFreedWhenTimesBeforeGaveNothing) {
  const std::size_t before = resident_memory();
  std::vector<std::unique_ptr<Thing>> things(64 * kMebibyte / sizeof(Thing));
  const HeapTrimmer spare(io_.get_executor(), records_,
                          {.step = std::chrono::milliseconds(1), .worth_it = 8 * kMebibyte, .settle = 3});
  for (auto& thing : things) thing = std::make_unique<Thing>();
  fast_.push_back(std::make_unique<Thing>());
  run_until_commits(3);
  things.clear();
  EXPECT_TRUE(shrinks_to(before + 8 * kMebibyte));
}

TEST_F(SpareMemoryTest, EndsWithSoManyTimesThatGiveNothing) {
  const HeapTrimmer spare(
      io_.get_executor(), records_,
      {.step = std::chrono::milliseconds(1), .worth_it = 8 * kMebibyte, .settle = 1, .last = 3});
  std::vector<std::unique_ptr<Thing>> things(64 * kMebibyte / sizeof(Thing));
  for (auto& thing : things) thing = std::make_unique<Thing>();
  run_until_commits(3);
  for (int looks = 0; looks < 20; ++looks) io_.run_one_for(std::chrono::milliseconds(10));
  EXPECT_EQ(store_.commits, 3);
}

}  // namespace
}  // namespace server
