#include "storage/open_store.h"

#include "storage/memory/memory_store.h"
#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_store.h"

namespace storage {

std::unique_ptr<Store> open_store(const std::filesystem::path& file) {
  if (file.empty()) return std::make_unique<MemoryStore>();
  auto store = std::make_unique<SqliteStore>(file);
  store->reserve_log();
  return store;
}

std::int64_t memory_in_use() {
  return SqliteDatabase::memory_in_use();
}

}  // namespace storage
