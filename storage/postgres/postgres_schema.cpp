#include "storage/postgres/postgres_schema.h"

#include <regex>
#include <string>

#include "storage/postgres/postgres_connection.h"
#include "storage/sql/migrations.h"

namespace storage {

namespace {

// Any number that other programs are unlikely to take.
// The advisory lock lasts until the transaction ends: others that start meanwhile wait here, and then find
// nothing to do. Migrations may take longer than the time-outs of a session.
constexpr const char* kBegin =
    "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; "
    "SELECT pg_advisory_xact_lock(7327120264); "
    "CREATE TABLE IF NOT EXISTS schema_version (version INT NOT NULL PRIMARY KEY)";

constexpr const char* kVersion = "SELECT COALESCE(MAX(version), 0) FROM schema_version";

// Text is compared byte by byte, as SQLite does it and the index of a page needs it, whatever language the
// database speaks.
std::string in_postgres(const sql::Migration& step) {
  // The files say TEXT for both databases; only what cannot be said so has a file of its own beside
  // (*.postgres.sql).
  static const std::regex text(R"(\bTEXT\b)");
  const std::string_view said = step.postgres.empty() ? step.text : step.postgres;
  return std::regex_replace(std::string(said), text, "TEXT COLLATE \"C\"");
}

}  // namespace

void migrate(PostgresConnection& connection) {
  connection.run(kBegin);
  const int found = connection.ask(kVersion).row(0).number();
  const int known = static_cast<int>(sql::migrations().size());
  if (found > known) {
    throw Error("the database has schema " + std::to_string(found) + ", but this program knows only " +
                std::to_string(known) + ": use a newer program");
  }
  for (const sql::Migration& step : sql::migrations().subspan(static_cast<std::size_t>(found))) {
    connection.run(in_postgres(step));
    connection.run("INSERT INTO schema_version VALUES (" + std::to_string(step.version) + ")");
  }
  connection.run("COMMIT");
}

}  // namespace storage
