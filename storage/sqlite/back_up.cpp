#include "storage/sqlite/back_up.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>
#include <unistd.h>

#include <string>
#include <system_error>

#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_row.h"
#include "storage/store.h"

namespace storage {

namespace {

constexpr int kAllPages = -1;

// Not through SqliteDatabase, which brings what it opens up to date. All pages in one step: they are read in
// one transaction, which hinders no writer.
void copy_pages(const std::filesystem::path& file, const std::filesystem::path& copy,
                std::chrono::milliseconds patience) {
  SQLite::Database from(file.string(), SQLite::OPEN_READWRITE, static_cast<int>(patience.count()));
  SQLite::Database to(copy.string(), SQLite::OPEN_READWRITE);
  const int result = SQLite::Backup(to, from).executeStep(kAllPages);
  if (result != SQLITE_DONE) throw SQLite::Exception(sqlite3_errstr(result), result);
}

}  // namespace

void back_up(const std::filesystem::path& file, const std::filesystem::path& copy,
             std::chrono::milliseconds patience) {
  if (!exists(file)) throw Error("there is no database " + file.string());
  if (exists(symlink_status(copy))) throw Error("cannot write " + copy.string() + ": File exists");
  // When this process is killed, a part of a copy stays; it must not look like one.
  std::filesystem::path part = copy;
  part += ".part" + std::to_string(::getpid());
  create_private_file(part, true);  // SQLite accepts an empty file, and keeps its mode.
  try {
    guarded([&] { copy_pages(file, part, patience); });
    std::error_code failed;
    std::filesystem::rename(part, copy, failed);
    if (failed) throw Error("cannot write " + copy.string() + ": " + failed.message());
  } catch (const Error&) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw;
  }
}

}  // namespace storage
