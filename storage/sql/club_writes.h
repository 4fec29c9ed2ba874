#pragma once

#include <array>
#include <string>
#include <string_view>

#include "storage/club.h"
#include "storage/sql/inbox_writes.h"
#include "storage/sql/values.h"

/// The SQL of clubs, its values and its rows; see queries.h, statements.h and rows.h.
namespace storage::sql {

// ---- what must be so -------------------------------------------------------------------------------------

inline constexpr const char* kMayMakeClub = R"(
  SELECT 1 FROM accounts JOIN users ON users.id = accounts.user_id
  WHERE accounts.user_id = $1 AND password <> '' AND program = 0
    AND $2 > (SELECT COUNT(*) FROM clubs WHERE user_id = $1)
    AND $3 > (SELECT COUNT(*) FROM club_members WHERE user_id = $1))";
// One who has asked and finds the door open comes in.
inline constexpr const char* kMayJoinClub = R"(
  SELECT 1 FROM clubs WHERE id = $1
    AND EXISTS (SELECT 1 FROM accounts JOIN users ON users.id = accounts.user_id
                WHERE accounts.user_id = $2 AND password <> '' AND program = 0)
    AND NOT EXISTS (SELECT 1 FROM club_members WHERE club = $1 AND club_members.user_id = $2 AND role = 'member')
    AND NOT EXISTS (SELECT 1 FROM relations
                    WHERE relations.user_id = clubs.user_id AND other = $2 AND kind = 'block')
    AND $3 > (SELECT COUNT(*) FROM club_members WHERE club_members.user_id = $2 AND club <> $1))";
inline constexpr const char* kOwnsClub = "SELECT 1 FROM clubs WHERE id = $1 AND user_id = $2";
inline constexpr const char* kHasAsked =
    "SELECT 1 FROM club_members WHERE club = $1 AND user_id = $2 AND role = 'asked'";
inline constexpr const char* kNameOfClub = "SELECT name FROM clubs WHERE id = $1";
inline constexpr const char* kOwnerOfClub = "SELECT user_id FROM clubs WHERE id = $1";
inline constexpr const char* kNameOfAsker = "SELECT name FROM users WHERE id = $1";
inline constexpr const char* kMayLeaveClub = R"(
  SELECT 1 FROM club_members JOIN clubs ON clubs.id = club
  WHERE club = $1 AND club_members.user_id = $2 AND clubs.user_id <> $2 AND ($3 = $2 OR clubs.user_id = $3))";
inline constexpr const char* kMayCloseClub = R"(
  SELECT 1 FROM clubs WHERE id = $1 AND user_id = $2
    AND NOT EXISTS (SELECT 1 FROM tournaments WHERE club = $1 AND club <> '' AND phase IN ('open', 'running')))";

// ---- what is written -------------------------------------------------------------------------------------

inline constexpr const char* kInsertClub = R"(
  INSERT INTO clubs (id, user_id, name, folded, description, joining, members, created, keyed_by)
  SELECT $1, $2, $3, $4, $5, $6, 1, $7, $13
  WHERE NOT EXISTS (SELECT 1 FROM club_names WHERE key <> '' AND key IN ($8, $9, $10, $11, $12))
  ON CONFLICT DO NOTHING)";
inline constexpr const char* kChangeClub = R"(
  UPDATE clubs SET name = $3, folded = $4, description = $5, joining = $6, keyed_by = $12
  WHERE id = $1 AND user_id = $2
    AND (name = $3 OR NOT EXISTS (SELECT 1 FROM club_names
                                  WHERE club <> $1 AND key <> '' AND key IN ($7, $8, $9, $10, $11))))";
inline constexpr const char* kKeyClub =
    "UPDATE clubs SET folded = $3, keyed_by = $4 WHERE id = $1 AND name = $2";
inline constexpr const char* kInsertClubName =
    "INSERT INTO club_names (key, club) VALUES ($1, $2) ON CONFLICT DO NOTHING";
inline constexpr const char* kDeleteClubNames = "DELETE FROM club_names WHERE club = $1";
inline constexpr const char* kPutClubMember = R"(
  INSERT INTO club_members (club, user_id, role, since) VALUES ($1, $2, 'member', $3)
  ON CONFLICT (club, user_id) DO UPDATE SET role = EXCLUDED.role, since = EXCLUDED.since)";
