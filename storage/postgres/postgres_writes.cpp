#include <climits>
#include <string_view>

#include "storage/postgres/postgres_store.h"
#include "storage/postgres/queries.h"
#include "storage/sql/challenge_statements.h"
#include "storage/sql/club_writes.h"
#include "storage/sql/people_queries.h"
#include "storage/sql/push_writes.h"
#include "storage/sql/rows.h"
#include "storage/sql/tournament_queries.h"
#include "storage/sql/values.h"

// Writes of users, their sessions and their ratings.
namespace storage {

namespace postgres = sql::postgres;

namespace {

/// The same statement, which fails where it would do nothing.
std::string or_fail(std::string_view insert) {
  return std::string(insert.substr(0, insert.find("ON CONFLICT")));
}

}  // namespace

// ---- users and sessions ----------------------------------------------------------------------------------

void PostgresStore::write(const CreateUser& create) {
  static const std::string statement =
      std::string(postgres::kBeforeUser) + sql::kInsertUser + postgres::kAfterUser;
  const User& user = create.user;
  decide(statement.c_str(),
         std::tie(user.id, user.name, user.guest, user.created, create.token_hash, create.client));
}

void PostgresStore::write(const CreateAccount& create) {
  static const std::string statement =
      std::string(postgres::kBeforeAccount) + sql::kUpsertAccountUser + postgres::kAfterAccount;
  const auto& [user, names, password] = create.account;
  decide(statement.c_str(), std::tie(user.id, user.name, user.created, create.token_hash), names,
         std::tie(user.program, password, create.client, create.keyed_by));
  remember_site(user.id, create.site, user.created, create.token_hash);
}

void PostgresStore::remember_site(const std::string& user, const std::string& site, Millis at,
                                  const std::string& token_hash) {
  if (site.empty()) return;
  also(sql::kRememberSite, user, site, at, token_hash);
  also(sql::kForgetSites, user);
}

void PostgresStore::write(const KeyAccount& account) {
  const auto& [user, names, keyed_by, own] = account;
  decide(sql::kKeyAccount, std::tie(user, keyed_by));
  also(sql::kDeleteNamesOf, user);
  for (std::size_t i = 0; i < own; ++i) also(sql::kTakeName, names.at(i), user);
  for (const std::string& key : sql::distinct(names)) also(sql::kAddName, key, user);
}

void PostgresStore::write(const ChangePassword& change) {
  static const std::string statement =
      std::string(postgres::kBeforeEnding) + sql::kChangePassword + postgres::kAfterEnding;
  decide(statement.c_str(), std::tie(change.user, change.was, change.password));
  also(postgres::kEndSessionsOfPassword, change.user, change.password, change.kept_session);
}

void PostgresStore::write(const CloseAccount& close) {
  static const std::string statement =
      std::string(postgres::kBeforeEnding) + sql::kCloseAccount + postgres::kAfterEnding;
  static constexpr std::string_view kNone;
  decide(statement.c_str(), std::tie(close.user, close.password));
  also(postgres::kEndSessionsOfPassword, close.user, kNone, kNone);
  also(postgres::kDeleteStandingsOfClosed, close.user);
  also(postgres::kForgetSitesOfClosed, close.user);
  also(sql::kEndRelationsOfClosed, close.user);
  also(sql::kEndChallengesOfClosed, close.user);
  also(sql::kDropNoticesOfClosed, close.user);
  also(sql::kDropMailOfClosed, close.user);
  Statements{*this}.lock_clubs("");
  also(sql::kHideTextsOfClosed, close.user, close.at);
  for (const char* sql : sql::kLeaveClubsOfClosed) also(sql, close.user);
  also(sql::kGiveClubsOfClosed, close.user, close.at);
  for (const char* sql : sql::kEndClubsOfClosed) also(sql, close.user);
}

// A guest who becomes an account meanwhile waits.
bool PostgresStore::may_forget(const std::string& user) {
  static const std::string locked = std::string(sql::kMayForget) + " FOR UPDATE";
  return ask(locked.c_str(), user).any();
}

// A server that places a game of the guest's goes first, or waits: else it would write the guest's id into
// the library after that was looked through.
void PostgresStore::write(const ForgetSeats& seats) {
  if (!may_forget(seats.user)) return refuse();
  also(sql::kLockPlacesOfGames);
  bool any = ask(postgres::kForgetEvents, seats.user, seats.most).any();
  for (const char* sql : sql::kForgetSeats) any = ask(sql, seats.user, seats.most).any() || any;
  if (!any) refuse();
}

void PostgresStore::write(const ForgetGuest& guest) {
  if (!may_forget(guest.user)) return refuse();
  also(sql::kLockPlacesOfGames);
  also(postgres::kForgetEvents, guest.user, INT_MAX);
  for (const char* sql : sql::kForgetSeats) also(sql, guest.user, INT_MAX);
  write(EndSessions{guest.user});
  also(sql::kRemoveStudiesOf, guest.user);
  decide(sql::kForgetGuest, std::tie(guest.user));
}

void PostgresStore::write(const StartSession& start) {
  decide(postgres::kInsertToken,
         std::tie(start.token_hash, start.user, start.at, start.client, start.password));
  remember_site(start.user, start.site, start.at, start.token_hash);
}

void PostgresStore::write(const EndSession& end) {
  static const std::string statement =
      std::string(postgres::kBeforeEnding) + sql::kDeleteToken + postgres::kAfterEnding;
  decide(statement.c_str(), std::tie(end.token_hash));
}

void PostgresStore::write(const EndSessions& end) {
  also(sql::kDeleteTokensOf, end.user, end.but);
  also(postgres::kTellUser, end.user);
}

// ---- relations and challenges -----------------------------------------------------------------------------

void PostgresStore::write(const Follow& follow) {
  // In the order of their ids: two accounts that block each other at once do not wait for each other in a
  // circle.
  also(postgres::kLockAccounts, follow.user, follow.other);
  decide(sql::kFollow, sql::values_of(follow));
}

void PostgresStore::write(const Block& block) {
  also(postgres::kLockAccounts, block.user, block.other);
  decide(sql::kBlock, sql::values_of(block));
  also(sql::kEndFollowOfBlocked, block.user, block.other);
  also(sql::kEndChallengesOfBlocked, block.user, block.other, block.at, block.at + kEndedChallengeStays);
  tell_of_blocks(block.user);
  also(postgres::kTellUser, block.other);
}

void PostgresStore::write(const EndRelation& end) {
  also(sql::kEndRelation, end.user, end.other, end.kind);
  if (end.kind == "block") tell_of_blocks(end.user);
}

void PostgresStore::tell_of_blocks(const std::string& user) {
  also(postgres::kTellOfSeeksOf, user);
  also(postgres::kTellUser, user);
}

void PostgresStore::write(const BeginChallenge& begin) {
  also(postgres::kLockAccounts, begin.challenge.from, begin.challenge.to);
  decide(sql::kBeginChallenge, sql::values_of(begin));
  also(postgres::kTellOfChallenge, begin.challenge.id);
}

void PostgresStore::write(const EndChallenge& end) {
  decide(sql::kEndChallenge, sql::values_of(end));
  also(postgres::kTellOfChallenge, end.id);
}

// ---- ratings ---------------------------------------------------------------------------------------------

// Has to know something before it goes on: four more round trips for each rated game that ends, while the
// transaction holds the rows of both players.
void PostgresStore::write(const RateGame& rate) {
  const auto played = read_one(ask(sql::kGameToRate, rate.game), sql::read_played<PostgresRow>);
  if (!played) return;
  ask(postgres::kLockPlayers, played->users[0], played->users[1]);
  std::array<Standing, 2> before;
  for (const std::size_t side : {0u, 1u}) {
    const auto known = read_one(ask(sql::kFindStanding, played->users[side], played->game, rate.speed),
                                sql::read_standing<PostgresRow>);
    before[side] = known.value_or(rate.start);
  }
  // In C++, since the formula is not SQL's: the reason for the round trips.
  const std::array<Standing, 2> after = rate.formula(before, played->result, played->ended);
  for (const std::size_t side : {0u, 1u}) {
    decide(sql::kPutStanding, std::tie(played->users[side], played->game, rate.speed),
           sql::values_of(after[side]));
    also(sql::kInsertRatingChange, rate.game, side == 0 ? "first" : "second", played->users[side],
         played->game, rate.speed, before[side].rating, after[side].rating, played->ended);
    also(postgres::kTellUser, played->users[side]);
  }
}

// ---- tournaments -----------------------------------------------------------------------------------------

// Of a club that is closed, or handed over, at the same moment either is refused.
void PostgresStore::write(const CreateTournament& create) {
  const auto& [tournament, event, most] = create;
  if (!tournament.club.empty()) Statements{*this}.lock_clubs("");
  if (!ask(sql::kInsertTournament, tournament.id, tournament.owner, tournament.owner_name, tournament.name,
           tournament.game, tournament.rule, tournament.opening, tournament.size, tournament.created,
           tournament.phase, tournament.club, most)
           .any())
    return refuse();
  decide(sql::kAppendTournamentEvent, sql::values_of(tournament.id, event));
}

// The first event decides; what comes with it is not written before that is known. Where the id or the code
// of a game is taken the whole write fails.
void PostgresStore::write(const AppendTournament& append) {
  static const std::string insert = or_fail(sql::kInsertGame);
  const std::string& id = append.tournament;
  if (append.most_running > 0 && !ask(sql::kMayRun, append.most_running).any()) return refuse();
  for (const TournamentEvent& event : append.events) {
    const auto& [v, kind, body, by, note, at] = event;
    const bool is_first = &event == &append.events.front();
    if (is_first && !ask(sql::kAppendTournamentEvent, id, v, kind, body, by, note, at).any()) return refuse();
    if (!is_first) also(sql::kAppendTournamentEvent, id, v, kind, body, by, note, at);
  }
  also(sql::kSetPhase, id, append.phase);
  for (const auto& [round, player, table] : append.seats)
    also(sql::kInsertTournamentSeat, id, round, player, table);
  for (const auto& [place, game, start] : append.games) {
    decide(insert.c_str(), sql::values_of(game), std::tie(node_.epoch));
    decide(sql::kAppendEvent, sql::values_of(start));
    also(sql::kInsertTournamentGame, id, place.round, place.table, place.number, place.game);
  }
  if (!append.ranking) return;
  const auto& [format, started, ranks] = *append.ranking;
  const int players = static_cast<int>(ranks.size());
  for (const auto& [user, rank] : ranks)
    also(sql::kPutTournamentRank, id, format, started, players, user, rank);
}

// ---- what the same words are not enough for ---------------------------------------------------------------

// An account that is used meanwhile is no longer among them.
void PostgresStore::Statements::lock_unused_accounts(const std::string& after, const std::string& until) {
  run(postgres::kLockUnusedAccounts, after, until);
}

// ---- moderation ------------------------------------------------------------------------------------------

// Of two moderators who act at once the second waits, and finds what the first has done.
void PostgresStore::Statements::lock_moderation() {
  run(postgres::kLockModeration);
}

// ---- mail ------------------------------------------------------------------------------------------------

// Of two asks at once the second waits, and finds what the first has taken of the limits.
void PostgresStore::Statements::lock_mail() {
  run(postgres::kLockMail);
}

// ---- clubs -----------------------------------------------------------------------------------------------

// The account first, as CloseAccount has it.
void PostgresStore::Statements::lock_clubs(const std::string& account) {
  if (!account.empty()) run(postgres::kLockAccounts, account, account);
  run(postgres::kLockClubs);
}

// ---- library ---------------------------------------------------------------------------------------------

// A removal of the collection waits until the transaction has ended.
bool PostgresStore::Statements::is_shown(int collection) {
  static const std::string locked = std::string(sql::kIsShown) + " FOR SHARE";
  return check(locked.c_str(), collection);
}

const char* PostgresStore::counted(const char* insert, std::size_t values) {
  std::string& text = counted_[insert];
  if (text.empty())
    text = postgres::kBeforeCount + std::string(insert) + postgres::kAfterInsert + std::to_string(values) +
           postgres::kAfterCount;
  return text.c_str();
}

// All in one statement: columns as texts of arrays.
void PostgresStore::Statements::insert(const IndexPositions& index) {
  std::string keys = "{", games = "{", moves = "{";
  for (const auto& [pos, game, move] : index.seen) {
    const char* const comma = keys.size() > 1 ? "," : "";
    keys.append(comma).append(std::to_string(pos));
    games.append(comma).append(std::to_string(game));
    moves.append(comma).append(std::to_string(move));
  }
  run(postgres::kInsertSeen, index.collection, keys += '}', games += '}', moves += '}');
}

}  // namespace storage
