#include "storage/copy_records.h"

#include <array>
#include <bit>
#include <memory>
#include <string_view>

#include "storage/open_store.h"
#include "storage/sql/tables.h"
#include "storage/sqlite/sqlite_tables.h"
#include "storage/store.h"
#ifdef SANQI_POSTGRES
#include "storage/postgres/postgres_tables.h"
#endif

namespace storage {

namespace {

using sql::Row;
using sql::Tables;
using sql::Value;

struct Table {
  const char* name;
  const char* key;
};

// With their primary keys: both ends are read in this order, so that digests can be compared.
constexpr std::array kTables{
    Table{"users", "id"},
    Table{"accounts", "user_id"},
    Table{"account_names", "key"},
    Table{"login_sites", "user_id, site"},
    Table{"tokens", "hash"},
    Table{"relations", "user_id, other"},
    Table{"challenges", "id"},
    Table{"games", "id"},
    Table{"events", "game, v"},
    Table{"ratings", "user_id, game, speed"},
    Table{"analyses", "game"},
    Table{"rating_changes", "game_id, side"},
    Table{"reports", "game, said"},
    Table{"moderators", "user_id"},
    Table{"measures", "id"},
    Table{"moderation_log", "number"},
    Table{"analysis_plies", "game, ply"},
    Table{"room_orders", "game"},
    Table{"collections", "number"},
    Table{"library_games", "collection, number"},
    Table{"library_imports", "id"},
    Table{"library_parts", "import, part"},
    Table{"games_to_index", "ended, game"},
    Table{"games_queued", "one"},
    Table{"studies", "id"},
    Table{"chapters", "study, number"},
    Table{"study_members", "study, number"},
    Table{"chapter_edits", "study, chapter, v"},
    Table{"clubs", "id"},
    Table{"club_names", "key"},
    Table{"club_members", "club, user_id"},
    Table{"tournaments", "id"},
    Table{"tournament_events", "tournament, v"},
    Table{"tournament_seats", "tournament, round, player"},
    Table{"tournament_games", "tournament, round, board, number"},
    Table{"tournament_ranks", "user_id, started, tournament"},
    Table{"secrets", "name"},
    Table{"push_subscriptions", "token"},
    Table{"push_settings", "user_id"},
    Table{"push_messages", "token, kind, subject"},
    Table{"inbox", "user_id, kind, subject"},
    Table{"mail", "user_id"},
    Table{"mail_asks", "user_id, address"},
    Table{"outages", "since"},
};

/// Which server keeps a game: none does, in the new database.
/// Games keep the column's default, which is the epoch of no node: whichever server starts first claims them.
constexpr std::string_view kOwner = "owner";

enum class End { from, to };

std::unique_ptr<Tables> open_tables(const std::string& database, End end) {
  if (!is_postgres(database)) return std::make_unique<SqliteTables>(database, end == End::to);
#ifdef SANQI_POSTGRES
  return std::make_unique<PostgresTables>(database, end == End::to);
#else
  throw Error("this server was built without PostgreSQL");
#endif
}

/// FNV-1a over the values of rows, of each its type, its size and its bytes.
/// Not against forgery: it finds what a database has changed on the way (a text cut, a number rounded). The
/// order of rows counts.
class Digest {
 public:
  void add(const Row& row) {
    ++rows_;
    for (const Value& value : row) {
      add_number(value.index());
      if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        add_number(static_cast<std::uint64_t>(*whole));
      } else if (const auto* real = std::get_if<double>(&value)) {
        add_number(std::bit_cast<std::uint64_t>(*real));
      } else if (const auto* text = std::get_if<std::string>(&value)) {
        add_bytes(*text);
      } else if (const auto* bytes = std::get_if<Bytes>(&value)) {
        add_bytes(bytes->data);
      }
    }
  }
  std::int64_t rows() const { return rows_; }
  bool operator==(const Digest&) const = default;

