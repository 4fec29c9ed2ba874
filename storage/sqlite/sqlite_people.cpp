#include <climits>

#include "storage/sql/challenge_statements.h"
#include "storage/sql/club_writes.h"
#include "storage/sql/people_queries.h"
#include "storage/sql/push_writes.h"
#include "storage/sql/relation_statements.h"
#include "storage/sql/rows.h"
#include "storage/sql/values.h"
#include "storage/sqlite/sqlite_database.h"
#include "storage/sqlite/sqlite_row.h"
#include "storage/sqlite/sqlite_store.h"

// Users, their sessions and their ratings.
namespace storage {

namespace {

// Of what a joined player is called, see event_codec.cpp; a tournament knows no two players of one id.
constexpr const char* kForgetEvents = R"(
  UPDATE tournament_events SET by_user = '',
    body = CASE WHEN kind IN ('joined', 'substituted')
           THEN json_patch(body, json_object('user', '-' || v, 'name', 'Guest')) ELSE body END
  WHERE (tournament, v) IN (
    SELECT tournament, v FROM tournament_events WHERE by_user = $1 AND by_user <> '' LIMIT $2))";

}  // namespace

// ---- users and sessions ----------------------------------------------------------------------------------

bool SqliteStore::write(const CreateUser& create) {
  const User& user = create.user;
  if (!database_->prepare(sql::kInsertUser, user.id, user.name, user.guest, user.created, create.token_hash)
           ->exec()) {
    return false;
  }
  start_first_session(user, create.token_hash, create.client);
  return true;
}

void SqliteStore::start_first_session(const User& user, const std::string& token_hash,
                                      const std::string& client) {
  database_->prepare(sql::kInsertFirstToken, token_hash, user.id, user.created, client)->exec();
}

// Several statements, of which the first decides. Nothing comes between them, since a file has one writer at
// a time; for PostgreSQL the same is one statement (kAfterAccount).
bool SqliteStore::write(const CreateAccount& create) {
  const auto& [user, names, password] = create.account;
  if (!database_
           ->prepare_with(sql::kUpsertAccountUser,
                          std::tie(user.id, user.name, user.created, create.token_hash), names,
                          std::tie(user.program))
           ->exec()) {
    return false;
  }
  database_->prepare(sql::kInsertAccount, user.id, password, create.keyed_by)->exec();
  for (const std::string& key : sql::distinct(names))
    database_->prepare(sql::kInsertName, key, user.id)->exec();
  write(EndSessions{user.id});
  start_first_session(user, create.token_hash, create.client);
  remember_site(user.id, create.site, user.created, create.token_hash);
  return true;
}

void SqliteStore::remember_site(const std::string& user, const std::string& site, Millis at,
                                const std::string& token_hash) {
  if (site.empty()) return;
  database_->prepare(sql::kRememberSite, user, site, at, token_hash)->exec();
  database_->prepare(sql::kForgetSites, user)->exec();
}

bool SqliteStore::write(const KeyAccount& account) {
  const auto& [user, names, keyed_by, own] = account;
  if (!database_->prepare(sql::kKeyAccount, user, keyed_by)->exec()) return false;
  database_->prepare(sql::kDeleteNamesOf, user)->exec();
  for (std::size_t i = 0; i < own; ++i) database_->prepare(sql::kTakeName, names.at(i), user)->exec();
  for (const std::string& key : sql::distinct(names)) database_->prepare(sql::kAddName, key, user)->exec();
  return true;
}

bool SqliteStore::write(const ChangePassword& change) {
  if (!database_->prepare(sql::kChangePassword, change.user, change.was, change.password)->exec())
    return false;
  return write(EndSessions{change.user, change.kept_session});
}

bool SqliteStore::write(const CloseAccount& close) {
  if (!database_->prepare(sql::kCloseAccount, close.user, close.password)->exec()) return false;
  database_->prepare(sql::kDeleteStandingsOf, close.user)->exec();
  database_->prepare(sql::kForgetSitesOf, close.user)->exec();
  database_->prepare(sql::kEndRelationsOfClosed, close.user)->exec();
  database_->prepare(sql::kEndChallengesOfClosed, close.user)->exec();
  database_->prepare(sql::kDropNoticesOfClosed, close.user)->exec();
  database_->prepare(sql::kDropMailOfClosed, close.user)->exec();
  database_->prepare(sql::kHideTextsOfClosed, close.user, close.at)->exec();
  for (const char* sql : sql::kLeaveClubsOfClosed) database_->prepare(sql, close.user)->exec();
  database_->prepare(sql::kGiveClubsOfClosed, close.user, close.at)->exec();
  for (const char* sql : sql::kEndClubsOfClosed) database_->prepare(sql, close.user)->exec();
  return write(EndSessions{close.user});
}

