#pragma once

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

#include <string>

#include "storage/store.h"

namespace storage {

/// Reads the columns of a row from left to right.
class Row {
 public:
  explicit Row(SQLite::Statement& statement) : statement_(statement) {}

  std::string text() { return statement_.getColumn(next_++).getString(); }
  Millis millis() { return statement_.getColumn(next_++).getInt64(); }
  int number() { return statement_.getColumn(next_++).getInt(); }
  double real() { return statement_.getColumn(next_++).getDouble(); }
  bool flag() { return number() != 0; }

 private:
  SQLite::Statement& statement_;
  int next_ = 0;
};

/// Runs `work` and turns what SQLite throws into our own error.
template <class Work>
auto guarded(Work work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    throw Error(std::string("the database failed: ") + error.what());
  }
}

}  // namespace storage
