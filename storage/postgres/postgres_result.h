#pragma once

#include <libpq-fe.h>

#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "storage/time.h"

namespace storage {

/// Reads the columns of a row, which are in PostgreSQL's binary format, from left to right.
/// Numbers are big-endian, as the protocol has them. @pre columns come in the order of the query, and are not
/// NULL unless take_null() is asked first
class PostgresRow {
 public:
  PostgresRow(const PGresult* result, int row) : result_(result), row_(row) {}

  /// TEXT and BYTEA: the bytes as they are.
  std::string text() {
    const int column = next_++;
    return {PQgetvalue(result_, row_, column), static_cast<std::size_t>(length(column))};
  }
  /// Whole numbers of any width, and truth.
  Millis millis() {
    const int column = next_++;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(PQgetvalue(result_, row_, column));
    std::uint64_t value = length(column) > 0 && (bytes[0] & 0x80) != 0 ? ~std::uint64_t{0} : 0;
    for (int i = 0; i < length(column); ++i) value = value << 8 | bytes[i];
    return static_cast<Millis>(value);
  }
  /// @pre it fits
  int number() { return static_cast<int>(millis()); }
  double real() {
    assert(length(next_) == sizeof(double));
    const Millis bits = millis();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  bool flag() { return millis() != 0; }
  /// Whether the next column is NULL, and then goes past it.
  bool take_null() {
    const bool is_null = PQgetisnull(result_, row_, next_) != 0;
    next_ += is_null ? 1 : 0;
    return is_null;
  }

 private:
  int length(int column) const { return PQgetlength(result_, row_, column); }

  const PGresult* result_;
  int row_;
  int next_ = 0;
};

/// What the server answered to one statement.
class PostgresResult {
 public:
  explicit PostgresResult(PGresult* result) : result_(result) {}

  int rows() const { return PQntuples(result_.get()); }
  PostgresRow row(int number) const { return {result_.get(), number}; }
  /// Rows written, or found.
  /// By the tag of the command: rows of a SELECT, rows changed of anything else.
  bool any() const { return std::strtoll(PQcmdTuples(result_.get()), nullptr, 10) > 0; }
  const PGresult* get() const { return result_.get(); }

 private:
  struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
  };
  std::unique_ptr<PGresult, Clear> result_;
};

/// All rows, each made by `read`.
template <class Read>
auto read_all(const PostgresResult& found, Read read) {
  std::vector<decltype(read(std::declval<PostgresRow&>()))> all;
  all.reserve(static_cast<std::size_t>(found.rows()));
  for (int number = 0; number < found.rows(); ++number) {
    PostgresRow row = found.row(number);
    all.push_back(read(row));
  }
  return all;
}

/// The one row, if there is one.
template <class Read>
auto read_one(const PostgresResult& found, Read read) {
  std::optional<decltype(read(std::declval<PostgresRow&>()))> one;
  if (found.rows() > 0) {
    PostgresRow row = found.row(0);
    one = read(row);
  }
  return one;
}

}  // namespace storage