inline constexpr const char* kTakeOpenPlace =
    "UPDATE clubs SET members = members + 1 WHERE id = $1 AND joining = 'open' AND members < $2";
inline constexpr const char* kAskClub = R"(
  INSERT INTO club_members (club, user_id, role, since)
  SELECT $1, $2, 'asked', $3 WHERE EXISTS (SELECT 1 FROM clubs WHERE id = $1 AND joining = 'request')
    AND $4 > (SELECT COUNT(*) FROM club_members WHERE club = $1 AND role = 'asked')
  ON CONFLICT DO NOTHING)";
inline constexpr const char* kTakePlaceOfOwner =
    "UPDATE clubs SET members = members + 1 WHERE id = $1 AND user_id = $2 AND members < $3";
inline constexpr const char* kFreePlace = R"(
  UPDATE clubs SET members = members - 1 WHERE id = $1
    AND EXISTS (SELECT 1 FROM club_members WHERE club = $1 AND club_members.user_id = $2 AND role = 'member'))";
// Where the last one who has asked is in, was refused or has gone.
inline constexpr const char* kDropRequestNotice = R"(
  DELETE FROM inbox WHERE kind = 'request' AND subject = $1
    AND NOT EXISTS (SELECT 1 FROM club_members WHERE club = $1 AND role = 'asked'))";
inline constexpr const char* kDeleteClubMember = "DELETE FROM club_members WHERE club = $1 AND user_id = $2";
inline constexpr const char* kHandOverClub = R"(
  UPDATE clubs SET user_id = $3, description =
    CASE WHEN EXISTS (SELECT 1 FROM measures
                      WHERE subject = $2 AND kind IN ('mute', 'shadow', 'ban') AND until > $5)
         THEN '' ELSE description END
  WHERE id = $1 AND user_id = $2 AND user_id <> $3
    AND EXISTS (SELECT 1 FROM club_members WHERE club = $1 AND club_members.user_id = $3 AND role = 'member')
    AND $4 > (SELECT COUNT(*) FROM clubs AS own WHERE own.user_id = $3))";
inline constexpr std::array kRemoveClub{
    "DELETE FROM reports WHERE game = $1 AND room = 'club'", "DELETE FROM club_names WHERE club = $1",
    "DELETE FROM club_members WHERE club = $1", "DELETE FROM clubs WHERE id = $1"};

// With the account, in this order: texts that a measure of $1 hides at $2; its places; the clubs that were
// its own. The member of longest standing has them now, one who is banned where there is no other; without
// one they end, as by kRemoveClub. Only there a club has no members.
inline constexpr const char* kHideTextsOfClosed = R"(
  UPDATE clubs SET description = '' WHERE user_id = $1
    AND EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = $1 AND password = '')
    AND EXISTS (SELECT 1 FROM measures
                WHERE subject = $1 AND kind IN ('mute', 'shadow', 'ban') AND until > $2))";
inline constexpr std::array kLeaveClubsOfClosed{
    R"(UPDATE clubs SET members = members - 1
       WHERE id IN (SELECT club FROM club_members WHERE club_members.user_id = $1 AND role = 'member')
         AND EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = $1 AND password = ''))",
    R"(DELETE FROM club_members WHERE user_id = $1
         AND EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = $1 AND password = ''))"};
inline constexpr const char* kGiveClubsOfClosed = R"(
  UPDATE clubs SET user_id = (
    SELECT heirs.user_id FROM club_members AS heirs WHERE heirs.club = clubs.id AND role = 'member'
    ORDER BY EXISTS (SELECT 1 FROM measures WHERE subject = heirs.user_id AND kind = 'ban' AND until > $2),
             heirs.since, heirs.user_id LIMIT 1)
  WHERE user_id = $1 AND members > 0
    AND EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = $1 AND password = ''))";
inline constexpr std::array kEndClubsOfClosed{
    R"(DELETE FROM reports
       WHERE room = 'club' AND game IN (SELECT id FROM clubs WHERE clubs.user_id = $1 AND members = 0))",
    R"(DELETE FROM club_names WHERE club IN (SELECT id FROM clubs WHERE clubs.user_id = $1 AND members = 0))",
    R"(DELETE FROM club_members WHERE club IN (SELECT id FROM clubs WHERE clubs.user_id = $1 AND members = 0))",
    R"(DELETE FROM clubs WHERE user_id = $1 AND members = 0)"};

