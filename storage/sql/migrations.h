#pragma once

#include <span>
#include <string_view>

namespace storage::sql {

/// A step of the schema, from storage/schema/NNNN_*.sql and NNNN_*.postgres.sql, built into the program.
struct Migration {
  int version;
  std::string_view text;
  std::string_view postgres;  ///< What PostgreSQL is told instead; empty: the same.
};

/// In order of their versions, which are 1, 2, 3, ...
std::span<const Migration> migrations();

}  // namespace storage::sql
