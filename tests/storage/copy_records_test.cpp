#include "storage/copy_records.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "storage/sqlite/sqlite_store.h"
#include "tests/storage/sample_game.h"
#include "tests/storage/temporary_folder.h"
#ifdef SANQI_POSTGRES
#include "storage/postgres/postgres_tables.h"
#include "tests/storage/postgres_fixture.h"
#endif

namespace storage {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// More than are on their way at a time.
constexpr int kRows = 1'201;

std::vector<std::string> texts(SQLite::Database& database, const std::string& query) {
  std::vector<std::string> all;
  for (SQLite::Statement rows(database, query); rows.executeStep();) all.push_back(rows.getColumn(0));
  return all;
}

/// What servers make themselves, in every database anew.
const std::set<std::string> kOfServers{"schema_version", "library_salt", "library_index",
                                       "positions_seen", "move_stats",   "collections_to_index"};

/// Every table that is copied with its rows, each column with its type.
std::map<std::string, std::vector<std::string>> dump(const std::filesystem::path& file) {
  SQLite::Database database(file.string());
  std::map<std::string, std::vector<std::string>> tables;
  for (const std::string& table : texts(database, "SELECT name FROM sqlite_master WHERE type = 'table'")) {
    if (kOfServers.contains(table)) continue;
    for (SQLite::Statement rows(database, "SELECT * FROM " + table); rows.executeStep();) {
      std::string text;
      for (int i = 0; i < rows.getColumnCount(); ++i)
        text += std::to_string(rows.getColumn(i).getType()) + ':' + rows.getColumn(i).getString() + '|';
      tables[table].push_back(text);
    }
    std::ranges::sort(tables[table]);
  }
  return tables;
}

std::string value_for(const std::string& column, const std::string& type, bool required, int row,
                      int number) {
  if (!required && row % 2 == 0) return "NULL";
  if (type == "DOUBLE PRECISION") return std::to_string(row) + ".1";
  if (type == "BIGINT")
    return column == "owner" ? "0" : std::to_string(-1'731'900'000'123 - row * 100 - number);
  if (type == "INT") return std::to_string(row * 100 + number);
  if (type == "BLOB") return "x'00ff27" + std::to_string(1'000 + row) + "'";
  static const std::set<std::string> keys{"id", "user_id", "game_id", "game", "study", "tournament", "club"};
  return keys.contains(column) ? "'键" + std::to_string(row) + "'"
                               : "'é' || char(10) || '象 " + std::to_string(row * 100 + number) + "'";
}

/// Rows in every table, whose columns are all different.
void fill(const std::filesystem::path& file) {
  SqliteStore(file).open_reader();
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
  SQLite::Transaction transaction(database);
  for (const std::string& table : copied_tables()) {
    for (int row = 1; row <= kRows; ++row) {
      std::string values;
      SQLite::Statement columns(database, "PRAGMA table_info(" + table + ")");
      for (int number = 0; columns.executeStep(); ++number)
        values += (number == 0 ? "" : ", ") + value_for(columns.getColumn(1), columns.getColumn(2),
                                                        columns.getColumn(3).getInt() != 0, row, number);
      database.exec("INSERT INTO " + table + " VALUES (" + values + ")");
    }
  }
  transaction.commit();
}

/// Of a server that was away for a while, and has been given a file.
void run_server(Store& store) {
  constexpr Millis kHour = 3'600'000;
  for (const Millis at : {kHour, 2 * kHour, 2 * kHour + 5'000}) commit_one(store, Heartbeat{at});
  commit_one(store, CreateCollection{{.id = "c", .owner = "u_lin", .name = "n", .visibility = "private"}, 9});
  commit_one(store,
             BeginImport{{.id = "imp", .collection = 1, .owner = "u_lin", .file = "a.pgn", .bytes = 6}});
  for (const int part : {0, 1}) commit_one(store, KeepPart{"imp", part, {std::string("\0x\xFF", 3)}});
  commit_one(store, StartImport{"imp", "1,2", "192.0.2.1"});
}

void expect_that_it_goes_on(Reader& copy, Reader& original) {
  EXPECT_EQ(copy.last_heartbeat(), 7'205'000) << "from then on no clock has run";
  EXPECT_EQ(copy.outages(), (std::vector<Outage>{{3'600'000, 7'200'000}}));
  const auto import = copy.library().waiting_import("");
  EXPECT_TRUE(import);
  EXPECT_EQ(import, original.library().waiting_import(""));
  for (const int part : {0, 1})
    EXPECT_EQ(copy.library().import_part("imp", part), Bytes{std::string("\0x\xFF", 3)});
}

class CopyRecordsTest : public testing::Test {
 protected:
  std::string from() const { return (folder_ / "from.db").string(); }
  std::string to() const { return (folder_ / "to.db").string(); }

  TemporaryFolder folder_;
};

// Whoever adds a table says whether it is copied.
TEST_F(CopyRecordsTest, CopiesEveryTableButTheServers) {
  SqliteStore(from()).open_reader();
  SQLite::Database database(from());
  std::set<std::string> tables;
  for (const std::string& table : texts(database, "SELECT name FROM sqlite_master WHERE type = 'table'"))
    tables.insert(table);
  std::set<std::string> copied(copied_tables().begin(), copied_tables().end());
  copied.insert(kOfServers.begin(), kOfServers.end());
  copied.insert("heartbeat");
  EXPECT_EQ(copied, tables);
}

TEST_F(CopyRecordsTest, LosesNothing) {
  fill(from());
  for (const CopiedTable& table : copy_records(from(), to())) EXPECT_EQ(table.rows, kRows) << table.name;
  EXPECT_EQ(dump(to()), dump(from()));
}

// Every clock of days began its turn anew, and a file that was received was lost.
TEST_F(CopyRecordsTest, WhatAServerHadBegunGoesOn) {
  run_server(*std::make_unique<SqliteStore>(from()));
  copy_records(from(), to());
  SqliteStore copy(to()), original(from());
  expect_that_it_goes_on(*copy.open_reader(), *original.open_reader());
}

TEST_F(CopyRecordsTest, SignsOfAServerThatWasTriedWithTheEmptyDatabaseGo) {
  run_server(*std::make_unique<SqliteStore>(from()));
  {
    SqliteStore tried(to());
    for (const Millis at : {5, 1'000'000}) commit_one(tried, Heartbeat{at});
    ASSERT_EQ(tried.open_reader()->outages().size(), 1u);
  }
  copy_records(from(), to());
  SqliteStore copy(to()), original(from());
  expect_that_it_goes_on(*copy.open_reader(), *original.open_reader());
}

TEST_F(CopyRecordsTest, TouchesOnlyAnEmptyDatabase) {
  fill(from());
  commit_one(*std::make_unique<SqliteStore>(to()), CreateGame{sample_game()});
  const auto before = dump(to());
  EXPECT_THAT([&] { copy_records(from(), to()); }, ThrowsMessage<Error>(HasSubstr("is not empty")));
  EXPECT_EQ(dump(to()), before);
}

TEST_F(CopyRecordsTest, LeavesAFileAloneThatAServerUses) {
  fill(from());
  const SqliteStore used(from());
  EXPECT_THAT([&] { copy_records(from(), to()); }, ThrowsMessage<Error>(HasSubstr("stop the server first")));
}

TEST_F(CopyRecordsTest, NeedsADatabaseOfThisVersion) {
  EXPECT_THAT([&] { copy_records(from(), to()); }, ThrowsMessage<Error>(HasSubstr("there is no database")));
  EXPECT_FALSE(std::filesystem::exists(to()));
  fill(from());
  SQLite::Database(from(), SQLite::OPEN_READWRITE).exec("DELETE FROM schema_version WHERE version > 5");
  EXPECT_THAT([&] { copy_records(from(), to()); }, ThrowsMessage<Error>(HasSubstr("has schema 5")));
  EXPECT_FALSE(std::filesystem::exists(to()));
}

#ifdef SANQI_POSTGRES
class CopyPostgresTest : public PostgresStoreTest {
 protected:
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::string rows_of(const std::string& table) const {
    return value_of("SELECT CAST(COUNT(*) AS TEXT) FROM " + table);
  }

  TemporaryFolder folder_;
};

TEST_F(CopyPostgresTest, ThereAndBackLosesNothing) {
  fill(file("from.db"));
  copy_records(file("from.db"), address_);
  EXPECT_EQ(rows_of("events"), std::to_string(kRows));
  copy_records(address_, file("back.db"));
  EXPECT_EQ(dump(file("back.db")), dump(file("from.db")));
  EXPECT_THAT([&] { copy_records(file("from.db"), address_); },
              ThrowsMessage<Error>(HasSubstr("is not empty")));
}

TEST_F(CopyPostgresTest, WhatAServerHadBegunGoesOnThereAndBack) {
  run_server(*std::make_unique<SqliteStore>(file("from.db")));
  copy_records(file("from.db"), address_);
  EXPECT_EQ(value_of("SELECT at::text FROM heartbeat"), "7205000");
  copy_records(address_, file("back.db"));
  SqliteStore back(file("back.db")), original(file("from.db"));
  expect_that_it_goes_on(*back.open_reader(), *original.open_reader());
}

// A file can hold what PostgreSQL cannot.
TEST_F(CopyPostgresTest, KeepsNothingIfATextCannotBeKept) {
  fill(file("from.db"));
  SQLite::Database(file("from.db"), SQLite::OPEN_READWRITE)
      .exec("UPDATE games SET event = CAST(x'FF' AS TEXT) WHERE id = '键7'");
  EXPECT_THAT([&] { copy_records(file("from.db"), address_); },
              ThrowsMessage<Error>(HasSubstr("into games is not what was read")));
  EXPECT_EQ(rows_of("users"), "0");
}

// While what was written was read again the database that it came from stood idle in its transaction, and
// ended it after ten seconds.
TEST_F(CopyPostgresTest, TakesAsLongAsItNeeds) {
  for (const bool for_writing : {false, true}) {
    PostgresTables tables(address_, for_writing);
    for (const std::string limit : {"statement_timeout", "idle_in_transaction_session_timeout"})
      tables.read("SELECT current_setting('" + limit + "')", [&](const sql::Row& row) {
        EXPECT_EQ(std::get<std::string>(row.at(0)), "0") << limit << for_writing;
      });
  }
}

TEST_F(CopyPostgresTest, LeavesADatabaseAloneThatAServerUses) {
  fill(file("from.db"));
  const PostgresStore used(address_, Node{"a"});
  EXPECT_THAT([&] { copy_records(file("from.db"), address_); },
              ThrowsMessage<Error>(HasSubstr("stop the server first")));
  EXPECT_THAT([&] { copy_records(address_, file("to.db")); },
              ThrowsMessage<Error>(HasSubstr("stop the server first")));
}
#endif

}  // namespace
}  // namespace storage
