#pragma once

#include <tuple>
#include <utility>

#include "storage/challenge.h"

/// The SQL of challenges, its values and its rows; see queries.h, statements.h and rows.h.
namespace storage::sql {

inline constexpr const char* kBeginChallenge = R"(
  INSERT INTO challenges (id, from_user, to_user, wish, rating, provisional, since, until, state, reason, game)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, 'open', '', ''
  WHERE 2 = (SELECT COUNT(*) FROM accounts WHERE user_id IN ($2, $3) AND password <> '')
    AND NOT EXISTS (SELECT 1 FROM relations WHERE user_id = $2 AND other = $3 AND kind = 'block')
    AND NOT EXISTS (SELECT 1 FROM relations WHERE user_id = $3 AND other = $2 AND kind = 'block')
    AND $9 > (SELECT COUNT(*) FROM challenges
              WHERE from_user = $2 AND to_user = $3 AND state = 'open' AND until > $7)
    AND $10 > (SELECT COUNT(*) FROM challenges WHERE from_user = $2 AND state = 'open' AND until > $7)
    AND $11 > (SELECT COUNT(*) FROM challenges WHERE to_user = $3 AND state = 'open' AND until > $7)
  ON CONFLICT (id) DO NOTHING)";

inline constexpr const char* kEndChallenge =
    "UPDATE challenges SET state = $2, reason = $3, until = $5 WHERE id = $1 AND state = 'open' AND until > "
    "$4";

// Around the game that comes of it; another one may have its id.
inline constexpr const char* kIsOpenChallenge =
    "SELECT 1 FROM challenges WHERE id = $1 AND state = 'open' AND until > $2";
inline constexpr const char* kAcceptChallenge = R"(
  UPDATE challenges SET state = 'accepted', game = $2, until = $3
  WHERE id = $1 AND EXISTS (SELECT 1 FROM games WHERE id = $2 AND to_user IN (first_user, second_user)))";

// With kBlock, unless that was refused.
inline constexpr const char* kEndChallengesOfBlocked = R"(
  UPDATE challenges SET state = CASE WHEN to_user = $1 THEN 'declined' ELSE 'withdrawn' END, until = $4
  WHERE ((from_user = $1 AND to_user = $2) OR (from_user = $2 AND to_user = $1))
    AND state = 'open' AND until > $3
    AND EXISTS (SELECT 1 FROM relations WHERE user_id = $1 AND other = $2 AND kind = 'block'))";
// With the account.
inline constexpr const char* kEndChallengesOfClosed = R"(
  DELETE FROM challenges WHERE (from_user = $1 OR to_user = $1)
    AND EXISTS (SELECT 1 FROM accounts WHERE user_id = $1 AND password = ''))";

inline constexpr const char* kSweepChallenges = R"(
  DELETE FROM challenges WHERE id IN (SELECT id FROM challenges WHERE until < $1 ORDER BY until LIMIT $2))";

inline constexpr const char* kChallenges = R"(
  SELECT challenges.id, from_user, to_user, wish, rating, provisional, since, until, state, reason, game,
         one.name, other.name, one.program, other.program
  FROM challenges JOIN users AS one ON one.id = from_user JOIN users AS other ON other.id = to_user
  WHERE (from_user = $1 OR to_user = $1) AND until > $2
  ORDER BY CASE state WHEN 'open' THEN 0 ELSE 1 END, since DESC, challenges.id LIMIT $3)";

inline constexpr const char* kLimitChallenges =
    "UPDATE accounts SET challenged_by = $2 WHERE user_id = $1 AND password <> ''";
inline constexpr const char* kChallengedBy = "SELECT challenged_by FROM accounts WHERE user_id = $1";

inline auto statement_of(const LimitChallenges& limit) {
  return std::pair(kLimitChallenges, std::tie(limit.user, limit.by));
}

inline auto values_of(const BeginChallenge& begin) {
  const Challenge& made = begin.challenge;
  return std::tie(made.id, made.from, made.to, made.wish, made.rating, made.provisional, made.since,
                  made.until, begin.most_of_pair, begin.most_made, begin.most_received);
}

inline auto values_of(const EndChallenge& end) {
  return std::tuple(end.id, end.state, end.reason, end.at, end.at + kEndedChallengeStays);
}

template <class Row>
Challenge read_challenge(Row& row) {
  return {.id = row.text(),
          .from = row.text(),
          .to = row.text(),
          .wish = row.text(),
          .rating = row.number(),
          .provisional = row.flag(),
          .since = row.millis(),
          .until = row.millis(),
          .state = row.text(),
          .reason = row.text(),
          .game = row.text(),
          .from_name = row.text(),
          .to_name = row.text(),
          .from_program = row.flag(),
          .to_program = row.flag()};
}

}  // namespace storage::sql
