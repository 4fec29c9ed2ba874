#pragma once

#include <array>

/// As queries.h, for users, their sessions and their ratings.
namespace storage::sql {

// ---- users and sessions ----------------------------------------------------------------------------------

inline constexpr const char* kInsertUser = R"(
  INSERT INTO users (id, name, guest, created)
  SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM tokens WHERE hash = $5)
  ON CONFLICT DO NOTHING)";

inline constexpr const char* kRenameUser = "UPDATE users SET name = $2 WHERE id = $1 AND guest = 1";

// A guest who is known becomes the account; an account of that id does not. A program was no guest before.
inline constexpr const char* kUpsertAccountUser = R"(
  INSERT INTO users (id, name, guest, created, program)
  SELECT $1, $2, 0, $3, $10
  WHERE NOT EXISTS (SELECT 1 FROM tokens WHERE hash = $4)
    AND ($10 = 0 OR NOT EXISTS (SELECT 1 FROM users WHERE id = $1))
    AND NOT EXISTS (SELECT 1 FROM accounts WHERE user_id = $1)
    AND NOT EXISTS (SELECT 1 FROM account_names WHERE key <> '' AND key IN ($5, $6, $7, $8, $9))
  ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, guest = 0)";

inline constexpr const char* kInsertAccount =
    "INSERT INTO accounts (user_id, password, keyed_by) VALUES ($1, $2, $3)";
inline constexpr const char* kInsertName = "INSERT INTO account_names (key, user_id) VALUES ($1, $2)";

inline constexpr const char* kKeyAccount = "UPDATE accounts SET keyed_by = $2 WHERE user_id = $1";
inline constexpr const char* kDeleteNamesOf = "DELETE FROM account_names WHERE user_id = $1";
inline constexpr const char* kTakeName = R"(
  INSERT INTO account_names (key, user_id) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM accounts WHERE user_id = $2)
  ON CONFLICT (key) DO UPDATE SET user_id = EXCLUDED.user_id)";
inline constexpr const char* kAddName = R"(
  INSERT INTO account_names (key, user_id) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM accounts WHERE user_id = $2)
  ON CONFLICT DO NOTHING)";
inline constexpr const char* kKeyedOtherwise = R"(
  SELECT users.id, users.name, users.guest, users.created, users.program
  FROM accounts JOIN users ON users.id = accounts.user_id WHERE keyed_by <> $1 LIMIT $2)";

// A closed account has no password.
inline constexpr const char* kChangePassword =
    "UPDATE accounts SET password = $3 WHERE user_id = $1 AND password = $2 AND password <> ''";

inline constexpr const char* kCloseAccount =
    "UPDATE accounts SET password = '' WHERE user_id = $1 AND password = $2 AND password <> ''";

inline constexpr const char* kDeleteStandingsOf = "DELETE FROM ratings WHERE user_id = $1";

inline constexpr const char* kFindAccount = R"(
  SELECT users.id, users.name, users.guest, users.created, users.program, accounts.password
  FROM account_names JOIN accounts ON accounts.user_id = account_names.user_id
                     JOIN users ON users.id = accounts.user_id
  WHERE key <> '' AND key IN ($1, $2, $3, $4, $5)
  ORDER BY CASE key WHEN $1 THEN 1 WHEN $2 THEN 2 WHEN $3 THEN 3 WHEN $4 THEN 4 ELSE 5 END LIMIT 1)";

// Of a user who has just been written.
inline constexpr const char* kInsertFirstToken =
    "INSERT INTO tokens (hash, user_id, created, client, seen) VALUES ($1, $2, $3, $4, $3)";

inline constexpr const char* kInsertToken = R"(
  INSERT INTO tokens (hash, user_id, created, client, seen)
  SELECT $1, user_id, $3, $4, $3 FROM accounts WHERE user_id = $2 AND password = $5 AND password <> ''
  ON CONFLICT DO NOTHING)";

// ---- where logins come from ------------------------------------------------------------------------------

inline constexpr const char* kKnowsSite = "SELECT 1 FROM login_sites WHERE user_id = $1 AND site = $2";
inline constexpr const char* kRememberSite = R"(
  INSERT INTO login_sites (user_id, site, seen) SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM tokens WHERE hash = $4)
  ON CONFLICT (user_id, site) DO UPDATE SET seen = EXCLUDED.seen)";
// All but the last 16.
inline constexpr const char* kForgetSites = R"(
  DELETE FROM login_sites WHERE user_id = $1 AND site NOT IN (
    SELECT site FROM login_sites WHERE user_id = $1 ORDER BY seen DESC, site LIMIT 16))";
