#pragma once

/// The SQL that every database of ours understands. $1, $2, ... are parameters: positions in PostgreSQL,
/// names in SQLite. The columns of games and events stand in the order in which rows.h-like code binds and
/// reads them.
namespace storage::sql {

inline constexpr const char* kInsertGame = R"(
  INSERT INTO games (id, code, game, rule, opening, size, start_pos, initial, increment, byoyomi, periods, per_move, days,
                     first_name, first_user, first_level, first_token,
                     second_name, second_user, second_level, second_token,
                     rated, private, created, status, result, reason, ended,
                     first_rating, first_provisional, second_rating, second_provisional, source, event)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
          $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34)
  ON CONFLICT DO NOTHING)";

// A compare-and-set: the version must follow the last one. The primary key decides between two writers at
// once.
inline constexpr const char* kAppendEvent = R"(
  INSERT INTO events (game, v, kind, ply, by_side, move, detail, first_clock, second_clock, first_periods,
                      second_periods, running, spent, lag, at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
  WHERE $2 = 1 + (SELECT COALESCE(MAX(v), 0) FROM events WHERE game = $1)
    AND EXISTS (SELECT 1 FROM games WHERE id = $1)
  ON CONFLICT DO NOTHING)";

inline constexpr const char* kEndGame =
    "UPDATE games SET status = $2, result = $3, reason = $4, ended = $5 WHERE id = $1";

inline constexpr const char* kChangeSeats = R"(
  UPDATE games SET first_name = $2, first_user = $3, first_level = $4, first_token = $5,
                   first_rating = $6, first_provisional = $7,
                   second_name = $8, second_user = $9, second_level = $10, second_token = $11,
                   second_rating = $12, second_provisional = $13
  WHERE id = $1)";

inline constexpr const char* kLoadGame = "SELECT * FROM games WHERE id = $1";

inline constexpr const char* kLoadEvents = "SELECT * FROM events WHERE game = $1 ORDER BY v";

inline constexpr const char* kUnfinished =
    "SELECT id FROM games WHERE status = 'playing' ORDER BY created, id";

inline constexpr const char* kFindCode =
    "SELECT id FROM games WHERE status = 'playing' AND code <> '' AND code = $1";

// A page of games, newest first, after ($8, $9), created in [$5, $6). An empty filter lets everything pass.
inline constexpr const char* kListGames = R"(
  SELECT games.*, COALESCE((SELECT ply FROM events WHERE events.game = games.id ORDER BY v DESC LIMIT 1), 0)
  FROM games
  WHERE ($1 = '' OR game = $1) AND ($2 = '' OR rule = $2) AND ($3 = '' OR status = $3) AND ($4 = '' OR result = $4)
    AND created >= $5 AND created < $6 AND (private = 0 OR $7 = 1) AND (created, id) < ($8, $9)
  ORDER BY created DESC, id DESC LIMIT $10)";

// The same of one player, $11, found by the indexes of the seats first; $12 is the opponent, and a result may
// be "won" or "lost".
inline constexpr const char* kListGamesOf = R"(
  SELECT games.*, COALESCE((SELECT ply FROM events WHERE events.game = games.id ORDER BY v DESC LIMIT 1), 0)
  FROM (SELECT id FROM games WHERE first_user = $11 AND first_level = 0
        UNION SELECT id FROM games WHERE first_name = $11 AND first_level = 0
        UNION SELECT id FROM games WHERE second_user = $11 AND second_level = 0
        UNION SELECT id FROM games WHERE second_name = $11 AND second_level = 0) AS mine
    JOIN games ON games.id = mine.id
  WHERE ($1 = '' OR game = $1) AND ($2 = '' OR rule = $2) AND ($3 = '' OR status = $3)
    AND ($4 = '' OR result = $4
         OR $4 = 'won' AND (result = 'first' AND $11 IN (first_user, first_name)
                            OR result = 'second' AND $11 IN (second_user, second_name))
         OR $4 = 'lost' AND (result = 'second' AND $11 IN (first_user, first_name)
                             OR result = 'first' AND $11 IN (second_user, second_name)))
    AND ($12 = ''
         OR $11 IN (first_user, first_name) AND first_level = 0
            AND (second_level > 0 AND $12 = 'ai' OR second_level = 0 AND $12 IN (second_user, second_name))
         OR $11 IN (second_user, second_name) AND second_level = 0
            AND (first_level > 0 AND $12 = 'ai' OR first_level = 0 AND $12 IN (first_user, first_name)))
    AND created >= $5 AND created < $6 AND (private = 0 OR $7 = 1) AND (created, games.id) < ($8, $9)
  ORDER BY created DESC, games.id DESC LIMIT $10)";

}  // namespace storage::sql
