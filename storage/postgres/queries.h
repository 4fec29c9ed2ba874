#pragma once

/// What PostgreSQL says in other words than queries.h, or besides. A write that has several parts is one
/// statement: nobody waits for the first part to hear whether the others shall follow.
namespace storage::sql::postgres {

// ---- a batch ---------------------------------------------------------------------------------------------

// Waits for what an earlier connection has under way, and keeps it from beginning anything else.
inline constexpr const char* kRegisterWriter = R"(
  INSERT INTO writers (id, epoch, batch, seen) VALUES ($1, 1, 0, now())
  ON CONFLICT (id) DO UPDATE SET epoch = writers.epoch + 1, seen = now() RETURNING epoch, batch)";

inline constexpr const char* kForgetWriters = "DELETE FROM writers WHERE seen < now() - interval '30 days'";

inline constexpr const char* kBegin = "BEGIN ISOLATION LEVEL READ COMMITTED";
inline constexpr const char* kCommit = "COMMIT";

// Fails, and with it the transaction, when the epoch is another one.
inline constexpr const char* kBeginBatch = R"(
  WITH mine AS (UPDATE writers SET batch = $3, seen = now() WHERE id = $1 AND epoch = $2 RETURNING 1)
  SELECT 1 / count(*) FROM mine)";

// ---- writes of several parts -----------------------------------------------------------------------------

// Around kAppendEvent, whose parameters are $1 to $15; $16 to $19 are an ending, $20 to $31 seats.
inline constexpr const char* kBeforeAppend = "WITH appended AS (";
inline constexpr const char* kAfterAppend = " RETURNING game) UPDATE games SET ";
inline constexpr const char* kSetEnding = "status = $16, result = $17, reason = $18, ended = $19";
inline constexpr const char* kSetSeats = R"(
  first_name = $20, first_user = $21, first_level = $22, first_token = $23,
  first_rating = $24, first_provisional = $25,
  second_name = $26, second_user = $27, second_level = $28, second_token = $29,
  second_rating = $30, second_provisional = $31)";
inline constexpr const char* kOfAppended = " WHERE id = (SELECT game FROM appended)";

// Around kInsertUser, whose parameters are $1 to $5; $6 is the client.
inline constexpr const char* kBeforeUser = "WITH created AS (";
inline constexpr const char* kAfterUser = R"( RETURNING id)
  INSERT INTO tokens (hash, user_id, created, client, seen) SELECT $5, id, $4, $6, $4 FROM created)";

// Around kUpsertAccountUser, whose parameters are $1 to $5; $6 is the password, $7 the client.
inline constexpr const char* kBeforeAccount = "WITH registered AS (";
inline constexpr const char* kAfterAccount = R"( RETURNING id),
  account AS (INSERT INTO accounts (user_id, skeleton, password) SELECT id, $5, $6 FROM registered),
  ended AS (DELETE FROM tokens WHERE user_id IN (SELECT id FROM registered))
  INSERT INTO tokens (hash, user_id, created, client, seen) SELECT $4, id, $3, $7, $3 FROM registered)";

// Around kCloseAccount.
inline constexpr const char* kBeforeClosing = "WITH closed AS (";
inline constexpr const char* kAfterClosing = R"( RETURNING user_id),
  ratings_gone AS (DELETE FROM ratings WHERE user_id IN (SELECT user_id FROM closed)),
  tokens_gone AS (DELETE FROM tokens WHERE user_id IN (SELECT user_id FROM closed))
  SELECT user_id FROM closed)";

// Two games of one player that end at once, on two servers: the second reads what the first has written.
inline constexpr const char* kLockPlayers =
    "SELECT id FROM users WHERE id IN ($1, $2) ORDER BY id FOR NO KEY UPDATE";

// ---- reads -----------------------------------------------------------------------------------------------

inline constexpr const char* kBeginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

// As the query of queries.h, of which PostgreSQL would read and sort all four parts: each gives as many as
// are wanted, $6, along its index.
inline constexpr const char* kListGamesOf = R"(
  (SELECT created, id FROM games WHERE first_user = $5 AND first_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4) ORDER BY created DESC, id DESC LIMIT $6)
  UNION (SELECT created, id FROM games WHERE first_name = $5 AND first_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4) ORDER BY created DESC, id DESC LIMIT $6)
  UNION (SELECT created, id FROM games WHERE second_user = $5 AND second_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4) ORDER BY created DESC, id DESC LIMIT $6)
  UNION (SELECT created, id FROM games WHERE second_name = $5 AND second_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4) ORDER BY created DESC, id DESC LIMIT $6)
  ORDER BY created DESC, id DESC)";

// Around a list of ids, and the number of them: whole games with their plies.
inline constexpr const char* kBeforeList = R"(
  SELECT games.*, COALESCE((SELECT ply FROM events WHERE events.game = games.id ORDER BY v DESC LIMIT 1), 0)
  FROM ()";
inline constexpr const char* kAfterList =
    ") AS page JOIN games ON games.id = page.id ORDER BY page.created DESC, page.id DESC";

}  // namespace storage::sql::postgres
