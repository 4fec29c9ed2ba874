#include "storage/postgres/postgres_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "storage/postgres/postgres_store.h"
#include "storage/postgres/queries.h"
#include "storage/sql/analysis_queries.h"
#include "storage/sql/list.h"
#include "storage/sql/order.h"
#include "storage/sql/queries.h"
#include "storage/sql/rows.h"
#include "storage/sql/tournament_queries.h"

namespace storage {

namespace {

/// Games that a list fetches at once where few of those it looked at were wanted.
constexpr int kMostAtOnce = 1'000;

void send_load(PostgresConnection& connection, std::string_view game, std::optional<int> most_events = {}) {
  connection.send(sql::kLoadGame, game);
  connection.send(sql::kRatingChanges, game);
  connection.send(sql::kOrderOf, game);
  connection.send(sql::kTournamentOf, game);
  if (most_events) return connection.send(sql::kLoadLastEvents, game, *most_events);
  connection.send(sql::kLoadEvents, game);
}

// Of ratings there are two rows, "first" and "second", or none.
std::optional<Record> receive_load(PostgresConnection& connection) {
  auto found = read_one(connection.receive(), sql::read_game<PostgresRow>);
  const auto changes = read_all(connection.receive(), sql::read_change<PostgresRow>);
  const auto order = read_one(connection.receive(), sql::read_order<PostgresRow>);
  auto tournament = read_one(connection.receive(), sql::read_text<PostgresRow>);
  auto events = read_all(connection.receive(), sql::read_event<PostgresRow>);
  if (!found) return std::nullopt;
  Record record{*std::move(found), std::move(events)};
  if (order) record.game.order = *order;
  if (tournament) record.game.tournament = *std::move(tournament);
  if (changes.size() == 2) record.ratings = std::array{changes[0], changes[1]};
  return record;
}

Node first_node(PostgresRow& row) {
  return {row.text(), row.text()};
}

using Seconds = std::chrono::duration<double>;

/// Each writes up to four rows, so that more are forgotten than come to be.
/// 256 tries write 1,024 rows at most, a sweep removes up to 2,000.
constexpr int kTriesBetweenSweeps = 256;

/// What it takes until one more may be taken.
Seconds step(const Budget& budget) {
  return Seconds(budget.per) / budget.count;
}

/// The longest wait; none: all are admitted. @param full_in seconds until it is full with one more taken
std::optional<std::chrono::milliseconds> longer(std::optional<std::chrono::milliseconds> wait,
                                                const Budget& budget, double full_in) {
  const double missing = full_in - Seconds(budget.per).count();
  if (missing <= 0) return wait;
  return std::max(wait.value_or(std::chrono::milliseconds(0)),
                  std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(missing * 1000))));
}

double seconds_of(PostgresRow& row) {
  return row.real();
}

}  // namespace

/// Calls `read(connection)`, and once more if the connection was lost: reading changes nothing, and a game
/// that is claimed twice is claimed.
template <class Read>
auto PostgresReader::read(Read read) {
  for (bool again = false;; again = true) {
    try {
      if (!connection_) connection_ = connector_.connect(PostgresConnection::Use::read);
      return read(*connection_);
    } catch (const ConnectionLost&) {
      connection_.reset();
      if (again) throw;
    } catch (const StatementFailed& failed) {
      connection_.reset();
      if (failed.is_on_purpose()) throw TakenOver();
      throw;
    } catch (...) {
      connection_.reset();  // It was left in the middle of something.
      throw;
    }
  }
}

template <class... Values>
PostgresResult PostgresReader::ask(const char* sql, const Values&... values) {
  return read([&](PostgresConnection& connection) { return connection.ask(sql, values...); });
}

template <class Read, class... Values>
std::vector<std::invoke_result_t<Read, PostgresRow&>> PostgresReader::all(const char* sql, Read read,
                                                                          const Values&... values) {
  return read_all(ask(sql, values...), read);
}

template <class Read, class... Values>
std::optional<std::invoke_result_t<Read, PostgresRow&>> PostgresReader::one(const char* sql, Read read,
                                                                            const Values&... values) {
  return read_one(ask(sql, values...), read);
}

PostgresReader::PostgresReader(PostgresConnector& connector, const PostgresNode& node)
    : connector_(connector), node_(node) {}

PostgresReader::~PostgresReader() = default;

// ---- games -----------------------------------------------------------------------------------------------

std::optional<Record> PostgresReader::read_record(std::string_view game, std::optional<int> most_events) {
  return read([&](PostgresConnection& connection) {
    connection.send(sql::postgres::kBeginReading);  // All as of one moment.
    send_load(connection, game, most_events);
    connection.send(sql::postgres::kCommit);
    connection.sync();
    connection.receive();
    auto record = receive_load(connection);
    connection.receive();
    connection.receive_sync();
    return record;
  });
}

