#pragma once

/// What PostgreSQL says in other words than queries.h, or besides. A write that has several parts is one
/// statement: the other parts do not wait for the answer of the first.
namespace storage::sql::postgres {

// ---- a batch ---------------------------------------------------------------------------------------------

// READ COMMITTED: a statement that waited for a row sees what the other transaction wrote, which locks and
// claims below rely on. READ WRITE, since readers' connections are read-only by default.
inline constexpr const char* kBegin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
inline constexpr const char* kCommit = "COMMIT";

// Fails, and with it the transaction, when another has taken this node over, or its connection is another
// one.
// Its UPDATE locks the node's row until the batch has ended, which is what a takeover waits for.
inline constexpr const char* kBeginBatch = R"(
  WITH mine AS (UPDATE nodes SET batch = $3 WHERE epoch = $1 AND connection = $2 RETURNING 1)
  SELECT 1 / count(*) FROM mine)";

// ---- nodes -----------------------------------------------------------------------------------------------

// Waits for what an earlier server of this name has under way, and keeps it from beginning anything else.
inline constexpr const char* kRegisterNode = R"(
  INSERT INTO nodes (node, epoch, url, connection, batch, since, heartbeat)
  VALUES ($1, nextval('node_epochs'), $2, 0, 0, now(), now())
  ON CONFLICT (node) DO UPDATE SET epoch = EXCLUDED.epoch, url = EXCLUDED.url, connection = 0, batch = 0,
                                   since = now(), heartbeat = now(), engine = ''
  RETURNING epoch)";

// The same between connections of one server. Finds nothing when another has taken it over.
inline constexpr const char* kConnectNode =
    "UPDATE nodes SET connection = connection + 1 WHERE epoch = $1 RETURNING connection, batch";

// A gap that no other node has noticed may have been the database's: a node that was silent itself judges
// none before it has seen the others for as long as they may be silent.
inline constexpr const char* kBeat = R"(
  UPDATE nodes SET heartbeat = now(),
                   since = CASE WHEN heartbeat < now() - interval '2.5 s' THEN now() ELSE since END
  WHERE epoch = $1)";

// Waits for what a silent node has under way; if it has said meanwhile that it lives it stays. Of a node that
// is gone others may know nothing that is due, so they look at everything: a text without a meaning of its
// own.
inline constexpr const char* kTakeOver = R"(
  WITH gone AS (
    DELETE FROM nodes WHERE heartbeat < now() - interval '5 s'
      AND EXISTS (SELECT 1 FROM nodes WHERE epoch = $1 AND since < now() - interval '5 s') RETURNING 1)
  SELECT tell_servers('gone') WHERE EXISTS (SELECT 1 FROM gone))";

// A trigger on `nodes` ends what belongs to the node, its seeks among them.
inline constexpr const char* kLeave = R"(
  WITH gone AS (DELETE FROM nodes WHERE epoch = $1 RETURNING 1) SELECT tell_servers('gone') FROM gone)";

// ---- what servers tell each other ------------------------------------------------------------------------

inline constexpr const char* kChannel = "SELECT servers_channel()";
inline constexpr const char* kTellUser = "SELECT tell_servers('user ' || $1)";
inline constexpr const char* kTellOfSeeksOf =
    "SELECT tell_servers('seeks') WHERE EXISTS (SELECT 1 FROM seeks WHERE user_id = $1)";
inline constexpr const char* kTellOfChallenge = R"(
  SELECT tell_servers('user ' || from_user), tell_servers('user ' || to_user) FROM challenges WHERE id = $1)";

// Around kDeleteToken, kChangePassword and kCloseAccount.
inline constexpr const char* kBeforeEnding = "WITH ended AS (";
inline constexpr const char* kAfterEnding =
    " RETURNING user_id) SELECT tell_servers('user ' || user_id) FROM ended";

// ---- life ------------------------------------------------------------------------------------------------

// Of two servers whose clocks differ the sign of the one that is ahead stands: each of its own would end an
// outage, seconds after the other's. Not where it is a day ahead, which no clock is for long.
inline constexpr const char* kHeartbeat =
    "UPDATE heartbeat SET at = CASE WHEN at BETWEEN $1 AND $1 + 86400000 THEN at ELSE $1 END";

// ---- seeks -----------------------------------------------------------------------------------------------

