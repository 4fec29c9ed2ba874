#include "storage/postgres/postgres_tables.h"

#include <vector>

#include "storage/postgres/postgres_schema.h"
#include "storage/sql/migrations.h"

namespace storage {

namespace {

// Bounds memory both ways: rows of a cursor that are fetched, and inserts that are not answered yet.
constexpr int kRowsAtOnce = 500;  // Of a table, on their way at a time.

// Of pg_type.dat, as in postgres_connection.cpp.
constexpr Oid kBytes = 17, kWideInteger = 20, kInteger = 23, kDouble = 701;

sql::Value next_value(PostgresRow& row, Oid type) {
  if (row.take_null()) return {};
  if (type == kWideInteger || type == kInteger) return row.millis();
  if (type == kDouble) return row.real();
  if (type == kBytes) return Bytes{row.text()};
  return row.text();
}

PostgresParameter parameter_of(const sql::Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return PostgresParameter(*whole);
  if (const auto* real = std::get_if<double>(&value)) return PostgresParameter(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return PostgresParameter(*text);
  if (const auto* bytes = std::get_if<Bytes>(&value)) return PostgresParameter(*bytes);
  return PostgresParameter(nullptr);
}

void check_schema(int found, const std::string& url) {
  const int known = static_cast<int>(sql::migrations().size());
  if (found != known)
    throw Error(url + " has schema " + std::to_string(found) + ", and this program knows " +
                std::to_string(known) +
                ": a server of this version that is started with it once brings it up to date");
}

}  // namespace

PostgresTables::PostgresTables(const std::string& url, bool for_writing)
    : connection_(url, for_writing ? PostgresConnection::Use::write : PostgresConnection::Use::read) {
  if (for_writing) migrate(connection_);
  connection_.lift_time_limits();  // One of the two waits while all of a table is read again in the other.
  connection_.run("BEGIN ISOLATION LEVEL REPEATABLE READ");
  const bool is_ours = ask("SELECT 1 FROM pg_tables WHERE tablename = 'schema_version'").rows() > 0;
  check_schema(is_ours ? ask("SELECT COALESCE(MAX(version), 0) FROM schema_version").row(0).number() : 0,
               url);
}

PostgresResult PostgresTables::ask(const std::string& sql) {
  receive_all();
  connection_.send_once(sql);
  connection_.sync();
  PostgresResult answer = connection_.receive();
  connection_.receive_sync();
  return answer;
}

std::vector<std::string> PostgresTables::columns(const std::string& table) {
  const PostgresResult none = ask("SELECT * FROM " + table + " LIMIT 0");
  std::vector<std::string> names;
  for (int i = 0; i < PQnfields(none.get()); ++i) names.emplace_back(PQfname(none.get(), i));
  return names;
}

void PostgresTables::read(const std::string& query, const std::function<void(const sql::Row& row)>& each) {
  ask("DECLARE some_rows NO SCROLL CURSOR FOR " + query);
  for (;;) {
    const PostgresResult found = ask("FETCH " + std::to_string(kRowsAtOnce) + " FROM some_rows");
    if (found.rows() == 0) break;
    sql::Row values;
    for (int number = 0; number < found.rows(); ++number) {
      PostgresRow row = found.row(number);
      values.clear();
      for (int i = 0; i < PQnfields(found.get()); ++i)
        values.push_back(next_value(row, PQftype(found.get(), i)));
      each(values);
    }
  }
  ask("CLOSE some_rows");
}

void PostgresTables::insert(const std::string& sql, const sql::Row& row) {
  std::vector<PostgresParameter> parameters;
  parameters.reserve(row.size());
  for (const sql::Value& value : row) parameters.push_back(parameter_of(value));
  connection_.send_row(sql.c_str(), parameters);
  if (++unanswered_ == kRowsAtOnce) receive_all();
}

void PostgresTables::receive_all() {
  if (unanswered_ == 0) return;
  connection_.sync();
  for (; unanswered_ > 0; --unanswered_) connection_.receive();
  connection_.receive_sync();
}

// As long as a server that is silent may be taken over; one that ended has no row.
int PostgresTables::servers() {
  return ask("SELECT COUNT(*) FROM nodes WHERE heartbeat > now() - interval '5 s'").row(0).number();
}

void PostgresTables::commit() {
  ask("COMMIT");
}

}  // namespace storage
