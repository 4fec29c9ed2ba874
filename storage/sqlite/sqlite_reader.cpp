#include "storage/sqlite/sqlite_reader.h"

#include <SQLiteCpp/Transaction.h>

#include <limits>

#include "storage/sql/order.h"
#include "storage/sql/queries.h"
#include "storage/sql/rows.h"
#include "storage/sqlite/row.h"
#include "storage/sqlite/sqlite_database.h"

// Games. Reads of several statements are transactions, so that all of them see one moment.
namespace storage {

namespace {

constexpr Millis kAlways = std::numeric_limits<Millis>::min();  // Games of old books were played before 1970.
constexpr Millis kNever = std::numeric_limits<Millis>::max();

std::optional<std::string> first_text(const BorrowedStatement& statement) {
  if (!statement->executeStep()) return std::nullopt;
  return Row(*statement).text();
}

BorrowedStatement prepare_list(SqliteDatabase& database, const GameQuery& query) {
  const Cursor after = query.after.value_or(Cursor{kNever, ""});
  const auto prepare = [&](const char* sql, const auto&... more) {
    return database.prepare(sql, query.from.value_or(kAlways), query.until.value_or(kNever), after.created,
                            after.id, more...);
  };
  if (!query.player.empty())
    return prepare(query.player_is_id ? sql::kListGamesOfUser : sql::kListGamesOf, query.player);
  if (!query.opening_code.empty()) return prepare(sql::kListGamesOfOpening, query.opening_code);
  if (query.status == "playing") return prepare(sql::kListPlaying);
  if (query.game.empty()) return prepare(sql::kListGames);
  if (query.rule.empty()) return prepare(sql::kListGamesOfKind, query.game);
  return prepare(sql::kListGamesOfRule, query.game, query.rule);
}

}  // namespace

SqliteReader::SqliteReader(const std::filesystem::path& file) {
  guarded([&] { database_ = std::make_shared<SqliteDatabase>(file, SqliteDatabase::Use::read); });
}

SqliteReader::SqliteReader(std::shared_ptr<SqliteDatabase> database) : database_(std::move(database)) {}

SqliteReader::~SqliteReader() = default;

std::optional<Game> SqliteReader::header(std::string_view game) {
  const BorrowedStatement found = database_->prepare(sql::kLoadGame, game);
  if (!found->executeStep()) return std::nullopt;
  Row row(*found);
  return sql::read_game(row);
}

std::optional<Record> SqliteReader::load(std::string_view game) {
  return database_->locked([&]() -> std::optional<Record> {
    SQLite::Transaction snapshot(database_->connection());
    auto found = header(game);
    if (!found) return std::nullopt;
    Record record{*std::move(found), {}, read_changes(game)};
    const BorrowedStatement order = database_->prepare(sql::kOrderOf, game);
    if (order->executeStep()) {
      Row row(*order);
      record.game.order = sql::read_order(row);
    }
    const BorrowedStatement events = database_->prepare(sql::kLoadEvents, game);
    while (events->executeStep()) {
      Row event(*events);
      record.events.push_back(sql::read_event(event));
    }
    return record;
  });
}

std::optional<Extent> SqliteReader::extent(std::string_view game) {
  return database_->locked([&]() -> std::optional<Extent> {
    const BorrowedStatement last = database_->prepare(sql::kExtent, game);
    if (last->executeStep()) {
      Row row(*last);
      return Extent{row.number(), row.number()};
    }
    const BorrowedStatement found = database_->prepare(sql::kGameExists, game);
    return found->executeStep() ? std::optional<Extent>(Extent()) : std::nullopt;
  });
}

std::vector<Record> SqliteReader::claim_orphans(const Cursor& after, int most) {
  const std::vector<Cursor> games = database_->locked([&] {
    return read_all(database_->prepare(sql::kUnfinished, after.created, after.id, most),
                    sql::read_cursor<Row>);
  });
  std::vector<Record> records;
  for (const Cursor& game : games) {
    Record& record = records.emplace_back();
    record.game.created = game.created;
    record.game.id = game.id;
    try {
      if (auto found = load(game.id)) record = *std::move(found);
    } catch (const Error&) {  // One that cannot be read is no reason to leave the others out.
    }
  }
  return records;
}

std::vector<Cursor> SqliteReader::overdue(const Cursor& after, Millis now, int most) {
  return database_->locked([&] {
    return read_all(database_->prepare(sql::kOverdue, after.created, after.id, now, most),
                    sql::read_cursor<Row>);
  });
}

std::vector<std::string> SqliteReader::unfinished_of(std::string_view user, int most) {
  return database_->locked([&] {
    return read_all(database_->prepare(sql::kUnfinishedOf, user, most), [](Row& row) { return row.text(); });
  });
}

std::optional<std::string> SqliteReader::find_code(std::string_view code) {
  return database_->locked([&] { return first_text(database_->prepare(sql::kFindCode, code)); });
}

std::vector<std::string> SqliteReader::unclassified(int most) {
  return database_->locked([&] {
    return read_all(database_->prepare(sql::kUnclassified, most), [](Row& row) { return row.text(); });
  });
}

Millis SqliteReader::last_heartbeat() {
  return database_->locked([&] {
    const BorrowedStatement found = database_->prepare(sql::kLastHeartbeat);
    return found->executeStep() ? Row(*found).millis() : 0;
  });
}

int SqliteReader::plies(std::string_view game) {
  const BorrowedStatement last = database_->prepare(sql::kExtent, game);
  return last->executeStep() ? last->getColumn(1).getInt() : 0;
}

// What no index knows of is asked of each game in turn, of so many and no more.
Page SqliteReader::list(const GameQuery& query) {
  return database_->locked([&] {
    Page page;
    if (query.limit <= 0) return page;
    SQLite::Transaction snapshot(database_->connection());
    const BorrowedStatement games = prepare_list(*database_, query);
    for (int examined = 1; games->executeStep(); ++examined) {
      Row row(*games);
      const Cursor here{row.millis(), row.text()};
      Game game = *header(here.id);
      if (query.matches(game)) page.games.push_back({std::move(game), plies(here.id)});
      const bool full = static_cast<int>(page.games.size()) == query.limit;
      if (full || examined == Page::kMostExamined) {
        page.next = here;
        break;
      }
    }
    return page;
  });
}

}  // namespace storage
