#include "storage/sqlite/sqlite_database.h"

#include <SQLiteCpp/Transaction.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "storage/sql/migrations.h"
#include "storage/store.h"

namespace storage {

namespace {

/// Another process (somebody's shell) may hold the lock for a moment.
constexpr int kBusyTimeoutMs = 5000;

std::filesystem::path prepared_file(const std::filesystem::path& file) {
  std::error_code ignored;  // A folder that cannot be made shows as a file that cannot be made.
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), ignored);
  create_private_file(file, false);
  return file;
}

}  // namespace

void create_private_file(const std::filesystem::path& file, bool fresh) {
  const int descriptor =
      ::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | (fresh ? O_EXCL : 0), S_IRUSR | S_IWUSR);
  if (descriptor < 0) {
    throw Error("cannot open " + file.string() + ": " + std::generic_category().message(errno));
  }
  ::close(descriptor);
}

SqliteDatabase::SqliteDatabase(const std::filesystem::path& file)
    : connection_(prepared_file(file).string(), SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX,
                  kBusyTimeoutMs) {
  connection_.exec("PRAGMA journal_mode = WAL");
  connection_.exec("PRAGMA synchronous = FULL");  // What is acknowledged survives a power cut.
  connection_.exec("PRAGMA foreign_keys = ON");
  connection_.exec("PRAGMA trusted_schema = OFF");
  migrate();
}

void SqliteDatabase::migrate() {
  SQLite::Transaction transaction(connection_, SQLite::TransactionBehavior::IMMEDIATE);
  connection_.exec("CREATE TABLE IF NOT EXISTS schema_version (version INT NOT NULL PRIMARY KEY)");
  const int known = static_cast<int>(sql::migrations().size());
  const int found = connection_.execAndGet("SELECT COALESCE(MAX(version), 0) FROM schema_version").getInt();
  if (found > known) {
    throw Error("the database has schema " + std::to_string(found) + ", but this program knows only " +
                std::to_string(known) + ": use a newer program");
  }
  for (const sql::Migration& step : sql::migrations().subspan(static_cast<std::size_t>(found))) {
    connection_.exec(std::string(step.text));
    connection_.exec("INSERT INTO schema_version VALUES (" + std::to_string(step.version) + ")");
  }
  transaction.commit();
}

SQLite::Statement& SqliteDatabase::cached(const char* sql) {
  auto& statement = statements_[sql];
  if (!statement) statement = std::make_unique<SQLite::Statement>(connection_, sql);
  return *statement;
}

// To SQLite "$2" is a name, numbered by where it first appears.
int SqliteDatabase::place(const SQLite::Statement& statement, int number) {
  std::string name("$");
  name += std::to_string(number);
  return statement.getIndex(name.c_str());
}

void SqliteDatabase::bind(SQLite::Statement& statement, int number, std::int64_t value) {
  statement.bind(place(statement, number), value);
}

void SqliteDatabase::bind(SQLite::Statement& statement, int number, std::string_view value) {
  statement.bind(place(statement, number), std::string(value));
}

}  // namespace storage
