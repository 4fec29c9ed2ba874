#pragma once

#include <array>

/// The SQL that every database of ours understands. $1, $2, ... are parameters by position. rows.h and
/// values.h know the order of columns and parameters. What PostgreSQL says in other words is in
/// postgres/queries.h.
namespace storage::sql {

inline constexpr const char* kInsertGame = R"(
  INSERT INTO games (id, code, game, rule, opening, size, start_pos, initial, increment, byoyomi, periods, per_move, days,
                     first_name, first_user, first_level, first_token,
                     second_name, second_user, second_level, second_token,
                     rated, private, created, status, result, reason, ended,
                     first_rating, first_provisional, second_rating, second_provisional, source, event, opening_code, due, final_pos, owner)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
          $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38)
  ON CONFLICT DO NOTHING)";

// A compare-and-set: the version must follow one that is there, and the primary key decides between two
// writers at once. All of it is looked up where the row is written.
inline constexpr const char* kAppendEvent = R"(
  INSERT INTO events (game, v, kind, ply, by_side, move, detail, first_clock, second_clock, first_periods,
                      second_periods, running, spent, lag, at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
  WHERE EXISTS (SELECT 1 FROM events WHERE game = $1 AND v = $2 - 1)
     OR $2 = 1 AND EXISTS (SELECT 1 FROM games WHERE id = $1)
  ON CONFLICT DO NOTHING)";

inline constexpr const char* kEndGame =
    "UPDATE games SET status = $2, result = $3, reason = $4, ended = $5, final_pos = $6 WHERE id = $1";

inline constexpr const char* kChangeSeats = R"(
  UPDATE games SET first_name = $2, first_user = $3, first_level = $4, first_token = $5,
                   first_rating = $6, first_provisional = $7,
                   second_name = $8, second_user = $9, second_level = $10, second_token = $11,
                   second_rating = $12, second_provisional = $13
  WHERE id = $1)";

inline constexpr const char* kKeepOrder = R"(
  INSERT INTO room_orders (game, host, put_out, muted)
  SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM games WHERE id = $1)
  ON CONFLICT (game) DO UPDATE SET host = EXCLUDED.host, put_out = EXCLUDED.put_out, muted = EXCLUDED.muted)";
inline constexpr const char* kOrderOf = "SELECT host, put_out, muted FROM room_orders WHERE game = $1";

inline constexpr const char* kChangeOpening = "UPDATE games SET opening_code = $2 WHERE id = $1";
inline constexpr const char* kChangeDue = "UPDATE games SET due = $2 WHERE id = $1";
inline constexpr const char* kClassifyGame =
    "UPDATE games SET opening_code = $2, "
    "final_pos = CASE WHEN final_pos IN ('', '?') THEN $3 ELSE final_pos END "
    "WHERE id = $1 AND (opening_code = '?' OR final_pos = '?' AND status = 'finished')";
inline constexpr const char* kFindUnclassified = R"(
  SELECT id FROM (
    SELECT created, id FROM (SELECT created, id FROM games WHERE opening_code = '?' AND opening_code <> ''
                             ORDER BY created, id LIMIT $1) AS openings
    UNION
    SELECT created, id FROM (SELECT created, id FROM games WHERE final_pos = '?' AND status = 'finished'
                             ORDER BY created, id LIMIT $1) AS ends)
  AS unknown ORDER BY created, id LIMIT $1)";

inline constexpr const char* kLongAborted = R"(
  SELECT id FROM games WHERE status = 'aborted' AND ended >= $1 AND ended < $2
    AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.game = games.id)
    AND NOT EXISTS (SELECT 1 FROM tournament_games JOIN tournaments ON tournaments.id = tournament
                    WHERE tournament_games.game = games.id AND phase = 'running')
  ORDER BY ended, id LIMIT $3)";
/// One after another, and nothing of the game $1 is left.
inline constexpr std::array kRemoveGame{"DELETE FROM analysis_plies WHERE game = $1",
                                        "DELETE FROM analyses WHERE game = $1",
                                        "DELETE FROM events WHERE game = $1",
                                        "DELETE FROM room_orders WHERE game = $1",
                                        "DELETE FROM tournament_games WHERE game = $1",
                                        "DELETE FROM inbox WHERE subject = $1",
                                        "DELETE FROM games WHERE id = $1"};

