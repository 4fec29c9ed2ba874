#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "storage/library.h"

namespace storage::sql {

/// What stands in a column, whatever the database calls its type. None: NULL.
using Value = std::variant<std::monostate, std::int64_t, double, std::string, Bytes>;
using Row = std::vector<Value>;

/// The tables of one database within one transaction, which is rolled back unless it is committed. Throws
/// Error and what the library of the database throws. One thread.
class Tables {
 public:
  virtual ~Tables() = default;

  virtual std::vector<std::string> columns(const std::string& table) = 0;
  /// Rows of `query`, one after another; few of them are in memory at a time.
  virtual void read(const std::string& query, const std::function<void(const Row& row)>& each) = 0;
  /// `sql` is the same string for each row of a table, and outlives the transaction.
  virtual void insert(const std::string& sql, const Row& row) = 0;
  /// Servers that used the database when it was opened.
  virtual int servers() = 0;
  virtual void commit() = 0;
};

}  // namespace storage::sql