// ---- what is read ----------------------------------------------------------------------------------------

inline constexpr const char* kLoadClub = R"(
  SELECT clubs.id, user_id, clubs.name, description, joining, clubs.created, users.name, members
  FROM clubs JOIN users ON users.id = user_id WHERE clubs.id = $1)";
inline constexpr const char* kClubNamed = R"(
  SELECT club FROM club_names WHERE key <> '' AND key IN ($1, $2, $3, $4, $5)
  ORDER BY CASE key WHEN $1 THEN 1 WHEN $2 THEN 2 WHEN $3 THEN 3 WHEN $4 THEN 4 ELSE 5 END LIMIT 1)";
inline constexpr const char* kClubsKeyedOtherwise = R"(
  SELECT clubs.id, user_id, clubs.name, description, joining, clubs.created, users.name, members
  FROM clubs JOIN users ON users.id = user_id WHERE keyed_by <> $1 LIMIT $2)";
inline constexpr const char* kAllClubs = R"(
  SELECT clubs.id, user_id, clubs.name, description, joining, clubs.created, users.name, members
  FROM clubs JOIN users ON users.id = user_id WHERE (members, clubs.id) < ($1, $2)
    AND NOT EXISTS (SELECT 1 FROM measures WHERE subject = clubs.user_id AND kind = 'ban' AND until > $3)
  ORDER BY members DESC, clubs.id DESC LIMIT $4)";
// $3: see containing(); $6: so many are looked at.
inline constexpr const char* kClubs = R"(
  SELECT looked.id, user_id, looked.name, description, joining, looked.created, users.name, members
  FROM (SELECT * FROM clubs WHERE (members, id) < ($1, $2) ORDER BY members DESC, id DESC LIMIT $6) AS looked
    JOIN users ON users.id = user_id
  WHERE folded LIKE $3 ESCAPE '\'
    AND NOT EXISTS (SELECT 1 FROM measures WHERE subject = looked.user_id AND kind = 'ban' AND until > $4)
  ORDER BY members DESC, looked.id DESC LIMIT $5)";
inline constexpr const char* kLastClubLookedAt = R"(
  SELECT members, id FROM clubs WHERE (members, id) < ($1, $2) ORDER BY members DESC, id DESC LIMIT 1 OFFSET $3)";
inline constexpr const char* kClubsOf = R"(
  SELECT clubs.id, name, members, CASE WHEN clubs.user_id = $1 THEN 'owner' ELSE role END
  FROM club_members JOIN clubs ON clubs.id = club WHERE club_members.user_id = $1 ORDER BY since DESC, club)";
inline constexpr const char* kClubRole = R"(
  SELECT CASE WHEN clubs.user_id = $2 THEN 'owner' ELSE role END
  FROM club_members JOIN clubs ON clubs.id = club WHERE club = $1 AND club_members.user_id = $2)";
inline constexpr const char* kClubMembers = R"(
  SELECT user_id, users.name, since FROM club_members JOIN users ON users.id = user_id
  WHERE club = $1 AND role = 'member' AND (since, user_id) > ($2, $3) ORDER BY since, user_id LIMIT $4)";
inline constexpr const char* kClubRequests = R"(
  SELECT user_id, users.name, since FROM club_members JOIN users ON users.id = user_id
  WHERE club = $1 AND role = 'asked' ORDER BY since, user_id LIMIT $2)";
inline constexpr const char* kClubTournaments = R"(
  SELECT * FROM tournaments WHERE club = $1 AND club <> '' AND phase <> 'removed' AND (created, id) < ($2, $3)
  ORDER BY created DESC, id DESC LIMIT $4)";

/// A pattern of LIKE for texts in which this one stands.
inline std::string containing(std::string_view part) {
  std::string pattern = "%";
  for (const char c : part) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern += '%';
}

template <class Row>
Club read_club(Row& row) {
  return {row.text(), row.text(), row.text(), row.text(), row.text(), row.millis(), row.text(), row.number()};
}

template <class Row>
OwnClub read_own_club(Row& row) {
  return {row.text(), row.text(), row.number(), row.text()};
}

template <class Row>
ClubMember read_club_member(Row& row) {
  return {row.text(), row.text(), row.millis()};
}

// Of several statements; `Database` is what it is in library_writes.h. `lock_clubs(account)` waits for others
// that act on clubs, and keeps the account, if one is named, open until the transaction has ended. What may
// refuse comes before what changes.

