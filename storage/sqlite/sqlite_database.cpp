#include "storage/sqlite/sqlite_database.h"

#include <SQLiteCpp/Transaction.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "storage/sql/migrations.h"
#include "storage/store.h"

namespace storage {

namespace {

/// Another process (somebody's shell) may hold the lock for a moment.
constexpr int kBusyTimeoutMs = 2000;

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

SqliteDatabase::SqliteDatabase(const std::filesystem::path& file, Use use)
    : connection_(use == Use::write ? prepared_file(file).string() : file.string(),
                  (use == Use::write ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY) | SQLite::OPEN_NOMUTEX,
                  kBusyTimeoutMs) {
  connection_.exec("PRAGMA trusted_schema = OFF");
  if (use == Use::write) open_for_writing();
}

void SqliteDatabase::open_for_writing() {
  connection_.exec("PRAGMA journal_mode = WAL");
  connection_.exec("PRAGMA synchronous = FULL");  // What is acknowledged survives a power cut.
  // Longer logs are copied less often: a page that many moves have changed is copied once.
  connection_.exec("PRAGMA wal_autocheckpoint = 4000");  // Pages: 16 MiB.
  connection_.exec("PRAGMA cache_size = -16384");        // KiB
  migrate();
  connection_.exec("PRAGMA foreign_keys = ON");  // Not before: a table that is made anew has children.
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

// "?1" is a position, where to SQLite "$1" is a name.
SQLite::Statement& SqliteDatabase::cached(const char* sql) {
  auto& statement = statements_[sql];
  if (!statement) {
    std::string text(sql);
    std::ranges::replace(text, '$', '?');
    statement = std::make_unique<SQLite::Statement>(connection_, text);
  }
  return *statement;
}

void SqliteDatabase::bind(SQLite::Statement& statement, int number, std::int64_t value) {
  statement.bind(number, value);
}

void SqliteDatabase::bind(SQLite::Statement& statement, int number, std::string_view value) {
  statement.bind(number, std::string(value));
}

}  // namespace storage