inline constexpr const char* kInsertSeek = R"(
  INSERT INTO seeks (id, user_id, name, guest, wish, rating, provisional, token, since, owner)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10))";
inline constexpr const char* kDeleteSeek = "DELETE FROM seeks WHERE id = $1";
// Only while it waits: one that has found a game stays until its user has heard of it.
inline constexpr const char* kWithdrawSeek = "DELETE FROM seeks WHERE id = $1 AND game = ''";
inline constexpr const char* kSeeks = R"(
  SELECT seeks.id, user_id, name, guest, wish, rating, provisional, token, since,
         CASE WHEN seeks.owner = $1 THEN 1 ELSE 0 END, seeks.game, COALESCE(games.code, ''),
         COALESCE((SELECT string_agg(other, ' ') FROM relations
                   WHERE relations.user_id = seeks.user_id AND kind = 'block' AND seeks.guest = 0), ''),
         COALESCE((SELECT program FROM users WHERE users.id = seeks.user_id), 0)
  FROM seeks LEFT JOIN games ON games.id = seeks.game ORDER BY since, seeks.id LIMIT 2000)";

// How many of the two still wait. A server that pairs one of their users through another seek at the same
// moment waits here, and then finds that it is gone.
inline constexpr const char* kLockSeeks = R"(
  SELECT count(*) FILTER (WHERE id IN ($1, $2) AND game = '')
  FROM (SELECT id, game FROM seeks WHERE user_id IN (SELECT user_id FROM seeks WHERE id IN ($1, $2))
        ORDER BY id FOR UPDATE) AS locked)";
// Unless the game was refused.
inline constexpr const char* kEndOtherSeeks = R"(
  DELETE FROM seeks WHERE user_id IN (SELECT user_id FROM seeks WHERE id IN ($1, $2)) AND id NOT IN ($1, $2)
    AND EXISTS (SELECT 1 FROM games WHERE id = $3))";
// Both seeks stay with the id of the game: the other server finds it there.
inline constexpr const char* kSeatSeeks =
    "UPDATE seeks SET game = $3 WHERE id IN ($1, $2) AND EXISTS (SELECT 1 FROM games WHERE id = $3)";

// ---- lobbies ---------------------------------------------------------------------------------------------

// Nothing comes back where the row is not there yet, or went with the node.
inline constexpr const char* kBeatLobby =
    "UPDATE lobbies SET seen = clock_timestamp() WHERE epoch = $1 RETURNING v";
// A silent server shows nothing, though it may not have been taken over yet.
inline constexpr const char* kOtherNodes = R"(
  SELECT nodes.epoch, nodes.node, COALESCE(lobbies.v, 0)
  FROM nodes LEFT JOIN lobbies ON lobbies.epoch = nodes.epoch AND seen > clock_timestamp() - interval '5 s'
  WHERE nodes.epoch <> $1 ORDER BY nodes.node LIMIT $2)";
inline constexpr const char* kReadLobby = R"(
  SELECT v, content, (extract(epoch FROM clock_timestamp() - written) * 1000)::bigint
  FROM lobbies WHERE epoch = $1)";
// The first time the node is locked, as by a claim: a node that takes it over deletes this row too. Later on
// the table is the only one that is written, and no commit waits for a disk.
inline constexpr const char* kShowLobbyFirst = R"(
  INSERT INTO lobbies (epoch, v, content, written, seen)
  SELECT epoch, $2, $3, clock_timestamp(), clock_timestamp() FROM nodes WHERE epoch = $1 FOR KEY SHARE
  ON CONFLICT (epoch) DO NOTHING)";
inline constexpr const char* kShowLobby = R"(
  UPDATE lobbies SET v = $2, content = $3, written = clock_timestamp(), seen = clock_timestamp()
  WHERE epoch = $1)";

// ---- budgets ---------------------------------------------------------------------------------------------

// Takes $2 seconds of waiting out of it; in how many seconds it is full.
inline constexpr const char* kSpend = R"(
  INSERT INTO budgets (key, full_at)
  VALUES (sha256(convert_to($1, 'UTF8')), clock_timestamp() + make_interval(secs => $2))
  ON CONFLICT (key) DO UPDATE
    SET full_at = GREATEST(budgets.full_at, clock_timestamp()) + make_interval(secs => $2)
  RETURNING extract(epoch FROM full_at - clock_timestamp())::float8)";
