#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "storage/memory/memory_store.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/storage/sample_game.h"
#include "tests/storage/temporary_folder.h"

namespace storage {

/// A store of the kind that the parameter names, empty.
class StoreTest : public testing::TestWithParam<const char*> {
 protected:
  StoreTest() {
    if (GetParam() == std::string("memory")) {
      store_ = std::make_unique<MemoryStore>();
    } else {
      store_ = std::make_unique<SqliteStore>(folder_ / "games.db");
    }
    reader_ = store_->open_reader();
  }

  WriteResult commit(Write write) { return commit_one(*store_, std::move(write)); }
  void create(const Game& game) { ASSERT_EQ(commit(CreateGame{game}), WriteResult::done); }

  std::vector<std::string> ids(const GameQuery& query) {
    std::vector<std::string> ids;
    for (const Summary& summary : reader_->list(query).games) ids.push_back(summary.game.id);
    return ids;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
  std::shared_ptr<Reader> reader_;
};

}  // namespace storage
