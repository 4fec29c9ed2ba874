#include "storage/sqlite/sqlite_database.h"

#include <SQLiteCpp/Transaction.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "storage/sql/migrations.h"
#include "storage/store.h"

namespace storage {

namespace {

/// Another process (an operator's shell) may hold the lock for a moment.
constexpr int kBusyTimeoutMs = 2000;
/// Of the write-ahead log before it is copied into the database. Longer logs are copied less often: a page
/// that many moves have changed is copied once.
constexpr int kLogPages = 4000;
/// As long as it gets by that: a frame is a page of 4 KiB and its header.
constexpr sqlite3_int64 kLogBytes = kLogPages * (4096 + 24);
/// Bytes that must be free on the disk for the log to be made that long at once.
constexpr std::uintmax_t kSpareForReserve = std::uintmax_t{1} << 30;

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
  // Functions in a schema of a file that is not ours are not run.
  connection_.exec("PRAGMA trusted_schema = OFF");
  if (use == Use::write) open_for_writing();
}

SqliteDatabase::SqliteDatabase() : connection_(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX) {
  open_for_writing();
}

void SqliteDatabase::open_for_writing() {
  // Readers of a file in WAL mode see a snapshot and never wait for the writer, nor the writer for them.
  connection_.exec("PRAGMA journal_mode = WAL");
  connection_.exec("PRAGMA synchronous = FULL");  // What is acknowledged survives a power cut.
  connection_.exec("PRAGMA wal_autocheckpoint = " + std::to_string(kLogPages));
  connection_.exec("PRAGMA cache_size = -16384");  // KiB
  migrate();
  connection_.exec("PRAGMA foreign_keys = ON");  // Not before: a table that is made anew has children.
}

void SqliteDatabase::migrate() {
  // All steps in one transaction, and under the write lock: of two programs that open an old file one
  // migrates it, the other finds it done.
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

// Zeros are the end of the log to SQLite, as are the frames that it leaves behind when it starts again at the
// front. They are written, not only reserved: what a file system has not written it must mark as written
// later. The lock keeps out other processes that append to the log meanwhile.
void SqliteDatabase::reserve_log() try {
  const std::filesystem::path file = connection_.getFilename();
  std::error_code unknown;
  if (std::filesystem::space(file, unknown).available < kSpareForReserve || unknown) return;
  const SQLite::Transaction lock(connection_, SQLite::TransactionBehavior::IMMEDIATE);
  sqlite3_file* log = nullptr;
  ::sqlite3_file_control(connection_.getHandle(), "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (!log || !log->pMethods) return;
  static constexpr std::array<char, 64 << 10> kZeros{};
  sqlite3_int64 size = 0;
  if (log->pMethods->xFileSize(log, &size) != SQLITE_OK || size >= kLogBytes) return;
  while (size < kLogBytes &&
         log->pMethods->xWrite(log, kZeros.data(), static_cast<int>(kZeros.size()), size) == SQLITE_OK) {
    size += static_cast<sqlite3_int64>(kZeros.size());
  }
  log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
} catch (const SQLite::Exception&) {  // Another process writes: the log gets longer as it is needed.
}

std::int64_t SqliteDatabase::memory_in_use() {
  return ::sqlite3_memory_used();
}

// "?1" is a position, where to SQLite "$1" is a name.
SQLite::Statement& SqliteDatabase::cached(const char* sql) {
  // By the address of the text: see prepare().
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

// Without a pointer it would be NULL.
void SqliteDatabase::bind(SQLite::Statement& statement, int number, const Bytes& value) {
  statement.bind(number, static_cast<const void*>(value.data.data()), static_cast<int>(value.data.size()));
}

}  // namespace storage