/// Of the one server of a file.
inline constexpr const char* kHeartbeat = "UPDATE heartbeat SET at = $1";
inline constexpr const char* kLastHeartbeat = "SELECT at FROM heartbeat";
// A trigger on `heartbeat` writes them down.
inline constexpr const char* kOutages = "SELECT since, until FROM outages ORDER BY since";

inline constexpr const char* kKeepSecret =
    "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
inline constexpr const char* kSecret = "SELECT value FROM secrets WHERE name = $1";

// Whether programs hold its seats stands with their users.
inline constexpr const char* kLoadGame = R"(
  SELECT games.*, COALESCE((SELECT program FROM users WHERE users.id = first_user), 0),
         COALESCE((SELECT program FROM users WHERE users.id = second_user), 0)
  FROM games WHERE id = $1)";

inline constexpr const char* kLoadEvents = "SELECT * FROM events WHERE game = $1 ORDER BY v";

inline constexpr const char* kLoadLastEvents =
    "SELECT * FROM (SELECT * FROM events WHERE game = $1 ORDER BY v DESC LIMIT $2) AS last_ones ORDER BY v";

inline constexpr const char* kRecordSize =
    "SELECT v, ply FROM events WHERE game = $1 ORDER BY v DESC LIMIT 1";

inline constexpr const char* kGameExists = "SELECT 1 FROM games WHERE id = $1";

// The next games being played after ($1, $2) in which something may happen at any moment, oldest first.
inline constexpr const char* kUnfinished =
    "SELECT created, id FROM games WHERE status = 'playing' AND due = 0 AND (created, id) > ($1, $2) "
    "ORDER BY created, id LIMIT $3";

// The next after ($1, $2) in which something has to happen by $3, the longest overdue first.
inline constexpr const char* kOverdue =
    "SELECT due, id FROM games WHERE status = 'playing' AND due > 0 AND (due, id) > ($1, $2) AND due <= $3 "
    "ORDER BY due, id LIMIT $4";

inline constexpr const char* kUnfinishedOf = R"(
  SELECT id FROM (
    SELECT id, created FROM games WHERE status = 'playing' AND first_user = $1 AND first_user <> ''
    UNION
    SELECT id, created FROM games WHERE status = 'playing' AND second_user = $1 AND second_user <> '')
  AS theirs ORDER BY created, id LIMIT $2)";

inline constexpr const char* kFindCode =
    "SELECT id FROM games WHERE status = 'playing' AND code <> '' AND code = $1";

// Ids of games, newest first, created in [$1, $2), after ($3, $4): each along an index, so that a search that
// wants a few reads a few.
inline constexpr const char* kListGames = R"(
  SELECT created, id FROM games WHERE created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  ORDER BY created DESC, id DESC)";
inline constexpr const char* kListGamesOfKind = R"(
  SELECT created, id FROM games WHERE game = $5 AND created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  ORDER BY created DESC, id DESC)";
inline constexpr const char* kListGamesOfRule = R"(
  SELECT created, id FROM games WHERE game = $5 AND rule = $6
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  ORDER BY created DESC, id DESC)";
// Codes of two games differ.
inline constexpr const char* kListGamesOfOpening = R"(
  SELECT created, id FROM games WHERE opening_code = $5 AND opening_code <> ''
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  ORDER BY created DESC, id DESC)";
inline constexpr const char* kListPlaying = R"(
  SELECT created, id FROM games WHERE status = 'playing'
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  ORDER BY created DESC, id DESC)";

// The same of one user, $5.
inline constexpr const char* kListGamesOfUser = R"(
  SELECT created, id FROM games WHERE first_user = $5 AND first_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  UNION SELECT created, id FROM games WHERE second_user = $5 AND second_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  ORDER BY created DESC, id DESC)";

// Of a user or of all who have this name, $5: of the four ways to have a seat the newest first.
inline constexpr const char* kListGamesOf = R"(
  SELECT created, id FROM games WHERE first_user = $5 AND first_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  UNION SELECT created, id FROM games WHERE first_name = $5 AND first_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  UNION SELECT created, id FROM games WHERE second_user = $5 AND second_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  UNION SELECT created, id FROM games WHERE second_name = $5 AND second_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4)
  ORDER BY created DESC, id DESC)";

}  // namespace storage::sql
