#pragma once

#include <SQLiteCpp/Transaction.h>

#include <optional>

#include "storage/sql/tables.h"
#include "storage/sqlite/sqlite_database.h"

namespace storage {

/// A file as tables; see sql::Tables.
/// Holds one transaction from its making on: rows that are not committed are gone with it.
class SqliteTables final : public sql::Tables {
 public:
  /// @param for_writing makes the file if there is none, and brings its schema up to date; else there must be
  /// one with the schema of this program, and it is not changed
  SqliteTables(const std::string& file, bool for_writing);

  std::vector<std::string> columns(const std::string& table) override;
  void read(const std::string& query, const std::function<void(const sql::Row& row)>& each) override;
  void insert(const std::string& sql, const sql::Row& row) override;
  int servers() override { return is_open_elsewhere_ ? 1 : 0; }
  void commit() override;

 private:
  bool is_open_elsewhere_;
  SqliteDatabase database_;
  std::optional<SQLite::Transaction> transaction_;
};

}  // namespace storage