inline constexpr const char* kForgetSitesOf = "DELETE FROM login_sites WHERE user_id = $1";
inline constexpr const char* kSweepSites =
    "DELETE FROM login_sites WHERE user_id > $1 AND user_id <= $2 AND seen < $3";

// ---- sessions --------------------------------------------------------------------------------------------

inline constexpr const char* kTouchToken = "UPDATE tokens SET client = $2, seen = $3 WHERE hash = $1";

inline constexpr const char* kDeleteToken = "DELETE FROM tokens WHERE hash = $1";

inline constexpr const char* kDeleteTokensOf = "DELETE FROM tokens WHERE user_id = $1 AND hash <> $2";

inline constexpr const char* kLastUserOf =
    "SELECT id FROM (SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2) AS page ORDER BY id DESC LIMIT "
    "1";

inline constexpr const char* kSweepSessions = R"(
  DELETE FROM tokens WHERE user_id > $1 AND user_id <= $2 AND seen < $3
    AND EXISTS (SELECT 1 FROM users WHERE id = user_id AND guest = 0))";

// An account that was never used and has no session becomes a guest without a token again, whom kSweepGuests
// removes. Used: it has played, written, directed, kept order, is in a club, or waits for an answer to a
// challenge; whom it follows or blocks goes with it.
inline constexpr const char* kDemoteUnusedAccounts = R"(
  UPDATE users SET guest = 1 WHERE id > $1 AND id <= $2 AND guest = 0 AND created < $3
    AND NOT EXISTS (SELECT 1 FROM tokens WHERE user_id = users.id)
    AND NOT EXISTS (SELECT 1 FROM games WHERE first_user = users.id)
    AND NOT EXISTS (SELECT 1 FROM games WHERE second_user = users.id)
    AND NOT EXISTS (SELECT 1 FROM ratings WHERE user_id = users.id)
    AND NOT EXISTS (SELECT 1 FROM collections WHERE user_id = users.id AND visibility <> 'removed')
    AND NOT EXISTS (SELECT 1 FROM studies WHERE user_id = users.id AND visibility <> 'removed')
    AND NOT EXISTS (SELECT 1 FROM study_members WHERE user_id = users.id AND role <> 'gone')
    AND NOT EXISTS (SELECT 1 FROM tournaments WHERE user_id = users.id)
    AND NOT EXISTS (SELECT 1 FROM tournament_events WHERE by_user = users.id AND by_user <> '')
    AND NOT EXISTS (SELECT 1 FROM moderators WHERE user_id = users.id)
    AND NOT EXISTS (SELECT 1 FROM club_members WHERE user_id = users.id)
    AND NOT EXISTS (SELECT 1 FROM challenges WHERE from_user = users.id AND state = 'open'))";
inline constexpr const char* kSweepNamesOfGuests = R"(
  DELETE FROM account_names WHERE user_id > $1 AND user_id <= $2
    AND EXISTS (SELECT 1 FROM users WHERE id = user_id AND guest = 1))";
inline constexpr const char* kSweepSitesOfGuests = R"(
  DELETE FROM login_sites WHERE user_id > $1 AND user_id <= $2
    AND EXISTS (SELECT 1 FROM users WHERE id = user_id AND guest = 1))";
inline constexpr const char* kSweepAccountsOfGuests = R"(
  DELETE FROM accounts WHERE user_id > $1 AND user_id <= $2
    AND EXISTS (SELECT 1 FROM users WHERE id = user_id AND guest = 1))";

inline constexpr const char* kSeeGuest = R"(
  UPDATE tokens SET seen = $2 WHERE user_id = $1 AND seen < $2
    AND EXISTS (SELECT 1 FROM users WHERE id = $1 AND guest = 1))";

// All tokens of a guest, or none: a guest who was seen lately with one of them keeps the others, too. $3:
// limit for guests without a game, played or collected, a study or a tournament; $4: for those who play none
// now.
inline constexpr const char* kSweepTokensOfGuests = R"(
  DELETE FROM tokens WHERE user_id IN (
    SELECT id FROM users WHERE id > $1 AND id <= $2 AND guest = 1
      AND (created < $3 AND NOT EXISTS (SELECT 1 FROM tokens WHERE user_id = users.id AND seen >= $3)
           AND NOT EXISTS (SELECT 1 FROM games WHERE first_user = users.id)
           AND NOT EXISTS (SELECT 1 FROM games WHERE second_user = users.id)
           AND NOT EXISTS (SELECT 1 FROM collections WHERE user_id = users.id AND games > 0 AND visibility <> 'removed')
           AND NOT EXISTS (SELECT 1 FROM studies WHERE user_id = users.id AND visibility <> 'removed')
           AND NOT EXISTS (SELECT 1 FROM tournament_events WHERE by_user = users.id AND by_user <> '')
        OR created < $4 AND NOT EXISTS (SELECT 1 FROM tokens WHERE user_id = users.id AND seen >= $4)
           AND NOT EXISTS (SELECT 1 FROM games WHERE first_user = users.id AND first_user <> '' AND status = 'playing')
           AND NOT EXISTS (SELECT 1 FROM games WHERE second_user = users.id AND second_user <> '' AND status = 'playing'))))";

