#include "storage/open_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/storage/sample_game.h"
#include "tests/storage/temporary_folder.h"

namespace storage {
namespace {

TEST(OpenStoreTest, KnowsAddressesFromFiles) {
  EXPECT_TRUE(is_postgres("postgresql://sanqi@db/sanqi"));
  EXPECT_TRUE(is_postgres("postgres:///sanqi"));
  for (const char* file : {"", "/var/lib/sanqi/sanqi.db", "postgresql.db", "postgresql:db"})
    EXPECT_FALSE(is_postgres(file)) << file;
}

TEST(OpenStoreTest, AFileIsMadeAndNothingIsKeptWithoutOne) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "games.db";
  EXPECT_EQ(commit_one(*open_store(file.string()), CreateGame{sample_game()}), WriteResult::done);
  EXPECT_TRUE(exists(file));
  EXPECT_TRUE(open_store(file.string())->open_reader()->load(sample_game().id));
  EXPECT_FALSE(open_store("")->open_reader()->load(sample_game().id));
}

// One line that says what is wrong, whether it is the program or the database.
TEST(OpenStoreTest, APostgresThatCannotBeHadIsOneClearLine) {
#ifdef SANQI_POSTGRES
  const char* const complaint = "cannot reach the database: ";
#else
  const char* const complaint = "this server was built without PostgreSQL";
#endif
  const auto open = [] { open_store("postgresql:///sanqi?host=/no/such/folder"); };
  EXPECT_THAT(open, testing::ThrowsMessage<Error>(testing::AllOf(testing::StartsWith(complaint),
                                                                 testing::Not(testing::HasSubstr("\n")))));
}

}  // namespace
}  // namespace storage
