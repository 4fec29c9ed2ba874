#include "storage/sqlite/back_up.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "storage/sqlite/sqlite_store.h"
#include "storage/store.h"
#include "tests/storage/temporary_folder.h"

namespace storage {
namespace {

/// The system kills the process when the copy has 64 KiB.
[[noreturn]] void back_up_a_part(const std::filesystem::path& file,
                                 const std::filesystem::path& copy) noexcept {
  const rlimit limit{64 << 10, 64 << 10};
  std::signal(SIGXFSZ, SIG_DFL);
  ::setrlimit(RLIMIT_FSIZE, &limit);
  back_up(file, copy);
  ::_exit(0);
}

TEST(BackUpTest, HasItsNameWhenItIsWhole) {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  const auto copy = folder / "copy.db";
  { const SqliteStore store(file); }
  const pid_t child = ::fork();
  if (child == 0) back_up_a_part(file, copy);
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ) << status;
  EXPECT_FALSE(exists(copy));
}

// To a disk that is not there: the copy would be on this one, in the place of the link.
TEST(BackUpTest, LeavesALinkThatLeadsNowhere) {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  const auto copy = folder / "copy.db";
  { const SqliteStore store(file); }
  std::filesystem::create_symlink(folder / "away" / "copy.db", copy);
  EXPECT_THROW(back_up(file, copy), Error);
  EXPECT_TRUE(is_symlink(copy));
}

}  // namespace
}  // namespace storage
