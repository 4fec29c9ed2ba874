#include "engine/core/huge_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace engine {
namespace {

struct alignas(64) Line {
  std::uint64_t words[8] = {1, 2, 3, 4, 5, 6, 7, 8};
};
using Lines = std::vector<Line, HugePageAllocator<Line>>;

std::uintptr_t address(const Lines& lines) {
  return reinterpret_cast<std::uintptr_t>(lines.data());
}

// Only whole huge pages can be such, so a table begins where one does.
TEST(HugePages, ABigTableBeginsAtAPage) {
  for (const std::size_t bytes : {kHugePageBytes, 3 * kHugePageBytes, 2 * kHugePageBytes + 64}) {
    Lines lines(bytes / sizeof(Line));
    EXPECT_EQ(address(lines) % kHugePageBytes, 0u);
    EXPECT_EQ(lines.front().words[0], 1u);
    EXPECT_EQ(lines.back().words[7], 8u);
    lines.back().words[7] = 9;
    const Lines copy = lines;
    lines = Lines(1);
    EXPECT_EQ(copy.back().words[7], 9u);
  }
}

TEST(HugePages, ASmallTableTakesWhatItNeeds) {
  for (int i = 0; i < 100; ++i) {
    const Lines lines(static_cast<std::size_t>(i));
    EXPECT_EQ(address(lines) % alignof(Line), 0u);
  }
}

}  // namespace
}  // namespace engine