// Without a token it is no guest's that anyone could be again.
inline constexpr const char* kSweepGuests = R"(
  DELETE FROM users WHERE id > $1 AND id <= $2 AND guest = 1 AND (created < $3 OR created < $4)
    AND NOT EXISTS (SELECT 1 FROM tokens WHERE user_id = users.id))";

// ---- a guest who wants to be forgotten -------------------------------------------------------------------

// Not while one of their games is played, or a tournament of theirs goes on: others would play on with a name
// that servers know.
inline constexpr const char* kMayForget = R"(
  SELECT 1 FROM users WHERE id = $1 AND guest = 1
    AND NOT EXISTS (SELECT 1 FROM games WHERE first_user = $1 AND first_user <> '' AND status = 'playing')
    AND NOT EXISTS (SELECT 1 FROM games WHERE second_user = $1 AND second_user <> '' AND status = 'playing')
    AND NOT EXISTS (SELECT 1 FROM tournaments WHERE user_id = $1 AND phase IN ('open', 'running'))
    AND NOT EXISTS (SELECT 1 FROM tournament_events JOIN tournaments ON tournaments.id = tournament
                    WHERE by_user = $1 AND by_user <> '' AND phase IN ('open', 'running')))";
// At most $2 of each seat, and of tournaments. Games that were played here are in the library by users' ids.
inline constexpr std::array kForgetSeats{
    R"(UPDATE games SET first_name = CASE first_user WHEN $1 THEN 'Guest' ELSE first_name END,
                        first_user = CASE first_user WHEN $1 THEN '' ELSE first_user END,
                        second_name = CASE second_user WHEN $1 THEN 'Guest' ELSE second_name END,
                        second_user = CASE second_user WHEN $1 THEN '' ELSE second_user END
       WHERE id IN (
         SELECT id FROM (SELECT id FROM games WHERE first_user = $1 AND status <> 'playing' LIMIT $2) AS of_first
         UNION
         SELECT id FROM (SELECT id FROM games WHERE second_user = $1 AND status <> 'playing' LIMIT $2) AS of_second))",
    R"(UPDATE library_games SET first_name = '' WHERE (collection, number) IN (
         SELECT collection, number FROM library_games
         WHERE collection IN (-3, -2, -1) AND first_name = $1 LIMIT $2))",
    R"(UPDATE library_games SET second_name = '' WHERE (collection, number) IN (
         SELECT collection, number FROM library_games
         WHERE collection IN (-3, -2, -1) AND second_name = $1 LIMIT $2))",
    R"(DELETE FROM tournament_ranks WHERE user_id = $1 AND tournament IN (
         SELECT tournament FROM tournament_ranks WHERE user_id = $1 LIMIT $2))",
    R"(UPDATE tournaments SET user_id = '', user_name = 'Guest'
       WHERE id IN (SELECT id FROM tournaments WHERE user_id = $1 LIMIT $2))"};
inline constexpr const char* kForgetGuest = "DELETE FROM users WHERE id = $1 AND guest = 1";

inline constexpr const char* kFindToken = R"(
  SELECT tokens.hash, users.id, users.name, users.guest, users.created, users.program, tokens.client, tokens.created, tokens.seen
  FROM tokens JOIN users ON users.id = tokens.user_id WHERE tokens.hash = $1)";

inline constexpr const char* kSessions = R"(
  SELECT tokens.hash, users.id, users.name, users.guest, users.created, users.program, tokens.client, tokens.created, tokens.seen
  FROM tokens JOIN users ON users.id = tokens.user_id WHERE tokens.user_id = $1
  ORDER BY tokens.seen DESC, tokens.hash)";

// ---- ratings ---------------------------------------------------------------------------------------------

// What decides whether a game counts: it is over, was rated, was not counted, and both players have accounts,
// of two people or of two programs.
inline constexpr const char* kGameToRate = R"(
  SELECT game, first_user, second_user, result, ended FROM games
  WHERE id = $1 AND rated = 1 AND status = 'finished' AND first_user <> second_user
    AND EXISTS (SELECT 1 FROM accounts WHERE user_id = first_user AND password <> '')
    AND EXISTS (SELECT 1 FROM accounts WHERE user_id = second_user AND password <> '')
    AND (SELECT program FROM users WHERE users.id = first_user) = (SELECT program FROM users WHERE users.id = second_user)
    AND NOT EXISTS (SELECT 1 FROM rating_changes WHERE game_id = $1))";