template <class Database>
void write_names(Database database, const std::string& club, const NameKeys& names) {
  database.run(kDeleteClubNames, club);
  for (const std::string& key : distinct(names)) database.run(kInsertClubName, key, club);
}

/// After lock_clubs().
template <class Database>
void remove_club(Database database, const std::string& club) {
  for (const char* sql : kRemoveClub) database.run(sql, club);
  database.run(kDropRequestNotice, club);
}

template <class Database>
bool write_with(Database database, const CreateClub& create) {
  database.lock_clubs(create.club.owner);
  const Club& club = create.club;
  const NameKeys& names = create.names;
  if (!database.has(kMayMakeClub, club.owner, kMostOwnClubs, kMostClubsOfUser)) return false;
  if (!database.check(kInsertClub, club.id, club.owner, club.name, names[1], club.description, club.joining,
                      club.created, names[0], names[1], names[2], names[3], names[4], create.keyed_by))
    return false;
  write_names(database, club.id, names);
  database.run(kPutClubMember, club.id, club.owner, club.created);
  return true;
}

template <class Database>
bool write_with(Database database, const ChangeClub& change) {
  database.lock_clubs("");
  const Club& club = change.club;
  const NameKeys& names = change.names;
  if (!database.check(kChangeClub, club.id, club.owner, club.name, names[1], club.description, club.joining,
                      names[0], names[1], names[2], names[3], names[4], change.keyed_by))
    return false;
  write_names(database, club.id, names);
  return true;
}

template <class Database>
bool write_with(Database database, const KeyClub& key) {
  database.lock_clubs("");
  if (!database.check(kKeyClub, key.club, key.name, key.names[1], key.keyed_by)) return false;
  write_names(database, key.club, key.names);
  return true;
}

/// One notice of a club, by who has asked last: many requests do not push out what else waits.
template <class Database>
bool ask_club(Database database, const JoinClub& join) {
  if (!database.check(kAskClub, join.club, join.user, join.at, kMostClubRequests)) return false;
  return write_with(database, PutNotice{.user = database.texts(kOwnerOfClub, join.club).at(0),
                                        .kind = "request",
                                        .subject = join.club,
                                        .name = database.texts(kNameOfAsker, join.user).at(0),
                                        .at = join.at});
}

template <class Database>
bool write_with(Database database, const JoinClub& join) {
  database.lock_clubs(join.user);
  if (!database.has(kMayJoinClub, join.club, join.user, kMostClubsOfUser)) return false;
  if (!database.check(kTakeOpenPlace, join.club, kMostClubMembers)) return ask_club(database, join);
  database.run(kPutClubMember, join.club, join.user, join.at);
  database.run(kDropRequestNotice, join.club);
  return true;
}

template <class Database>
bool write_with(Database database, const AdmitToClub& admit) {
  database.lock_clubs("");
  if (!database.has(kHasAsked, admit.club, admit.user)) return false;
  if (!database.check(kTakePlaceOfOwner, admit.club, admit.by, kMostClubMembers)) return false;
  database.run(kPutClubMember, admit.club, admit.user, admit.at);
  database.run(kDropRequestNotice, admit.club);
  return write_with(database, PutNotice{.user = admit.user,
                                        .kind = "club",
                                        .subject = admit.club,
                                        .name = database.texts(kNameOfClub, admit.club).at(0),
                                        .at = admit.at});
}

template <class Database>
bool write_with(Database database, const LeaveClub& leave) {
  database.lock_clubs("");
  if (!database.has(kMayLeaveClub, leave.club, leave.user, leave.by)) return false;
  database.run(kFreePlace, leave.club, leave.user);
  database.run(kDeleteClubMember, leave.club, leave.user);
  database.run(kDropRequestNotice, leave.club);
  return true;
}

template <class Database>
bool write_with(Database database, const HandOverClub& hand) {
  database.lock_clubs("");
  return database.check(kHandOverClub, hand.club, hand.by, hand.user, kMostOwnClubs, hand.at);
}

template <class Database>
bool write_with(Database database, const CloseClub& close) {
  database.lock_clubs("");
  if (!database.has(kMayCloseClub, close.club, close.by)) return false;
  remove_club(database, close.club);
  return true;
}

}  // namespace storage::sql
