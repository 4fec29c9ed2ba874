#pragma once

#include "storage/inbox.h"
#include "storage/sql/mail_writes.h"

/// The SQL of notices, its rows and its writes; see queries.h, statements.h and rows.h.
namespace storage::sql {

inline constexpr const char* kPutNotice = R"(
  INSERT INTO inbox (user_id, number, kind, subject, game, name, at, read)
  SELECT $1, (SELECT COALESCE(MAX(number) + 1, $7) FROM inbox WHERE user_id = $1 AND number >= $7),
         $2, $3, $5, $6, $7, 0
  WHERE EXISTS (SELECT 1 FROM accounts WHERE user_id = $1 AND password <> '')
    AND ($4 = 0 OR EXISTS (SELECT 1 FROM events WHERE events.game = $3 AND v = $4))
    AND ($2 <> 'challenge' OR EXISTS (SELECT 1 FROM challenges WHERE id = $3 AND state = 'open'))
    AND ($2 <> 'declined' OR EXISTS (SELECT 1 FROM challenges WHERE id = $3 AND state = 'declined'))
    AND ($2 <> 'finish' OR EXISTS (SELECT 1 FROM tournaments WHERE id = $3 AND phase = 'finished'))
    AND ($2 <> 'cancelled' OR EXISTS (SELECT 1 FROM tournaments WHERE id = $3 AND phase = 'cancelled'))
  ON CONFLICT (user_id, kind, subject) DO UPDATE SET number = EXCLUDED.number, game = EXCLUDED.game,
    name = EXCLUDED.name, at = EXCLUDED.at, read = 0)";
// Which are not shown, and would push out the oldest of those that are.
inline constexpr const char* kDropNoticesOfEndedChallenges = R"(
  DELETE FROM inbox WHERE user_id = $1 AND kind = 'challenge'
    AND NOT EXISTS (SELECT 1 FROM challenges WHERE id = subject AND state = 'open' AND until > $2))";
inline constexpr const char* kDropOldNotices = R"(
  DELETE FROM inbox WHERE user_id = $1
    AND number <= (SELECT number FROM inbox WHERE user_id = $1 ORDER BY number DESC LIMIT 1 OFFSET $2))";
inline constexpr const char* kWithdrawNotice =
    "DELETE FROM inbox WHERE kind = $1 AND subject = $2 AND ($3 = '' OR user_id = $3)";
inline constexpr const char* kReadNotices =
    "UPDATE inbox SET read = 1 WHERE user_id = $1 AND number <= $2 AND read = 0";
// With the account, unless that was refused.
inline constexpr const char* kDropNoticesOfClosed = R"(
  DELETE FROM inbox WHERE user_id = $1
    AND EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = $1 AND password = ''))";
inline constexpr const char* kSweepNotices =
    "DELETE FROM inbox WHERE user_id > $1 AND user_id <= $2 AND at < $3";

inline constexpr const char* kNotices = R"(
  SELECT number, kind, subject, game, name, at, read FROM inbox
  WHERE user_id = $1 AND number < $2
    AND (kind <> 'challenge' OR EXISTS (SELECT 1 FROM challenges
                                        WHERE id = subject AND state = 'open' AND until > $3))
  ORDER BY number DESC LIMIT $4)";
inline constexpr const char* kUnreadNotices = R"(
  SELECT COUNT(*) FROM inbox
  WHERE user_id = $1 AND read = 0
    AND (kind <> 'challenge' OR EXISTS (SELECT 1 FROM challenges
                                        WHERE id = subject AND state = 'open' AND until > $2)))";

template <class Row>
Notice read_notice(Row& row) {
  return {row.millis(), row.text(), row.text(), row.text(), row.text(), row.millis(), row.flag()};
}

// Of several statements, or of one that is never refused; `Database` is what it is in library_writes.h.

template <class Database>
bool write_with(Database database, const PutNotice& put) {
  database.run(kPutNotice, put.user, put.kind, put.subject, put.v, put.game, put.name, put.at);
  if (put.kind == "challenge") database.run(kDropNoticesOfEndedChallenges, put.user, put.at);
  database.run(kDropOldNotices, put.user, kMostNotices);
  database.run(kMakeMailDue, put.user, put.at, kMailDelay, kMailDay);
  return true;
}

template <class Database>
bool write_with(Database database, const ReadNotices& read) {
  database.run(kReadNotices, read.user, read.until);
  return true;
}

}  // namespace storage::sql