inline constexpr const char* kFindStanding = R"(
  SELECT rating, deviation, volatility, games, updated FROM ratings WHERE user_id = $1 AND game = $2 AND speed = $3)";

inline constexpr const char* kPutStanding = R"(
  INSERT INTO ratings (user_id, game, speed, rating, deviation, volatility, games, updated, program)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, COALESCE((SELECT program FROM users WHERE users.id = $1), 0))
  ON CONFLICT (user_id, game, speed) DO UPDATE SET
    rating = EXCLUDED.rating, deviation = EXCLUDED.deviation, volatility = EXCLUDED.volatility,
    games = EXCLUDED.games, updated = EXCLUDED.updated)";

inline constexpr const char* kInsertRatingChange = R"(
  INSERT INTO rating_changes (game_id, side, user_id, game, speed, rating_before, rating_after, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8))";

inline constexpr const char* kRatingChanges =
    "SELECT rating_before, rating_after FROM rating_changes WHERE game_id = $1 ORDER BY side";

inline constexpr const char* kRatings = R"(
  SELECT user_id, game, speed, rating, deviation, volatility, games, updated
  FROM ratings WHERE user_id = $1 ORDER BY game, speed)";

// All may see it: private games are not on it, nor in the tally. However many they are, no more is looked at.
inline constexpr const char* kRatingCurve = R"(
  SELECT game_id, rating_after, at FROM (
    SELECT game_id, rating_after, at FROM rating_changes WHERE user_id = $1 AND game = $2 AND speed = $3
    ORDER BY at DESC, game_id DESC LIMIT 10 * $4)
  AS newest JOIN games ON games.id = game_id WHERE private = 0 ORDER BY at DESC, game_id DESC LIMIT $4)";

// Who they are is read in the index. $5: programs, or people.
inline constexpr const char* kLeaders = R"(
  SELECT users.name, ratings.rating, ratings.deviation, volatility, games, updated FROM (
    SELECT user_id AS leader FROM ratings WHERE game = $1 AND speed = $2 AND program = $5 AND deviation <= $3
    ORDER BY rating DESC, user_id LIMIT $4)
  AS leaders JOIN ratings ON ratings.user_id = leader AND game = $1 AND speed = $2 JOIN users ON users.id = leader
  ORDER BY ratings.rating DESC, leader)";

// Of each seat and result at most $2.
inline constexpr const char* kTally = R"(
  SELECT COALESCE(SUM(CASE WHEN outcome = 'won' THEN games ELSE 0 END), 0),
         COALESCE(SUM(CASE WHEN outcome = 'lost' THEN games ELSE 0 END), 0),
         COALESCE(SUM(CASE WHEN outcome = 'drawn' THEN games ELSE 0 END), 0)
  FROM (
    SELECT 'won' AS outcome, COUNT(*) AS games FROM (SELECT 1 FROM games WHERE first_user = $1 AND first_user <> ''
      AND status = 'finished' AND private = 0 AND result = 'first' LIMIT $2) AS won_as_first
    UNION ALL
    SELECT 'lost' AS outcome, COUNT(*) AS games FROM (SELECT 1 FROM games WHERE first_user = $1 AND first_user <> ''
      AND status = 'finished' AND private = 0 AND result = 'second' LIMIT $2) AS lost_as_first
    UNION ALL
    SELECT 'drawn' AS outcome, COUNT(*) AS games FROM (SELECT 1 FROM games WHERE first_user = $1 AND first_user <> ''
      AND status = 'finished' AND private = 0 AND result = 'draw' LIMIT $2) AS drawn_as_first
    UNION ALL
    SELECT 'won' AS outcome, COUNT(*) AS games FROM (SELECT 1 FROM games WHERE second_user = $1 AND second_user <> ''
      AND status = 'finished' AND private = 0 AND result = 'second' LIMIT $2) AS won_as_second
    UNION ALL
    SELECT 'lost' AS outcome, COUNT(*) AS games FROM (SELECT 1 FROM games WHERE second_user = $1 AND second_user <> ''
      AND status = 'finished' AND private = 0 AND result = 'first' LIMIT $2) AS lost_as_second
    UNION ALL
    SELECT 'drawn' AS outcome, COUNT(*) AS games FROM (SELECT 1 FROM games WHERE second_user = $1 AND second_user <> ''
      AND status = 'finished' AND private = 0 AND result = 'draw' LIMIT $2) AS drawn_as_second
  ) AS mine)";

}  // namespace storage::sql