/// The next games of a list. Planned anew each time: which index is best depends on the player asked for.
PostgresResult PostgresReader::fetch(const GameQuery& query, const Cursor& after, int count) {
  const auto ask_for = [&](const char* ids, const auto&... more) {
    std::string text = sql::postgres::kBeforeList;
    text.append(ids).append(" LIMIT $").append(std::to_string(sizeof...(more) + 5));
    text.append(sql::postgres::kAfterList);
    return read([&](PostgresConnection& connection) {
      connection.send_once(text, query.from.value_or(sql::kAlways), query.until.value_or(sql::kNever),
                           after.created, after.id, more..., count);
      connection.sync();
      PostgresResult found = connection.receive();
      connection.receive_sync();
      return found;
    });
  };
  return sql::ask_for_list(query, sql::postgres::kListGamesOfUser, sql::postgres::kListGamesOf, ask_for);
}

// What no index knows of is asked of each game in turn, of so many and no more; they come in ever larger
// pieces.
Page PostgresReader::list(const GameQuery& query) {
  Page page;
  if (query.limit <= 0) return page;
  Cursor here = sql::first_of(query);
  int count = std::min(query.limit, kMostAtOnce);
  for (int examined = 0; examined < Page::kMostExamined; count = std::min(4 * count, kMostAtOnce)) {
    count = std::min(count, Page::kMostExamined - examined);
    const PostgresResult found = fetch(query, here, count);
    for (int number = 0; number < found.rows(); ++number, ++examined) {
      PostgresRow row = found.row(number);
      const int plies = row.number();
      Game game = sql::read_game(row);
      here = {game.created, game.id};
      if (query.matches(game)) page.games.push_back({std::move(game), plies});
      if (static_cast<int>(page.games.size()) < query.limit) continue;
      page.next = here;
      return page;
    }
    if (found.rows() < count) return page;
  }
  page.next = here;
  return page;
}

// ---- games to be kept here -------------------------------------------------------------------------------

std::optional<Node> PostgresReader::other_keeper(std::string_view game) {
  return read_one(ask(sql::postgres::kOtherOwner, game, node_.epoch), first_node);
}

// The game stays locked until it is read, so that what it says of its players and its end is as old as its
// events.
Claim PostgresReader::claim(std::string_view game) {
  return read([&](PostgresConnection& connection) {
    connection.send(sql::postgres::kBegin);
    connection.send(sql::postgres::kBeginClaim, node_.epoch);
    connection.send(sql::postgres::kLockGame, game);
    connection.send(sql::postgres::kClaim, game, node_.epoch);
    connection.send(sql::postgres::kOtherOwner, game, node_.epoch);
    send_load(connection, game);
    connection.send(sql::postgres::kCommit);
    connection.sync();
    for (int before = 0; before < 4; ++before) connection.receive();
    Claim claim;
    // Asked after the attempt to claim: a row here means that another node lives and keeps the game.
    claim.elsewhere = read_one(connection.receive(), first_node);
    auto record = receive_load(connection);
    connection.receive();
    connection.receive_sync();
    if (!claim.elsewhere) claim.record = std::move(record);
    return claim;
  });
}

// In one transaction: what cannot be read now stays an orphan. What was claimed without an answer is none any
// more: the node's own games are looked through then, until all have been.
std::vector<Record> PostgresReader::claim_orphans(const Cursor& after, int most) {
  using namespace sql::postgres;
  static const std::string orphans = std::string(kBeforeOrphans) + kGoneOwners + kAfterOrphans;
  static const std::string with_own =
      std::string(kBeforeOrphans) + kGoneOwners + " UNION ALL SELECT $1" + kAfterOrphans;
  return read([&](PostgresConnection& connection) {
    const bool is_with_own = node_.has_unheard_claim;
    connection.send(kBegin);
    connection.send(kBeginClaim, node_.epoch);
    connection.send((is_with_own ? with_own : orphans).c_str(), node_.epoch, after.created, after.id, most);
    connection.flush();
    for (int before = 0; before < 2; ++before) connection.receive();
    auto claimed = read_all(connection.receive(), sql::read_cursor<PostgresRow>);
    std::ranges::sort(claimed);
    for (const Cursor& each : claimed) send_load(connection, each.id);
    node_.has_unheard_claim = true;
    connection.send(kCommit);
    connection.sync();
    std::vector<Record> records;
    for (std::size_t i = 0; i < claimed.size(); ++i) records.push_back(receive_load(connection).value());
    connection.receive();
    connection.receive_sync();
    node_.has_unheard_claim = is_with_own && static_cast<int>(claimed.size()) == most;
    return records;
  });
}

// ---- analyses and seeks -----------------------------------------------------------------------------------

std::optional<Analysis> PostgresReader::load_analysis(std::string_view game) {
  return read([&](PostgresConnection& connection) {
    connection.send(sql::postgres::kBeginReading);
    connection.send(sql::kLoadAnalysis, game);
    connection.send(sql::kLoadAnalysisPlies, game);
    connection.send(sql::postgres::kCommit);
    connection.sync();
    connection.receive();
    auto analysis = read_one(connection.receive(), sql::read_analysis<PostgresRow>);
    auto plies = read_all(connection.receive(), sql::read_ply<PostgresRow>);
    connection.receive();
    connection.receive_sync();
    if (analysis) analysis->plies = std::move(plies);
    return analysis;
  });
}

