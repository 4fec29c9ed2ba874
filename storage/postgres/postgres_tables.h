#pragma once

#include "storage/postgres/postgres_connection.h"
#include "storage/sql/tables.h"

namespace storage {

/// A database of PostgreSQL as tables; see sql::Tables.
/// Holds one transaction from its making on: rows that are not committed are gone with it. REPEATABLE READ:
/// all tables as of one moment.
class PostgresTables final : public sql::Tables {
 public:
  /// @param for_writing brings the schema up to date; else it must be that of this program, and is not
  /// changed
  PostgresTables(const std::string& url, bool for_writing);

  std::vector<std::string> columns(const std::string& table) override;
  void read(const std::string& query, const std::function<void(const sql::Row& row)>& each) override;
  void insert(const std::string& sql, const sql::Row& row) override;
  int servers() override;
  void commit() override;

 private:
  PostgresResult ask(const std::string& sql);
  void receive_all();

  PostgresConnection connection_;
  int unanswered_ = 0;  // Rows that were sent.
};

}  // namespace storage
