#include "storage/sqlite/sqlite_store.h"

#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <limits>

#include "storage/sql/queries.h"
#include "storage/sqlite/row.h"
#include "storage/sqlite/sqlite_database.h"

namespace storage {

namespace {

constexpr Millis kAlways = std::numeric_limits<Millis>::min();  // Games of old books were played before 1970.
constexpr Millis kNever = std::numeric_limits<Millis>::max();

// Braced lists are evaluated from left to right: the fields below stand in the order of the columns.

TimeControl read_time(Row& row) {
  return {row.millis(), row.millis(), row.millis(), row.number(), row.millis(), row.number()};
}

Seat read_seat(Row& row) {
  Seat seat;
  seat.name = row.text();
  seat.user = row.text();
  seat.level = row.number();
  seat.token_hash = row.text();
  return seat;
}

Ending read_ending(Row& row) {
  return {row.text(), row.text(), row.text(), row.millis()};
}

// What came later than the rest stands at the end.
Game read_game(Row& row) {
  Game game{row.text(),      row.text(),     row.text(),
            row.text(),      row.text(),     row.number(),
            row.text(),      read_time(row), {read_seat(row), read_seat(row)},
            row.flag(),      row.flag(),     row.millis(),
            read_ending(row)};
  for (Seat& seat : game.seats) {
    seat.rating = row.number();
    seat.provisional = row.flag();
  }
  game.source = row.text();
  game.event = row.text();
  return game;
}

Event read_event(Row& row) {
  return {row.text(),
          row.number(),
          row.text(),
          row.number(),
          row.text(),
          row.text(),
          row.text(),
          {row.millis(), row.millis()},
          {row.number(), row.number()},
          row.text(),
          row.millis(),
          row.millis(),
          row.millis()};
}

std::optional<std::string> first_text(const BorrowedStatement& statement) {
  if (!statement->executeStep()) return std::nullopt;
  return Row(*statement).text();
}

BorrowedStatement prepare_list(SqliteDatabase& database, const GameQuery& query) {
  const Cursor after = query.after.value_or(Cursor{kNever, ""});
  const auto prepare = [&](const char* sql, const auto&... more) {
    return database.prepare(sql, query.game, query.rule, query.status, query.result,
                            query.from.value_or(kAlways), query.until.value_or(kNever), query.with_private,
                            after.created, after.id, std::max(query.limit, 0), more...);
  };
  if (query.player.empty()) return prepare(sql::kListGames);
  return prepare(sql::kListGamesOf, query.player, query.opponent);
}

}  // namespace

SqliteStore::SqliteStore(const std::filesystem::path& file) try
    : database_(std::make_unique<SqliteDatabase>(file)) {
} catch (const SQLite::Exception& error) {
  throw Error("cannot use " + file.string() + " as a database: " + error.what());
}

SqliteStore::~SqliteStore() = default;

std::vector<WriteResult> SqliteStore::commit(std::span<const Write> writes) {
  return guarded([&] {
    // The write lock is taken at the start: a transaction that began by reading might not get it any more.
    SQLite::Transaction transaction(database_->connection(), SQLite::TransactionBehavior::IMMEDIATE);
    std::vector<WriteResult> results;
    results.reserve(writes.size());
    for (const Write& each : writes) {
      const bool done = std::visit([this](const auto& write) { return this->write(write); }, each);
      results.push_back(done ? WriteResult::done : WriteResult::refused);
    }
    transaction.commit();
    return results;
  });
}

bool SqliteStore::write(const CreateGame& create) {
  const Game& game = create.game;
  const auto& [first, second] = game.seats;
  return database_
      ->prepare(sql::kInsertGame, game.id, game.code, game.game, game.rule, game.opening, game.size,
                game.start_pos, game.time.initial, game.time.increment, game.time.byoyomi, game.time.periods,
                game.time.per_move, game.time.days, first.name, first.user, first.level, first.token_hash,
                second.name, second.user, second.level, second.token_hash, game.rated, game.is_private,
                game.created, game.ending.status, game.ending.result, game.ending.reason, game.ending.ended,
                first.rating, first.provisional, second.rating, second.provisional, game.source, game.event)
      ->exec();
}

bool SqliteStore::write(const Append& append) {
  const Event& event = append.event;
  const bool done = database_
                        ->prepare(sql::kAppendEvent, event.game, event.v, event.kind, event.ply, event.by,
                                  event.move, event.detail, event.clock[0], event.clock[1], event.periods[0],
                                  event.periods[1], event.running, event.spent, event.lag, event.at)
                        ->exec();
  if (done && append.ending) {
    const Ending& ending = *append.ending;
    database_->prepare(sql::kEndGame, event.game, ending.status, ending.result, ending.reason, ending.ended)
        ->exec();
  }
  if (done && append.seats) {
    const auto& [first, second] = *append.seats;
    database_
        ->prepare(sql::kChangeSeats, event.game, first.name, first.user, first.level, first.token_hash,
                  first.rating, first.provisional, second.name, second.user, second.level, second.token_hash,
                  second.rating, second.provisional)
        ->exec();
  }
  return done;
}

std::optional<Record> SqliteStore::load(std::string_view game) {
  return guarded([&]() -> std::optional<Record> {
    SQLite::Transaction snapshot(database_->connection());  // Both tables as of one moment.
    const BorrowedStatement found = database_->prepare(sql::kLoadGame, game);
    if (!found->executeStep()) return std::nullopt;
    Row row(*found);
    Record record{read_game(row), {}, read_changes(game)};
    const BorrowedStatement events = database_->prepare(sql::kLoadEvents, game);
    while (events->executeStep()) {
      Row event(*events);
      record.events.push_back(read_event(event));
    }
    return record;
  });
}

std::vector<std::string> SqliteStore::unfinished() {
  return guarded([&] {
    std::vector<std::string> ids;
    const BorrowedStatement games = database_->prepare(sql::kUnfinished);
    while (games->executeStep()) ids.push_back(Row(*games).text());
    return ids;
  });
}

std::optional<std::string> SqliteStore::find_code(std::string_view code) {
  return guarded([&] { return first_text(database_->prepare(sql::kFindCode, code)); });
}

std::vector<Summary> SqliteStore::list(const GameQuery& query) {
  return guarded([&] {
    std::vector<Summary> page;
    const BorrowedStatement games = prepare_list(*database_, query);
    while (games->executeStep()) {
      Row row(*games);
      Game game = read_game(row);
      page.push_back({std::move(game), row.number()});
    }
    return page;
  });
}

}  // namespace storage
