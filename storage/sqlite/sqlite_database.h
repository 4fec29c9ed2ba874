#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "storage/store.h"

namespace storage {

/// Ends the use of a cached statement, and with it the reading of a row that was left in the middle.
struct ResetStatement {
  void operator()(SQLite::Statement* statement) const { statement->tryReset(); }
};
using BorrowedStatement = std::unique_ptr<SQLite::Statement, ResetStatement>;

/// Runs `work` and turns what SQLite throws into our own error.
/// Other exceptions go through.
template <class Work>
auto guarded(Work work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    throw Error(std::string("the database failed: ") + error.what());
  }
}

/// An open database with the current schema and a cache of prepared statements. One thread at a time, which
/// locked() sees to.
/// The connection is opened without SQLite's own mutex (NOMUTEX): prepared statements are not safe for two
/// threads anyway.
class SqliteDatabase {
 public:
  enum class Use {
    write,  ///< Creates the file when it is missing (readable by its owner only), brings its schema up to
            ///< date.
    read,   ///< Of a file that another process has open for writing.
  };
  /// Throws Error when the file is none of ours or its schema is newer than this program, and SQLite's own
  /// exceptions.
  SqliteDatabase(const std::filesystem::path& file, Use use);
  /// An empty one in memory, which ends with this object.
  SqliteDatabase();

  /// The same as guarded(), while no other thread is in here.
  /// Not recursive.
  template <class Work>
  auto locked(Work work) {
    const std::lock_guard lock(mutex_);
    return guarded(std::move(work));
  }

  /// The statement of a text that lives as long as the program, ready to bind and step. Values are bound to
  /// $1, $2, ... in order.
  /// `sql` is the key of the cache by its address, not its text: it has to be a constant. Of one text only
  /// one may be borrowed at a time.
  template <class... Values>
  BorrowedStatement prepare(const char* sql, const Values&... values) {
    SQLite::Statement& statement = cached(sql);
    int number = 0;
    (bind(statement, ++number, values), ...);
    return BorrowedStatement(&statement);
  }

  /// The same with the values of tuples, one after another.
  template <class... Tuples>
  BorrowedStatement prepare_with(const char* sql, const Tuples&... tuples) {
    return std::apply([&](const auto&... values) { return prepare(sql, values...); },
                      std::tuple_cat(tuples...));
  }

  /// Makes the write-ahead log as long as it gets (16 MiB) at once, where the disk has plenty of room. A
  /// commit that makes the file longer waits for the file system's own records as well, of one that writes
  /// over what is there only the data must reach the disk. For a writer that commits often; of no effect if
  /// it fails.
  void reserve_log();

  /// Bytes that all databases of the process hold. From any thread.
  static std::int64_t memory_in_use();

  /// For transactions and statements that are used once.
  SQLite::Database& connection() { return connection_; }

 private:
  SQLite::Statement& cached(const char* sql);
  static void bind(SQLite::Statement& statement, int number, std::int64_t value);
  static void bind(SQLite::Statement& statement, int number, std::string_view value);
  static void bind(SQLite::Statement& statement, int number, const Bytes& value);
  // Of exactly this type, so that a whole number is never bound as a broken one.
  static void bind(SQLite::Statement& statement, int number, std::same_as<double> auto value) {
    statement.bind(number, value);
  }
  void open_for_writing();
  void migrate();

  std::mutex mutex_;
  SQLite::Database connection_;
  std::unordered_map<const char*, std::unique_ptr<SQLite::Statement>> statements_;
};

/// Makes an empty file that only its owner may read. Throws Error when it cannot, or when the file exists and
/// `fresh` was asked for.
void create_private_file(const std::filesystem::path& file, bool fresh);

}  // namespace storage
