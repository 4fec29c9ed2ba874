#pragma once

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "storage/store.h"

namespace storage {

/// Reads the columns of a row from left to right.
/// The counterpart of PostgresRow: rows of queries are read by the same templates (sql/rows.h) for both. @pre
/// the statement stands on a row, and is not stepped meanwhile
class SqliteRow {
 public:
  explicit SqliteRow(SQLite::Statement& statement) : statement_(statement) {}

  std::string text() { return statement_.getColumn(next_++).getString(); }
  Millis millis() { return statement_.getColumn(next_++).getInt64(); }
  int number() { return statement_.getColumn(next_++).getInt(); }
  double real() { return statement_.getColumn(next_++).getDouble(); }
  bool flag() { return number() != 0; }

 private:
  SQLite::Statement& statement_;
  int next_ = 0;
};

/// All rows of a BorrowedStatement, each made by `read`.
template <class Statement, class Read>
auto read_all(const Statement& found, Read read) {
  std::vector<decltype(read(std::declval<storage::SqliteRow&>()))> all;
  while (found->executeStep()) {
    storage::SqliteRow row(*found);
    all.push_back(read(row));
  }
  return all;
}

/// The one row, if there is one.
template <class Statement, class Read>
auto read_one(const Statement& found, Read read) {
  std::optional<decltype(read(std::declval<storage::SqliteRow&>()))> one;
  if (found->executeStep()) {
    storage::SqliteRow row(*found);
    one = read(row);
  }
  return one;
}

}  // namespace storage
