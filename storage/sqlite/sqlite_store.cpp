#include "storage/sqlite/sqlite_store.h"

#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include "storage/sql/queries.h"
#include "storage/sqlite/row.h"
#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_reader.h"

namespace storage {

SqliteStore::SqliteStore(const std::filesystem::path& file) try
    : file_(file), database_(std::make_unique<SqliteDatabase>(file, SqliteDatabase::Use::write)) {
} catch (const SQLite::Exception& error) {
  throw Error("cannot use " + file.string() + " as a database: " + error.what());
}

SqliteStore::~SqliteStore() = default;

std::shared_ptr<Reader> SqliteStore::open_reader() {
  return std::make_shared<SqliteReader>(file_);
}

void SqliteStore::reserve_log() {
  database_->reserve_log();
}

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

bool SqliteStore::write(const Heartbeat& heartbeat) {
  return database_->prepare(sql::kHeartbeat, heartbeat.at)->exec();
}

bool SqliteStore::write(const DropCaches&) {
  ::sqlite3_db_release_memory(database_->connection().getHandle());
  return true;
}

}  // namespace storage
