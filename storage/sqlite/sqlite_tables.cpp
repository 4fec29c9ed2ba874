#include "storage/sqlite/sqlite_tables.h"

#include <SQLiteCpp/Column.h>
#include <sqlite3.h>

#include <filesystem>

#include "storage/sql/migrations.h"
#include "storage/sqlite/sqlite_row.h"
#include "storage/store.h"

namespace storage {

namespace {

SqliteDatabase::Use use_of(const std::string& file, bool for_writing) {
  if (for_writing) return SqliteDatabase::Use::write;
  if (!std::filesystem::exists(file)) throw Error("there is no database " + file);
  return SqliteDatabase::Use::read;
}

void check_schema(SQLite::Database& database, const std::string& file) {
  const bool is_ours = database.tableExists("schema_version");
  const int found =
      is_ours ? database.execAndGet("SELECT COALESCE(MAX(version), 0) FROM schema_version").getInt() : 0;
  const int known = static_cast<int>(sql::migrations().size());
  if (found != known)
    throw Error(file + " has schema " + std::to_string(found) + ", and this program knows " +
                std::to_string(known) +
                ": a server of this version that is started with it once brings it up to date");
}

/// All connections to a file with a write-ahead log share its lock, and one that wants it alone is refused.
/// A connection of its own, closed again before the real one is opened.
bool is_open_elsewhere(const std::string& file) {
  if (!std::filesystem::exists(file)) return false;
  SQLite::Database alone(file, SQLite::OPEN_READWRITE);
  alone.exec("PRAGMA locking_mode = EXCLUSIVE");
  const int answer = alone.tryExec("BEGIN EXCLUSIVE");
  return answer == SQLITE_BUSY;
}

sql::Value value_of(const SQLite::Column& column) {
  if (column.isNull()) return {};
  if (column.isInteger()) return column.getInt64();
  if (column.isFloat()) return column.getDouble();
  if (column.isBlob()) return Bytes{column.getString()};
  return column.getString();
}

}  // namespace

SqliteTables::SqliteTables(const std::string& file, bool for_writing)
    : is_open_elsewhere_(guarded([&] { return is_open_elsewhere(file); })),
      database_([&] { return guarded([&] { return SqliteDatabase(file, use_of(file, for_writing)); }); }()) {
  guarded([&] {
    transaction_.emplace(database_.connection(), for_writing ? SQLite::TransactionBehavior::IMMEDIATE
                                                             : SQLite::TransactionBehavior::DEFERRED);
    check_schema(database_.connection(), file);
  });
}

std::vector<std::string> SqliteTables::columns(const std::string& table) {
  return guarded([&] {
    std::vector<std::string> names;
    const SQLite::Statement any(database_.connection(), "SELECT * FROM " + table);
    for (int i = 0; i < any.getColumnCount(); ++i) names.emplace_back(any.getColumnName(i));
    return names;
  });
}

void SqliteTables::read(const std::string& query, const std::function<void(const sql::Row& row)>& each) {
  guarded([&] {
    SQLite::Statement statement(database_.connection(), query);
    sql::Row row;
    while (statement.executeStep()) {
      row.clear();
      for (int i = 0; i < statement.getColumnCount(); ++i) row.push_back(value_of(statement.getColumn(i)));
      each(row);
    }
  });
}

void SqliteTables::insert(const std::string& sql, const sql::Row& row) {
  guarded([&] {
    const BorrowedStatement statement = database_.prepare(sql.c_str());
    for (int i = 0; i < static_cast<int>(row.size()); ++i) {
      const sql::Value& value = row[static_cast<std::size_t>(i)];
      if (const auto* whole = std::get_if<std::int64_t>(&value)) statement->bind(i + 1, *whole);
      if (const auto* real = std::get_if<double>(&value)) statement->bind(i + 1, *real);
      if (const auto* text = std::get_if<std::string>(&value)) statement->bind(i + 1, *text);
      if (const auto* bytes = std::get_if<Bytes>(&value))
        statement->bind(i + 1, static_cast<const void*>(bytes->data.data()),
                        static_cast<int>(bytes->data.size()));
      if (std::holds_alternative<std::monostate>(value)) statement->bind(i + 1);
    }
    statement->exec();
  });
}

void SqliteTables::commit() {
  guarded([&] { transaction_->commit(); });
}

}  // namespace storage