std::vector<std::string> PostgresReader::claim_analyses() {
  return read([&](PostgresConnection& connection) {
    connection.send(sql::postgres::kBegin);
    connection.send(sql::postgres::kBeginClaim, node_.epoch);
    connection.send(sql::postgres::kClaimAnalyses, node_.epoch, kMostClaimedAnalyses);
    connection.send(sql::postgres::kCommit);
    connection.sync();
    for (int before = 0; before < 2; ++before) connection.receive();
    auto claimed = read_all(connection.receive(), sql::read_cursor<PostgresRow>);
    connection.receive();
    connection.receive_sync();
    // As they were asked for, which is no order of the rows that were changed.
    std::ranges::sort(claimed);
    std::vector<std::string> games;
    for (Cursor& each : claimed) games.push_back(std::move(each.id));
    return games;
  });
}

bool PostgresReader::claim_analysis(std::string_view game) {
  // A lock is a write, and analyses of other servers that have readers are looked at every few seconds.
  if (ask(sql::postgres::kHasOtherAnalyst, game, node_.epoch).any()) return false;
  return read([&](PostgresConnection& connection) {
    connection.send(sql::postgres::kBegin);
    connection.send(sql::postgres::kBeginClaim, node_.epoch);
    connection.send(sql::postgres::kLockAnalysis, game);
    connection.send(sql::postgres::kClaimAnalysis, game, node_.epoch);
    connection.send(sql::postgres::kHasOtherAnalyst, game, node_.epoch);
    connection.send(sql::postgres::kCommit);
    connection.sync();
    for (int before = 0; before < 4; ++before) connection.receive();
    const bool has_other = connection.receive().any();
    connection.receive();
    connection.receive_sync();
    return !has_other;
  });
}

std::vector<Seek> PostgresReader::seeks() {
  return read_all(ask(sql::postgres::kSeeks, node_.epoch), sql::read_seek<PostgresRow>);
}

std::vector<PushMessage> PostgresReader::due_pushes(Millis now, int most) {
  static const std::string of_oldest = "SELECT * FROM (" +
                                       sql::due_pushes("lower(split_part(endpoint, '/', 3))") +
                                       ") AS due_ones WHERE $3 = (SELECT min(epoch) FROM nodes)";
  return all(of_oldest.c_str(), sql::read_push<PostgresRow>, now, most, node_.epoch);
}

// ---- budgets ---------------------------------------------------------------------------------------------

// Of each the moment is stored at which it is full.

// One after another by their keys: two transactions that take out of the same ones never wait for each other.
std::optional<std::chrono::milliseconds> PostgresReader::refuse(std::span<const Budget> budgets) {
  std::vector<Budget> sorted(budgets.begin(), budgets.end());
  std::ranges::sort(sorted, {}, &Budget::key);
  return read([&](PostgresConnection& connection) {
    const bool sweeps = --tries_until_sweep_ < 0;
    if (sweeps) {  // A transaction of its own: it locks them in any order.
      tries_until_sweep_ = kTriesBetweenSweeps;
      for (const char* sql :
           {sql::postgres::kBegin, sql::postgres::kForgetFullBudgets, sql::postgres::kCommit})
        connection.send(sql);
    }
    connection.send(sql::postgres::kBegin);
    for (const Budget& each : sorted) connection.send(sql::postgres::kSpend, each.key, step(each).count());
    connection.flush();
    for (int before = 0; before < (sweeps ? 4 : 1); ++before) connection.receive();
    std::optional<std::chrono::milliseconds> wait;
    for (const Budget& each : sorted)
      wait = longer(wait, each, read_one(connection.receive(), seconds_of).value());
    // All or nothing: where one budget refuses, what was taken out of the others goes back with the
    // transaction.
    connection.send(wait ? sql::postgres::kRollBack : sql::postgres::kCommit);
    connection.sync();
    connection.receive();
    connection.receive_sync();
    return wait;
  });
}

// In the order of their keys, as refuse().
void PostgresReader::give_back(std::span<const Budget> budgets) {
  std::vector<Budget> sorted(budgets.begin(), budgets.end());
  std::ranges::sort(sorted, {}, &Budget::key);
  read([&](PostgresConnection& connection) {
    connection.send(sql::postgres::kBegin);
    // A negative amount may make it fuller than full; the next use (GREATEST in kSpend) does not count that.
    for (const Budget& each : sorted) connection.send(sql::postgres::kSpend, each.key, -step(each).count());
    connection.send(sql::postgres::kCommit);
    connection.sync();
    for (std::size_t answers = 0; answers < sorted.size() + 2; ++answers) connection.receive();
    connection.receive_sync();
  });
}

std::optional<std::chrono::milliseconds> PostgresReader::would_refuse(std::span<const Budget> budgets) {
  std::optional<std::chrono::milliseconds> wait;
  for (const Budget& each : budgets) {
    const auto full_in = read_one(ask(sql::postgres::kSpent, each.key), seconds_of);
    wait = longer(wait, each, std::max(full_in.value_or(0), 0.0) + step(each).count());
  }
  return wait;
}

}  // namespace storage
