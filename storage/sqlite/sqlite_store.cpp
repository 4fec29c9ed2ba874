#include "storage/sqlite/sqlite_store.h"

#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include "storage/sql/challenge_statements.h"
#include "storage/sql/order.h"
#include "storage/sql/queries.h"
#include "storage/sql/report_queries.h"
#include "storage/sql/tournament_queries.h"
#include "storage/sql/values.h"
#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_reader.h"
#include "storage/sqlite/sqlite_row.h"

namespace storage {

namespace {

// kAppendEvent in two steps, which the one writer of a file may take: where a SELECT reads the table that it
// fills, SQLite makes a table for what it found first, for every row.
constexpr const char* kHasEvent = "SELECT 1 FROM events WHERE game = $1 AND v = $2";
constexpr const char* kHasGame = "SELECT 1 FROM games WHERE id = $1";
constexpr const char* kInsertEvent = R"(
  INSERT INTO events (game, v, kind, ply, by_side, move, detail, first_clock, second_clock, first_periods,
                      second_periods, running, spent, lag, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  ON CONFLICT DO NOTHING)";

/// Of a collection, $1, so many rows. While the statement goes on, SQLite looks for the place of a row beside
/// that of the row before; a statement each takes half as long again.
std::string insert_seen(std::size_t rows) {
  std::string sql = "INSERT INTO positions_seen (collection, pos, game, move) VALUES ($1, ?, ?, ?)";
  while (--rows > 0) sql += ", ($1, ?, ?, ?)";
  return sql + " ON CONFLICT DO NOTHING";
}

/// See sql/library_writes.h.
struct Statements {
  SqliteDatabase& database;