// Less than 0: it is full.
inline constexpr const char* kSpent = R"(
  SELECT extract(epoch FROM full_at - clock_timestamp())::float8
  FROM budgets WHERE key = sha256(convert_to($1, 'UTF8')))";
// What is taken out of one of them at this moment stays taken.
inline constexpr const char* kForgetFullBudgets = R"(
  DELETE FROM budgets WHERE key IN (
    SELECT key FROM budgets WHERE full_at < clock_timestamp() LIMIT 2000 FOR UPDATE SKIP LOCKED))";
inline constexpr const char* kRollBack = "ROLLBACK";

// ---- games and their nodes -------------------------------------------------------------------------------

// As kBeginBatch, beside a batch.
inline constexpr const char* kBeginClaim =
    "SELECT 1 / count(*) FROM (SELECT 1 FROM nodes WHERE epoch = $1 FOR KEY SHARE) AS mine";

// Of two nodes that claim a game the second looks at it, and at the nodes, when the first has done.
inline constexpr const char* kLockGame = "SELECT 1 FROM games WHERE id = $1 FOR NO KEY UPDATE";
// Of an owner without a row in `nodes`: that node is gone. A game that is this node's already is not written.
inline constexpr const char* kClaim = R"(
  UPDATE games SET owner = $2 WHERE id = $1 AND owner <> $2
    AND NOT EXISTS (SELECT 1 FROM nodes WHERE epoch = games.owner))";
// A row: that node lives and keeps the game.
inline constexpr const char* kOtherOwner = R"(
  SELECT nodes.node, nodes.url FROM games JOIN nodes ON nodes.epoch = games.owner
  WHERE games.id = $1 AND games.owner <> $2)";

// Owners that are gone of games in which something may happen at any moment, each found by one look into the
// index. What a game's row is compared with is what was known before it was locked: a node that claims it
// later is no orphan.
inline constexpr const char* kGoneOwners = R"(
  WITH RECURSIVE owners (owner) AS (
    SELECT min(owner) FROM games WHERE status = 'playing' AND due = 0
    UNION ALL
    SELECT (SELECT min(owner) FROM games WHERE status = 'playing' AND due = 0 AND owner > owners.owner)
    FROM owners WHERE owner IS NOT NULL)
  SELECT owner FROM owners
  WHERE owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM nodes WHERE epoch = owners.owner))";

// Around kGoneOwners.
inline constexpr const char* kBeforeOrphans = R"(
  WITH orphans AS (
    SELECT id FROM games
    WHERE status = 'playing' AND due = 0 AND (created, id) > ($2, $3) AND owner = ANY (ARRAY()";
inline constexpr const char* kAfterOrphans = R"())
    ORDER BY created, id LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE games SET owner = $1 FROM orphans WHERE games.id = orphans.id RETURNING games.created, games.id)";

// ---- analyses and their nodes ----------------------------------------------------------------------------

// As kInsertAnalysis, with the node that is to make it.
inline constexpr const char* kInsertAnalysis = R"(
  INSERT INTO analyses (game, total, asked, owner)
  SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM games WHERE id = $1 AND status <> 'playing')
  ON CONFLICT DO NOTHING)";

// As kLockGame, kClaim and kOtherOwner.
inline constexpr const char* kLockAnalysis = "SELECT 1 FROM analyses WHERE game = $1 FOR NO KEY UPDATE";
inline constexpr const char* kClaimAnalysis = R"(
  UPDATE analyses SET owner = $2 WHERE game = $1 AND owner <> $2 AND first_accuracy IS NULL
    AND NOT EXISTS (SELECT 1 FROM nodes WHERE epoch = analyses.owner))";
inline constexpr const char* kHasOtherAnalyst = R"(
  SELECT 1 FROM analyses JOIN nodes ON nodes.epoch = analyses.owner
  WHERE analyses.game = $1 AND analyses.owner <> $2)";

// As the orphans above: owners that are gone are those of before any row was locked. The node's own are
// among them: it may have claimed them and not have read them.
inline constexpr const char* kClaimAnalyses = R"(
  WITH orphans AS (
    SELECT game FROM analyses
    WHERE first_accuracy IS NULL AND (owner = $1 OR owner = ANY (ARRAY(
      SELECT owner FROM analyses
      WHERE first_accuracy IS NULL AND NOT EXISTS (SELECT 1 FROM nodes WHERE epoch = analyses.owner))))
    ORDER BY asked, game LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE analyses SET owner = $1 FROM orphans WHERE analyses.game = orphans.game
  RETURNING analyses.asked, analyses.game)";

