#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "storage/sqlite/sqlite_store.h"
#include "tests/storage/sample_game.h"
#include "tests/storage/temporary_folder.h"
#ifdef SANQI_POSTGRES
#include "storage/postgres/postgres_store.h"
#include "tests/storage/postgres_server.h"
#endif

namespace storage {

inline constexpr auto kDone = WriteResult::done, kRefused = WriteResult::refused;

/// Every implementation of storage::Store that was built.
inline auto kinds_of_store() {
  std::vector<std::string> kinds{"memory", "sqlite"};
#ifdef SANQI_POSTGRES
  kinds.emplace_back("postgres");
#endif
  return testing::ValuesIn(kinds);
}

/// A store of the kind that the parameter names, empty.
class StoreTest : public testing::TestWithParam<std::string> {
 protected:
  StoreTest() {
#ifdef SANQI_POSTGRES
    if (GetParam() == "postgres" && PostgresServer::is_there())
      address_ = PostgresServer::shared().new_database();
#endif
    restart();
  }

  ~StoreTest() override {
#ifdef SANQI_POSTGRES
    if (address_.empty()) return;
    reader_.reset();
    store_.reset();
    PostgresServer::shared().drop(address_);
#endif
  }

  void SetUp() override {
#ifdef SANQI_POSTGRES
    if (GetParam() == "postgres" && !PostgresServer::is_there())
      GTEST_SKIP() << "there is no PostgreSQL here";
#endif
  }

  WriteResult commit(Write write) { return commit_one(*store_, std::move(write)); }
  void create(const Game& game) { ASSERT_EQ(commit(CreateGame{game}), WriteResult::done); }

  /// The server is killed, and another begins under its name.
  void restart() {
    reader_.reset();
    if (!store_ || GetParam() != "memory") {
      store_.reset();
      store_ = open(GetParam());
    }
    reader_ = store_->open_reader();
  }

  /// In the order in which they are given, `slice` at a time.
  std::vector<std::string> claim_all(int slice = 3) {
    std::vector<std::string> ids;
    Cursor after;
    while (true) {
      const std::vector<Record> records = reader_->claim_orphans(after, slice);
      if (records.empty()) return ids;
      for (const Record& record : records) ids.push_back(record.game.id);
      after = {records.back().game.created, records.back().game.id};
    }
  }

  std::vector<std::string> ids(const GameQuery& query) {
    std::vector<std::string> ids;
    for (const Summary& summary : reader_->list(query).games) ids.push_back(summary.game.id);
    return ids;
  }

 private:
  std::unique_ptr<Store> open(const std::string& kind) {
#ifdef SANQI_POSTGRES
    if (!address_.empty()) return std::make_unique<PostgresStore>(address_, Node{"a"});
#endif
    if (kind == "sqlite") return std::make_unique<SqliteStore>(folder_ / "games.db");
    return std::make_unique<SqliteStore>();
  }

 protected:
  TemporaryFolder folder_;
  std::string address_;
  std::unique_ptr<Store> store_;
  std::shared_ptr<Reader> reader_;
};

}  // namespace storage