bool SqliteStore::write(const ForgetSeats& seats) {
  if (!database_->prepare(sql::kMayForget, seats.user)->executeStep()) return false;
  int rows = database_->prepare(kForgetEvents, seats.user, seats.most)->exec();
  for (const char* sql : sql::kForgetSeats) rows += database_->prepare(sql, seats.user, seats.most)->exec();
  return rows > 0;
}

bool SqliteStore::write(const ForgetGuest& guest) {
  if (!database_->prepare(sql::kMayForget, guest.user)->executeStep()) return false;
  write(ForgetSeats{guest.user, INT_MAX});
  write(EndSessions{guest.user});
  database_->prepare(sql::kRemoveStudiesOf, guest.user)->exec();
  return database_->prepare(sql::kForgetGuest, guest.user)->exec();
}

bool SqliteStore::write(const StartSession& start) {
  if (!database_
           ->prepare(sql::kInsertToken, start.token_hash, start.user, start.at, start.client, start.password)
           ->exec()) {
    return false;
  }
  remember_site(start.user, start.site, start.at, start.token_hash);
  return true;
}

bool SqliteStore::write(const EndSession& end) {
  return database_->prepare(sql::kDeleteToken, end.token_hash)->exec();
}

bool SqliteStore::write(const EndSessions& end) {
  database_->prepare(sql::kDeleteTokensOf, end.user, end.but)->exec();
  return true;
}

// ---- relations and challenges -----------------------------------------------------------------------------

bool SqliteStore::write(const Follow& follow) {
  return database_->prepare_with(sql::kFollow, sql::values_of(follow))->exec();
}

bool SqliteStore::write(const Block& block) {
  if (!database_->prepare_with(sql::kBlock, sql::values_of(block))->exec()) return false;
  database_->prepare(sql::kEndFollowOfBlocked, block.user, block.other)->exec();
  database_
      ->prepare(sql::kEndChallengesOfBlocked, block.user, block.other, block.at,
                block.at + kEndedChallengeStays)
      ->exec();
  return true;
}

bool SqliteStore::write(const EndRelation& end) {
  database_->prepare(sql::kEndRelation, end.user, end.other, end.kind)->exec();
  return true;
}

bool SqliteStore::write(const BeginChallenge& begin) {
  return database_->prepare_with(sql::kBeginChallenge, sql::values_of(begin))->exec();
}

bool SqliteStore::write(const EndChallenge& end) {
  return database_->prepare_with(sql::kEndChallenge, sql::values_of(end))->exec();
}

// ---- ratings ---------------------------------------------------------------------------------------------

// Reads and writes within the transaction of the batch, which has the write lock from its beginning: no row
// needs a lock of its own.
bool SqliteStore::write(const RateGame& rate) {
  const auto played = read_one(database_->prepare(sql::kGameToRate, rate.game), sql::read_played<SqliteRow>);
  if (!played) return true;
  std::array<Standing, 2> before;
  for (const std::size_t side : {0u, 1u}) {
    before[side] = standing(played->users[side], played->game, rate.speed).value_or(rate.start);
  }
  const std::array<Standing, 2> after = rate.formula(before, played->result, played->ended);
  for (const std::size_t side : {0u, 1u}) {
    database_
        ->prepare_with(sql::kPutStanding, std::tie(played->users[side], played->game, rate.speed),
                       sql::values_of(after[side]))
        ->exec();
    database_
        ->prepare(sql::kInsertRatingChange, rate.game, side == 0 ? "first" : "second", played->users[side],
                  played->game, rate.speed, before[side].rating, after[side].rating, played->ended)
        ->exec();
  }
  return true;
}

std::optional<Standing> SqliteStore::standing(const std::string& user, const std::string& game,
                                              const std::string& speed) {
  return read_one(database_->prepare(sql::kFindStanding, user, game, speed), sql::read_standing<SqliteRow>);
}

}  // namespace storage