// ---- writes of several parts -----------------------------------------------------------------------------

// Around kAppendEvent, whose parameters are $1 to $15; $16 to $20 are an ending, $21 to $32 seats,
// $33 is an opening, $34 a due moment.
inline constexpr const char* kBeforeAppend = "WITH appended AS (";
inline constexpr const char* kAfterAppend = " RETURNING game) UPDATE games SET ";
// Any of these four may be set at once; postgres_store.cpp makes the 16 statements.
inline constexpr const char* kSetEnding =
    "status = $16, result = $17, reason = $18, ended = $19, final_pos = $20";
inline constexpr const char* kSetSeats = R"(
  first_name = $21, first_user = $22, first_level = $23, first_token = $24,
  first_rating = $25, first_provisional = $26,
  second_name = $27, second_user = $28, second_level = $29, second_token = $30,
  second_rating = $31, second_provisional = $32)";
inline constexpr const char* kSetOpening = "opening_code = $33";
inline constexpr const char* kSetDue = "due = $34";
inline constexpr const char* kOfAppended = " WHERE id = (SELECT game FROM appended)";

// Around kInsertGame, whose parameters are $1 to $38; from $39 on they are an event of another game, after
// kIsNextEvent.
inline constexpr const char* kBeforeLinked = "WITH created AS (";
inline constexpr const char* kAfterLinked = R"( RETURNING id)
  INSERT INTO events (game, v, kind, ply, by_side, move, detail, first_clock, second_clock, first_periods,
                      second_periods, running, spent, lag, at)
  SELECT $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53 FROM created)";
// Compare-and-set without a lock: the primary key of `events` decides between two who both find it so.
inline constexpr const char* kIsNextEvent = R"(
  SELECT 1 FROM events WHERE game = $1 AND v = $2 - 1
    AND NOT EXISTS (SELECT 1 FROM events WHERE game = $1 AND v = $2))";

// Around kInsertUser, whose parameters are $1 to $5; $6 is the client.
inline constexpr const char* kBeforeUser = "WITH created AS (";
inline constexpr const char* kAfterUser = R"( RETURNING id)
  INSERT INTO tokens (hash, user_id, created, client, seen) SELECT $5, id, $4, $6, $4 FROM created)";

// Around kUpsertAccountUser, whose parameters are $1 to $10; $11 is the password, $12 the client, $13 the
// rules of the keys. Two servers that register one name at once: the second is told by the primary key.
inline constexpr const char* kBeforeAccount = "WITH registered AS (";
inline constexpr const char* kAfterAccount = R"( RETURNING id),
  account AS (INSERT INTO accounts (user_id, password, keyed_by) SELECT id, $11, $13 FROM registered),
  names AS (INSERT INTO account_names (key, user_id)
            SELECT DISTINCT key, id FROM registered, unnest(ARRAY[$5, $6, $7, $8, $9]) AS keys (key)
            WHERE key <> '' ORDER BY key),
  ended AS (DELETE FROM tokens WHERE user_id IN (SELECT id FROM registered))
  INSERT INTO tokens (hash, user_id, created, client, seen) SELECT $4, id, $3, $12, $3 FROM registered)";

// As the query of people_queries.h, but what changes the password at the same moment goes first, or waits.
inline constexpr const char* kInsertToken = R"(
  WITH checked AS (SELECT user_id FROM accounts WHERE user_id = $2 AND password = $5 AND password <> '' FOR SHARE)
  INSERT INTO tokens (hash, user_id, created, client, seen)
  SELECT $1, user_id, $3, $4, $3 FROM checked ON CONFLICT DO NOTHING)";

// After kChangePassword and kCloseAccount, in statements of their own: these see the tokens of logins that
// the new password has waited for.
inline constexpr const char* kEndSessionsOfPassword = R"(
  DELETE FROM tokens WHERE user_id = $1 AND hash <> $3
    AND EXISTS (SELECT 1 FROM accounts WHERE user_id = $1 AND password = $2))";
inline constexpr const char* kDeleteStandingsOfClosed = R"(
  DELETE FROM ratings WHERE user_id = $1 AND EXISTS (SELECT 1 FROM accounts WHERE user_id = $1 AND password = ''))";
