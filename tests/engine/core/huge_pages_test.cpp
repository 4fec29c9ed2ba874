#include "engine/core/huge_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
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

TEST(HugePages, ASmallTableIsAlignedAsItsElements) {
  for (std::size_t i = 1; i < 100; ++i) EXPECT_EQ(address(Lines(i)) % alignof(Line), 0u);
}

/// The flags of the mapping that holds the address ("VmFlags: rd wr ... hg"); nothing where the kernel does
/// not tell them.
std::string flags_of_mapping(std::uintptr_t address) {
  std::ifstream smaps("/proc/self/smaps");
  bool here = false;
  for (std::string line; std::getline(smaps, line);) {
    std::istringstream text(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    if (text >> std::hex >> begin >> dash >> end && dash == '-') here = begin <= address && address < end;
    if (here && line.starts_with("VmFlags:")) return line + ' ';
  }
  return {};
}

TEST(HugePages, AreAskedForByABigTable) {
  if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) GTEST_SKIP() << "this kernel has none";
  const Lines lines(2 * kHugePageBytes / sizeof(Line));
  const std::string flags = flags_of_mapping(address(lines));
  if (flags.empty()) GTEST_SKIP() << "this kernel does not tell";
  EXPECT_NE(flags.find(" hg "), std::string::npos) << flags;
}

}  // namespace
}  // namespace engine
