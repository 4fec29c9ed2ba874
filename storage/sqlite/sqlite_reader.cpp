#include "storage/sqlite/sqlite_reader.h"

#include <SQLiteCpp/Transaction.h>

#include "storage/sql/list.h"
#include "storage/sql/order.h"
#include "storage/sql/queries.h"
#include "storage/sql/rows.h"
#include "storage/sql/tournament_queries.h"
#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_row.h"

// Games. Reads of several statements are transactions, so that all of them see one moment.
namespace storage {

namespace {

// Of a game there are two rows, "first" and "second", or none.
std::optional<std::array<RatingChange, 2>> read_changes(SqliteDatabase& database, std::string_view game) {
  const auto sides = read_all(database.prepare(sql::kRatingChanges, game), sql::read_change<SqliteRow>);
  if (sides.size() != 2) return std::nullopt;
  return std::array{sides[0], sides[1]};
}

BorrowedStatement prepare_list(SqliteDatabase& database, const GameQuery& query) {
  const Cursor after = sql::first_of(query);
  return sql::ask_for_list(
      query, sql::kListGamesOfUser, sql::kListGamesOf, [&](const char* sql, const auto&... more) {
        return database.prepare(sql, query.from.value_or(sql::kAlways), query.until.value_or(sql::kNever),
                                after.created, after.id, more...);
      });
}

}  // namespace

template <class Read, class... Values>
std::vector<std::invoke_result_t<Read, SqliteRow&>> SqliteReader::all(const char* sql, Read read,
                                                                      const Values&... values) {
  return database_->locked([&] { return read_all(database_->prepare(sql, values...), read); });
}

template <class Read, class... Values>
std::optional<std::invoke_result_t<Read, SqliteRow&>> SqliteReader::one(const char* sql, Read read,
                                                                        const Values&... values) {
  return database_->locked([&] { return read_one(database_->prepare(sql, values...), read); });
}

SqliteReader::SqliteReader(const std::filesystem::path& file) {
  guarded([&] { database_ = std::make_shared<SqliteDatabase>(file, SqliteDatabase::Use::read); });
}

SqliteReader::SqliteReader(std::shared_ptr<SqliteDatabase> database) : database_(std::move(database)) {}

SqliteReader::~SqliteReader() = default;

std::optional<Game> SqliteReader::header(std::string_view game) {
  return read_one(database_->prepare(sql::kLoadGame, game), sql::read_game<SqliteRow>);
}

std::optional<Record> SqliteReader::read_record(std::string_view game, std::optional<int> most_events) {
  return database_->locked([&]() -> std::optional<Record> {
    SQLite::Transaction snapshot(database_->connection());
    auto found = header(game);
    if (!found) return std::nullopt;
    Record record{*std::move(found), {}, read_changes(*database_, game)};
    const auto order = read_one(database_->prepare(sql::kOrderOf, game), sql::read_order<SqliteRow>);
    record.game.order = order.value_or(RoomOrder());
    const auto tournament = read_one(database_->prepare(sql::kTournamentOf, game), sql::read_text<SqliteRow>);
    record.game.tournament = tournament.value_or("");
    record.events = read_all(most_events ? database_->prepare(sql::kLoadLastEvents, game, *most_events)
                                         : database_->prepare(sql::kLoadEvents, game),
                             sql::read_event<SqliteRow>);
    return record;
  });
}

std::vector<PushMessage> SqliteReader::due_pushes(Millis now, int most) {
  static const std::string query =
      sql::due_pushes("lower(substr(endpoint, 1, 8 + instr(substr(endpoint, 9), '/')))");
  return all(query.c_str(), sql::read_push<SqliteRow>, now, most);
}

std::vector<Record> SqliteReader::claim_orphans(const Cursor& after, int most) {
  const std::vector<Cursor> games =
      all(sql::kUnfinished, sql::read_cursor<SqliteRow>, after.created, after.id, most);
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

int SqliteReader::plies(std::string_view game) {
  const auto size = read_one(database_->prepare(sql::kRecordSize, game), sql::read_record_size<SqliteRow>);
  return size ? size->plies : 0;
}

// What no index knows of is asked of each game in turn, of so many and no more.
Page SqliteReader::list(const GameQuery& query) {
  return database_->locked([&] {
    Page page;
    if (query.limit <= 0) return page;
    SQLite::Transaction snapshot(database_->connection());
    const BorrowedStatement games = prepare_list(*database_, query);
    for (int examined = 1; games->executeStep(); ++examined) {
      SqliteRow row(*games);
      const Cursor here{row.millis(), row.text()};
      Game game = *header(here.id);
      if (query.matches(game)) page.games.push_back({std::move(game), plies(here.id)});
      const bool full = static_cast<int>(page.games.size()) == query.limit;
      // The page ends here whether or not more games match: the cursor is the last one that was looked at.
      if (full || examined == Page::kMostExamined) {
        page.next = here;
        break;
      }
    }
    return page;
  });
}

std::optional<Analysis> SqliteReader::load_analysis(std::string_view game) {
  return database_->locked([&] {
    SQLite::Transaction snapshot(database_->connection());  // Both tables as of one moment.
    auto analysis = read_one(database_->prepare(sql::kLoadAnalysis, game), sql::read_analysis<SqliteRow>);
    if (analysis)
      analysis->plies = read_all(database_->prepare(sql::kLoadAnalysisPlies, game), sql::read_ply<SqliteRow>);
    return analysis;
  });
}

}  // namespace storage