inline constexpr const char* kForgetSitesOfClosed = R"(
  DELETE FROM login_sites WHERE user_id = $1
    AND EXISTS (SELECT 1 FROM accounts WHERE user_id = $1 AND password = ''))";

// Before kDemoteUnusedAccounts, in a statement of its own: that one sees the tokens of logins that this one
// has waited for, and later logins wait for it.
inline constexpr const char* kLockUnusedAccounts = R"(
  SELECT user_id FROM accounts WHERE user_id > $1 AND user_id <= $2
    AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.user_id = accounts.user_id) FOR UPDATE)";

// As that of sqlite_people.cpp.
inline constexpr const char* kForgetEvents = R"(
  UPDATE tournament_events SET by_user = '',
    body = CASE WHEN kind IN ('joined', 'substituted')
           THEN CAST(CAST(body AS jsonb) || jsonb_build_object('user', '-' || v, 'name', 'Guest') AS TEXT)
           ELSE body END
  WHERE (tournament, v) IN (
    SELECT tournament, v FROM tournament_events WHERE by_user = $1 AND by_user <> '' LIMIT $2))";

// Two games of one player that end at once, on two servers: the second reads what the first has written.
inline constexpr const char* kLockPlayers =
    "SELECT id FROM users WHERE id IN ($1, $2) ORDER BY id FOR NO KEY UPDATE";

inline constexpr const char* kLockModeration = "LOCK TABLE moderation_log IN SHARE ROW EXCLUSIVE MODE";
inline constexpr const char* kLockMail = "LOCK TABLE mail_asks IN SHARE ROW EXCLUSIVE MODE";

// Whose members and names change in one transaction at a time; readers do not wait.
inline constexpr const char* kLockClubs = "LOCK TABLE clubs IN SHARE ROW EXCLUSIVE MODE";

// What two accounts have to do with each other changes in one transaction at a time, and while both are
// there.
inline constexpr const char* kLockAccounts =
    "SELECT user_id FROM accounts WHERE user_id IN ($1, $2) ORDER BY user_id FOR NO KEY UPDATE";

// Around the insert of a game into the library. Before the last stands the number of the value that has its
// bytes.
inline constexpr const char* kBeforeCount = "WITH added AS (";
inline constexpr const char* kAfterInsert = R"( RETURNING collection)
  UPDATE collections SET games = games + 1, bytes = bytes + $)";
inline constexpr const char* kAfterCount = " FROM added WHERE collections.number = added.collection";

// Texts of arrays, as a row for each element.
inline constexpr const char* kInsertSeen = R"(
  INSERT INTO positions_seen (collection, pos, game, move)
  SELECT $1, pos, game, move
  FROM unnest(CAST(CAST($2 AS TEXT) AS BIGINT[]), CAST(CAST($3 AS TEXT) AS INT[]),
              CAST(CAST($4 AS TEXT) AS INT[])) AS seen (pos, game, move)
  ON CONFLICT DO NOTHING)";

// ---- reads -----------------------------------------------------------------------------------------------

// REPEATABLE READ: several statements see one moment, and wait for no writer.
inline constexpr const char* kBeginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

// As the queries of queries.h, of which PostgreSQL would read and sort all parts: each gives as many as are
// wanted, $6, along its index.
inline constexpr const char* kListGamesOfUser = R"(
  (SELECT created, id FROM games WHERE first_user = $5 AND first_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4) ORDER BY created DESC, id DESC LIMIT $6)
  UNION (SELECT created, id FROM games WHERE second_user = $5 AND second_level = 0
     AND created >= $1 AND created < $2 AND (created, id) < ($3, $4) ORDER BY created DESC, id DESC LIMIT $6)
  ORDER BY created DESC, id DESC)";
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

// Around a list of ids, and the number of them: whole games after their plies.
inline constexpr const char* kBeforeList = R"(
  SELECT COALESCE((SELECT ply FROM events WHERE events.game = games.id ORDER BY v DESC LIMIT 1), 0), games.*,
         COALESCE((SELECT program FROM users WHERE users.id = first_user), 0),
         COALESCE((SELECT program FROM users WHERE users.id = second_user), 0)
  FROM ()";
inline constexpr const char* kAfterList =
    ") AS page JOIN games ON games.id = page.id ORDER BY page.created DESC, page.id DESC";

}  // namespace storage::sql::postgres
