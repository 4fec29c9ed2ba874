#include "server/records/spare_memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <fstream>
#include <memory>
#include <vector>

#include "storage/memory/memory_store.h"
#include "tests/patience.h"

namespace server {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

/// Memory of this process that is not on any other medium.
std::size_t resident() {
  std::size_t all = 0, pages = 0;
  std::ifstream("/proc/self/statm") >> all >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// What lies above holds it fast, so that the allocator alone would give nothing back.
TEST(SpareMemoryTest, GivesBackWhatManySmallThingsHeld) {
  storage::MemoryStore store;
  boost::asio::io_context io(1);
  const auto keep_running = boost::asio::make_work_guard(io);
  RecordQueue records(store, io.get_executor());
  const SpareMemory spare(io.get_executor(), records,
                          {.step = std::chrono::milliseconds(1), .worth_it = kMebibyte});
  const std::size_t before = resident();
  using Thing = std::unique_ptr<std::array<char, 1'000>>;
  std::vector<Thing> things(64 * kMebibyte / sizeof *Thing());
  for (Thing& thing : things) thing = std::make_unique<Thing::element_type>();
  const auto fast = std::make_unique<Thing::element_type>();
  ASSERT_GT(resident(), before + 60 * kMebibyte);
  for (Thing& thing : things) thing.reset();
  ASSERT_GT(resident(), before + 60 * kMebibyte);
  const auto deadline = std::chrono::steady_clock::now() + patience();
  while (resident() > before + 8 * kMebibyte && std::chrono::steady_clock::now() < deadline)
    io.run_one_for(std::chrono::milliseconds(10));
  EXPECT_LE(resident(), before + 8 * kMebibyte);
}

}  // namespace
}  // namespace server
