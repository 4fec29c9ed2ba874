#include "storage/sqlite/file_claim.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "storage/store.h"
#include "tests/storage/temporary_folder.h"

namespace storage {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// What a claim is refused with; empty when it is not refused.
std::string refusal(const std::filesystem::path& database) {
  try {
    const FileClaim claim(database);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(FileClaimTest, RefusesTheSecondAndNamesTheFirst) {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  const std::string pid = "(pid " + std::to_string(::getpid()) + ")";
  FileClaim claim(file);
  EXPECT_THAT(refusal(file), AllOf(StartsWith(file.string() + " is in use by another server " + pid),
                                   HasSubstr("--database")));
  claim.publish("http://127.0.0.1:65535");
  EXPECT_THAT(refusal(file),
              StartsWith(file.string() + " is already served at http://127.0.0.1:65535 " + pid));
  claim.publish("http://[::1]:80");  // Nothing of a longer address is left.
  EXPECT_THAT(refusal(file), HasSubstr("at http://[::1]:80 (pid"));
  EXPECT_EQ(refusal(folder / "other.db"), "");
}

TEST(FileClaimTest, AFileOfTwoNamesIsOneFile) {
  const TemporaryFolder folder;
  create_directory(folder / "data");
  create_directory_symlink(folder / "data", folder / "link");
  const FileClaim claim(folder / "data/games.db");
  EXPECT_NE(refusal(folder / "link/games.db"), "");
  EXPECT_NE(refusal(folder / "data/../data/games.db"), "");
}

TEST(FileClaimTest, EndsWithItsOwner) {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  std::optional<FileClaim> claim(file);
  claim->publish("http://127.0.0.1:8080");
  claim.reset();
  EXPECT_EQ(refusal(file), "");
}

TEST(FileClaimTest, EndsWithAProcessThatIsKilled) {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  int claimed[2];
  ASSERT_EQ(::pipe(claimed), 0);
  const pid_t other = ::fork();
  if (other == 0) {
    const FileClaim claim(file);
    if (::write(claimed[1], "y", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char yes = 0;
  ASSERT_EQ(::read(claimed[0], &yes, 1), 1);
  EXPECT_THAT(refusal(file), HasSubstr("(pid " + std::to_string(other) + ")"));
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  EXPECT_EQ(refusal(file), "");
  ::close(claimed[0]);
  ::close(claimed[1]);
}

TEST(FileClaimTest, MakesTheFolderAndSaysWhenItCannot) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal(folder / "new/data/games.db"), "");
  EXPECT_TRUE(exists(folder / "new/data/games.db-lock"));
  EXPECT_THAT(
      refusal("/proc/no/such/games.db"),
      AllOf(StartsWith("cannot open /proc/no/such/games.db-lock: "), EndsWith("No such file or directory")));
}

}  // namespace
}  // namespace storage
