#include "server/base/usable_memory.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMiB = std::size_t{1} << 20;

/// A system in which the process is in the control group system.slice/sanqi.service.
class UsableMemoryTest : public testing::Test {
 protected:
  UsableMemoryTest() {
    fs::create_directories(root() / "proc/self");
    fs::create_directories(root() / "sys/fs/cgroup/system.slice/sanqi.service");
    std::ofstream(root() / "proc/self/cgroup") << "1:name=systemd:/other\n0::/system.slice/sanqi.service\n";
  }

  fs::path root() const { return folder_ / "."; }
  void limit(const char* group, const char* bytes) const {
    std::ofstream(root() / "sys/fs/cgroup" / group / "memory.max") << bytes << '\n';
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(UsableMemoryTest, IsThatOfTheMachineWithoutLimits) {
  const std::size_t machine = usable_memory("/nowhere");
  EXPECT_GT(machine, 100 * kMiB);
  EXPECT_EQ(usable_memory(root()), machine);
  limit("system.slice/sanqi.service", "max");
  EXPECT_EQ(usable_memory(root()), machine);
  limit("system.slice", "18446744073709551615");
  EXPECT_EQ(usable_memory(root()), machine);
}

TEST_F(UsableMemoryTest, IsTheLeastLimitOfTheGroupsAround) {
  limit("system.slice/sanqi.service", "50331648");
  EXPECT_EQ(usable_memory(root()), 48 * kMiB);
  limit("system.slice", "33554432");
  EXPECT_EQ(usable_memory(root()), 32 * kMiB);
  limit("", "16777216");  // As a container sees its own.
  EXPECT_EQ(usable_memory(root()), 16 * kMiB);
}

}  // namespace
}  // namespace server