 private:
  void add_bytes(const std::string& bytes) {
    add_number(bytes.size());
    for (const char byte : bytes) add_byte(static_cast<unsigned char>(byte));
  }
  void add_number(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) add_byte(static_cast<unsigned char>(number >> (8 * i)));
  }
  void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3; }

  std::uint64_t hash_ = 0xcbf29ce484222325;
  std::int64_t rows_ = 0;
};

std::string list(const std::vector<std::string>& columns) {
  std::string all;
  for (const std::string& column : columns) all += (all.empty() ? "" : ", ") + column;
  return all;
}

std::string insert_into(const Table& table, const std::vector<std::string>& columns) {
  std::string values;
  for (std::size_t i = 1; i <= columns.size(); ++i) values += (i == 1 ? "$" : ", $") + std::to_string(i);
  return "INSERT INTO " + std::string(table.name) + " (" + list(columns) + ") VALUES (" + values + ")";
}

void refuse_servers(Tables& tables, const std::string& database) {
  if (tables.servers() > 0) throw Error(database + " is in use: stop the server first");
}

void refuse_rows(Tables& tables, const std::string& database) {
  for (const Table& table : kTables) {
    tables.read("SELECT 1 FROM " + std::string(table.name) + " LIMIT 1", [&](const Row&) {
      throw Error(database + " is not empty: there are " + table.name + " in it");
    });
  }
}

/// Of the new database: both have the schema of this program, which open_tables() has seen to.
std::vector<std::string> copied_columns(const Table& table, Tables& to) {
  std::vector<std::string> columns = to.columns(table.name);
  std::erase(columns, kOwner);
  return columns;
}

/// @param insert outlives the transaction
std::int64_t copy(const Table& table, Tables& from, Tables& to, const std::string& insert) {
  const std::string select = "SELECT " + list(copied_columns(table, to)) + " FROM " + table.name +
                             " ORDER BY " + std::string(table.key);
  Digest read, written;
  from.read(select, [&](const Row& row) {
    read.add(row);
    to.insert(insert, row);
  });
  // Read again within the transaction: before the commit, so nothing is kept that is not as it was.
  to.read(select, [&](const Row& row) { written.add(row); });
  if (read != written)
    throw Error("what was written into " + std::string(table.name) +
                " is not what was read: nothing was kept");
  return read.rows();
}

/// Of a server that was started with the new database, before this was to be filled.
void forget_signs_of_life(Tables& tables) {
  static const std::array<std::string, 2> forget{"UPDATE heartbeat SET at = 0", "DELETE FROM outages"};
  for (const std::string& each : forget) tables.insert(each, {});
}

/// The one row is there. A trigger on it writes an outage down, but not where it was 0.
void copy_heartbeat(Tables& from, Tables& to) {
  static const std::string set = "UPDATE heartbeat SET at = $1";
  copy({"heartbeat", "at"}, from, to, set);
}

}  // namespace

std::vector<CopiedTable> copy_records(const std::string& from, const std::string& to) {
  const auto source = open_tables(from, End::from);
  refuse_servers(*source, from);
  std::array<std::string, kTables.size()> inserts;  // Outlive the transaction.
  const auto target = open_tables(to, End::to);
  refuse_servers(*target, to);
  forget_signs_of_life(*target);
  refuse_rows(*target, to);
  std::vector<CopiedTable> copied;
  for (std::size_t i = 0; i < kTables.size(); ++i) {
    inserts[i] = insert_into(kTables[i], copied_columns(kTables[i], *target));
    copied.push_back({kTables[i].name, copy(kTables[i], *source, *target, inserts[i])});
  }
  copy_heartbeat(*source, *target);
  target->commit();
  return copied;
}

const std::vector<std::string>& copied_tables() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Table& table : kTables) all.emplace_back(table.name);
    return all;
  }();
  return names;
}

}  // namespace storage