  // A file has one writer.
  void lock_moderation() {}
  void lock_mail() {}
  void lock_clubs(const std::string&) {}
  void lock_unused_accounts(const std::string&, const std::string&) {}
  template <class... Values>
  std::vector<std::string> texts(const char* sql, const Values&... values) {
    return read_all(database.prepare(sql, values...), [](SqliteRow& row) { return row.text(); });
  }
  bool is_shown(int collection) { return database.prepare(sql::kIsShown, collection)->executeStep(); }
  template <class... Values>
  bool has(const char* sql, const Values&... values) {
    return database.prepare(sql, values...)->executeStep();
  }
  template <class... Values>
  bool check(const char* sql, const Values&... values) {
    return database.prepare(sql, values...)->exec() > 0;
  }
  template <class... Values>
  void run(const char* sql, const Values&... values) {
    database.prepare(sql, values...)->exec();
  }
  template <class... Values>
  void insert_game(const char* sql, std::int64_t bytes, int collection, const Values&... values) {
    if (check(sql, collection, values...)) run(sql::kCountLibraryGame, collection, bytes);
  }
  void insert(const IndexPositions& index) {
    constexpr std::size_t kAtOnce = 50;
    static const std::string one = insert_seen(1), many = insert_seen(kAtOnce);
    for (std::span rest(index.seen); !rest.empty();) {
      const std::size_t rows = rest.size() < kAtOnce ? 1 : kAtOnce;
      const auto statement = database.prepare((rows == 1 ? one : many).c_str(), index.collection);
      for (int number = 1; const auto& [pos, game, move] : rest.first(rows)) {
        statement->bind(++number, pos);
        statement->bind(++number, game);
        statement->bind(++number, move);
      }
      statement->exec();
      rest = rest.subspan(rows);
    }
  }
};

/// Of a statement that cannot be carried out, where others can.
/// Everything else (a full disk, a broken file, a lock) would fail for other writes, too.
bool is_of_the_statement(const SQLite::Exception& failed) {
  const int code = failed.getErrorCode();
  return code == SQLITE_CONSTRAINT || code == SQLITE_TOOBIG || code == SQLITE_MISMATCH;
}

}  // namespace

SqliteStore::SqliteStore(const std::filesystem::path& file) try
    : file_(file), database_(std::make_shared<SqliteDatabase>(file, SqliteDatabase::Use::write)) {
} catch (const SQLite::Exception& error) {
  throw Error("cannot use " + file.string() + " as a database: " + error.what());
}

SqliteStore::SqliteStore() : database_(std::make_shared<SqliteDatabase>()) {}

SqliteStore::~SqliteStore() = default;

std::shared_ptr<Reader> SqliteStore::open_reader() {
  if (file_.empty()) return std::make_shared<SqliteReader>(database_);
  return std::make_shared<SqliteReader>(file_);
}

void SqliteStore::reserve_log() {
  database_->reserve_log();
}

std::vector<WriteResult> SqliteStore::commit(std::span<const Write> writes) {
  return database_->locked([&] {
    // The write lock is taken at the start: a transaction that began by reading might not get it any more.
    SQLite::Transaction transaction(database_->connection(), SQLite::TransactionBehavior::IMMEDIATE);
    std::vector<WriteResult> results;
    results.reserve(writes.size());
    for (const Write& each : writes) results.push_back(carry_out(each, results.size()));
    transaction.commit();
    return results;
  });
}

WriteResult SqliteStore::carry_out(const Write& write, std::size_t number) {
  try {
    const bool done = std::visit([this](const auto& each) { return this->write(each); }, write);
    return done ? WriteResult::done : WriteResult::refused;
  } catch (const SQLite::Exception& failed) {
    if (!is_of_the_statement(failed)) throw;
    throw WriteFailed(failed.what(), number);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& defect) {
    throw WriteFailed(defect.what(), number);
  }
}

template <sql::OneStatement Each>
bool SqliteStore::write(const Each& write) {
  const auto& [sql, values] = sql::statement_of(write);
  return database_->prepare_with(sql, values)->exec();
}

template <sql::SeveralStatements Each>
bool SqliteStore::write(const Each& write) {
  return sql::write_with(Statements{*database_}, write);
}

bool SqliteStore::write(const CreateGame& create) {
  static constexpr std::int64_t kOneServer = 0;  // A file has no other.
  if (create.link && !is_next(*create.link)) return false;
  const bool is_asked_for = !create.challenge.empty();
  if (is_asked_for && !is_open(create)) return false;
  const bool done =
      database_->prepare_with(sql::kInsertGame, sql::values_of(create.game), std::tie(kOneServer))->exec();
  if (done && create.game.order != RoomOrder()) write(KeepOrder{create.game.id, create.game.order});
  if (done && create.link) database_->prepare_with(kInsertEvent, sql::values_of(*create.link))->exec();
  if (done && is_asked_for)
    database_
        ->prepare(sql::kAcceptChallenge, create.challenge, create.game.id,
                  create.game.created + kEndedChallengeStays)
        ->exec();
  return done;
}

bool SqliteStore::is_open(const CreateGame& create) {
  return database_->prepare(sql::kIsOpenChallenge, create.challenge, create.game.created)->executeStep();
}

/// Whether what comes before it is there.
bool SqliteStore::follows(const Event& event) {
  if (event.v == 1) return database_->prepare(kHasGame, event.game)->executeStep();
  return database_->prepare(kHasEvent, event.game, event.v - 1)->executeStep();
}

/// The same, and nothing else has come after that.
bool SqliteStore::is_next(const Event& event) {
  return follows(event) && !database_->prepare(kHasEvent, event.game, event.v)->executeStep();
}

bool SqliteStore::write(const Append& append) {
  const auto game = std::tie(append.event.game);
  const bool done =
      follows(append.event) && database_->prepare_with(kInsertEvent, sql::values_of(append.event))->exec();
  if (done && append.ending)
    database_->prepare_with(sql::kEndGame, game, sql::values_of(*append.ending))->exec();
  if (done && append.seats)
    database_->prepare_with(sql::kChangeSeats, game, sql::values_of(*append.seats))->exec();
  if (done && append.opening_code)
    database_->prepare_with(sql::kChangeOpening, game, std::tie(*append.opening_code))->exec();
  if (done && append.due) database_->prepare_with(sql::kChangeDue, game, std::tie(*append.due))->exec();
  return done;
}

bool SqliteStore::write(const CreateTournament& create) {
  const auto& [tournament, event, most] = create;
  const bool done =
      database_->prepare_with(sql::kInsertTournament, sql::values_of(tournament), std::tie(most))->exec();
  if (done)
    database_->prepare_with(sql::kAppendTournamentEvent, sql::values_of(tournament.id, event))->exec();
  return done;
}

/// Once the first event is there, what is in the way of the rest makes the whole write fail.
bool SqliteStore::write(const AppendTournament& append) {
  const std::string& id = append.tournament;
  if (append.most_running > 0 && !database_->prepare(sql::kMayRun, append.most_running)->executeStep())
    return false;
  for (const TournamentEvent& event : append.events) {
    const bool done = database_->prepare_with(sql::kAppendTournamentEvent, sql::values_of(id, event))->exec();
    if (!done && &event == &append.events.front()) return false;
  }
  database_->prepare(sql::kSetPhase, id, append.phase)->exec();
  for (const auto& [round, player, table] : append.seats)
    database_->prepare(sql::kInsertTournamentSeat, id, round, player, table)->exec();
  for (const auto& [place, game, start] : append.games) {
    if (!write(CreateGame{game}) || !write(Append{start, {}, {}}))
      // Becomes WriteFailed in carry_out(): events are written already, so the transaction must not go on.
      throw std::runtime_error("a game's id or code is taken");
    database_->prepare_with(sql::kInsertTournamentGame, sql::values_of(id, place))->exec();
  }
  if (append.ranking) write_ranks(id, *append.ranking);
  return true;
}

void SqliteStore::write_ranks(const std::string& tournament, const AppendTournament::Ranking& ranking) {
  const int players = static_cast<int>(ranking.ranks.size());
  for (const auto& [user, rank] : ranking.ranks)
    database_
        ->prepare(sql::kPutTournamentRank, tournament, ranking.format, ranking.started, players, user, rank)
        ->exec();
}

bool SqliteStore::write(const DropCaches&) {
  ::sqlite3_db_release_memory(database_->connection().getHandle());
  return true;
}

bool SqliteStore::write(const Leave&) {
  return true;
}

}  // namespace storage
