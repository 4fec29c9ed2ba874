#include "storage/open_store.h"

#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_store.h"
#ifdef SANQI_POSTGRES
#include "storage/postgres/postgres_store.h"
#endif

namespace storage {

namespace {

std::unique_ptr<Store> open_postgres([[maybe_unused]] const std::string& url,
                                     [[maybe_unused]] const Node& self) {
#ifdef SANQI_POSTGRES
  return std::make_unique<PostgresStore>(url, self);
#else
  throw Error("this server was built without PostgreSQL");
#endif
}

}  // namespace

bool is_postgres(std::string_view database) {
  return database.starts_with("postgresql://") || database.starts_with("postgres://");
}

std::unique_ptr<Store> open_store(const std::string& database, const Node& self) {
  if (database.empty()) return std::make_unique<SqliteStore>();
  if (is_postgres(database)) return open_postgres(database, self);
  auto store = std::make_unique<SqliteStore>(database);
  // For the server's own store alone: tools that open a file for a moment do without 16 MiB of zeros.
  store->reserve_log();
  return store;
}

std::int64_t memory_in_use() {
  return SqliteDatabase::memory_in_use();
}

}  // namespace storage
