#include <algorithm>

#include "storage/sql/people_queries.h"
#include "storage/sqlite/row.h"
#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_reader.h"
#include "storage/sqlite/sqlite_store.h"

// Users, their sessions and their ratings.
namespace storage {

namespace {

// Braced lists are evaluated from left to right: the fields below stand in the order of the columns.

User read_user(Row& row) {
  return {row.text(), row.text(), row.flag(), row.millis()};
}

Session read_session(Row& row) {
  return {row.text(), read_user(row), row.text(), row.millis(), row.millis()};
}

Standing read_standing(Row& row) {
  return {row.real(), row.real(), row.real(), row.number(), row.millis()};
}

/// All rows, each made by `read`.
template <class Read>
auto read_all(const BorrowedStatement& found, Read read) {
  std::vector<decltype(read(std::declval<Row&>()))> all;
  while (found->executeStep()) {
    Row row(*found);
    all.push_back(read(row));
  }
  return all;
}

/// The one row, if there is one.
template <class Read>
auto read_one(const BorrowedStatement& found, Read read) {
  std::optional<decltype(read(std::declval<Row&>()))> one;
  if (found->executeStep()) {
    Row row(*found);
    one = read(row);
  }
  return one;
}

/// What RateGame needs to know of a game.
struct Played {
  std::string game;
  std::array<std::string, 2> users;
  std::string result;
  Millis ended = 0;
};

Played read_played(Row& row) {
  return {row.text(), {row.text(), row.text()}, row.text(), row.millis()};
}

}  // namespace

// ---- users and sessions ----------------------------------------------------------------------------------

bool SqliteStore::write(const CreateUser& create) {
  const User& user = create.user;
  if (!database_->prepare(sql::kInsertUser, user.id, user.name, user.guest, user.created, create.token_hash)
           ->exec()) {
    return false;
  }
  return write(StartSession{user.id, create.token_hash, create.client, user.created});
}

bool SqliteStore::write(const RenameUser& rename) {
  return database_->prepare(sql::kRenameUser, rename.id, rename.name)->exec();
}

bool SqliteStore::write(const CreateAccount& create) {
  const auto& [user, skeleton, password] = create.account;
  if (!database_
           ->prepare(sql::kUpsertAccountUser, user.id, user.name, user.created, create.token_hash, skeleton)
           ->exec()) {
    return false;
  }
  database_->prepare(sql::kInsertAccount, user.id, skeleton, password)->exec();
  write(EndSessions{user.id});
  return write(StartSession{user.id, create.token_hash, create.client, user.created});
}

bool SqliteStore::write(const ChangePassword& change) {
  return database_->prepare(sql::kChangePassword, change.user, change.password)->exec();
}

bool SqliteStore::write(const CloseAccount& close) {
  if (!database_->prepare(sql::kCloseAccount, close.user)->exec()) return false;
  database_->prepare(sql::kDeleteStandingsOf, close.user)->exec();
  return write(EndSessions{close.user});
}

bool SqliteStore::write(const StartSession& start) {
  return database_->prepare(sql::kInsertToken, start.token_hash, start.user, start.at, start.client)->exec();
}

bool SqliteStore::write(const TouchSession& touch) {
  return database_->prepare(sql::kTouchToken, touch.token_hash, touch.client, touch.at)->exec();
}

bool SqliteStore::write(const EndSession& end) {
  return database_->prepare(sql::kDeleteToken, end.token_hash)->exec();
}

bool SqliteStore::write(const EndSessions& end) {
  database_->prepare(sql::kDeleteTokensOf, end.user, end.but)->exec();
  return true;
}

bool SqliteStore::write(const SweepUsers& sweep) {
  database_->prepare(sql::kSweepSessions, sweep.after, sweep.until, sweep.sessions_before)->exec();
  database_->prepare(sql::kSweepTokensOfGuests, sweep.after, sweep.until, sweep.guests_before)->exec();
  database_->prepare(sql::kSweepGuests, sweep.after, sweep.until, sweep.guests_before)->exec();
  return true;
}

std::optional<std::string> SqliteReader::last_user_of(std::string_view after, int count) {
  return guarded([&] {
    return read_one(database_->prepare(sql::kLastUserOf, after, count), [](Row& row) { return row.text(); });
  });
}

std::optional<Session> SqliteReader::find_token(std::string_view token_hash) {
  return guarded([&] { return read_one(database_->prepare(sql::kFindToken, token_hash), read_session); });
}

std::optional<Account> SqliteReader::find_account(std::string_view skeleton) {
  return guarded([&] {
    return read_one(database_->prepare(sql::kFindAccount, skeleton), [](Row& row) {
      return Account{read_user(row), row.text(), row.text()};
    });
  });
}

std::vector<Session> SqliteReader::sessions(std::string_view user) {
  return guarded([&] { return read_all(database_->prepare(sql::kSessions, user), read_session); });
}

// ---- ratings ---------------------------------------------------------------------------------------------

bool SqliteStore::write(const RateGame& rate) {
  const auto played = read_one(database_->prepare(sql::kGameToRate, rate.game), read_played);
  if (!played) return false;
  std::array<Standing, 2> before;
  for (const std::size_t side : {0u, 1u}) {
    before[side] = standing(played->users[side], played->game, rate.speed).value_or(rate.start);
  }
  const std::array<Standing, 2> after = rate.formula(before, played->result, played->ended);
  for (const std::size_t side : {0u, 1u}) {
    const auto& [rating, deviation, volatility, games, updated] = after[side];
    database_
        ->prepare(sql::kPutStanding, played->users[side], played->game, rate.speed, rating, deviation,
                  volatility, games, updated)
        ->exec();
    database_
        ->prepare(sql::kInsertRatingChange, rate.game, side == 0 ? "first" : "second", played->users[side],
                  played->game, rate.speed, before[side].rating, rating, played->ended)
        ->exec();
  }
  return true;
}

std::optional<Standing> SqliteStore::standing(const std::string& user, const std::string& game,
                                              const std::string& speed) {
  return read_one(database_->prepare(sql::kFindStanding, user, game, speed), read_standing);
}

// Of a game there are two rows, "first" and "second", or none.
std::optional<std::array<RatingChange, 2>> SqliteReader::read_changes(std::string_view game) {
  const auto sides = read_all(database_->prepare(sql::kRatingChanges, game), [](Row& row) {
    return RatingChange{row.real(), row.real()};
  });
  if (sides.size() != 2) return std::nullopt;
  return std::array{sides[0], sides[1]};
}

std::vector<Rating> SqliteReader::ratings(std::string_view user) {
  return guarded([&] {
    return read_all(database_->prepare(sql::kRatings, user), [](Row& row) {
      return Rating{row.text(), row.text(), row.text(), read_standing(row)};
    });
  });
}

std::vector<RatingPoint> SqliteReader::rating_curve(const std::string& user, const std::string& game,
                                                    const std::string& speed, int limit) {
  return guarded([&] {
    auto points =
        read_all(database_->prepare(sql::kRatingCurve, user, game, speed, std::max(limit, 0)), [](Row& row) {
          return RatingPoint{row.text(), row.real(), row.millis()};
        });
    std::ranges::reverse(points);
    return points;
  });
}

std::vector<Ranked> SqliteReader::leaders(std::string_view game, std::string_view speed, double max_deviation,
                                          int limit) {
  return guarded([&] {
    return read_all(database_->prepare(sql::kLeaders, game, speed, max_deviation, std::max(limit, 0)),
                    [](Row& row) {
                      return Ranked{row.text(), read_standing(row)};
                    });
  });
}

Tally SqliteReader::tally(std::string_view user) {
  return guarded([&] {
    Tally tally = *read_one(database_->prepare(sql::kTally, user), [](Row& row) {
      return Tally{.played = row.number(), .won = row.number(), .drawn = row.number()};
    });
    tally.lost = tally.played - tally.won - tally.drawn;
    return tally;
  });
}

}  // namespace storage
