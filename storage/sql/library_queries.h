#pragma once

#include <array>
#include <string>

#include "storage/library.h"

/// The SQL of the library; see queries.h.
namespace storage::sql {

// ---- collections -----------------------------------------------------------------------------------------

// A number is not given again while an import bears it, which is kept for a week after its end: what is still
// written for a collection that has gone finds none.
inline constexpr const char* kInsertCollection = R"(
  INSERT INTO collections (number, id, user_id, name, visibility, created, games, bytes)
  SELECT (SELECT COALESCE(MAX(number), 0) + 1
          FROM (SELECT MAX(number) AS number FROM collections WHERE number > 0
                UNION ALL SELECT MAX(collection) FROM library_imports) AS known),
         $1, $2, $3, $4, $5, 0, 0
  WHERE (SELECT COUNT(*) FROM shown_collections WHERE user_id = $2) < $6
    AND NOT EXISTS (SELECT 1 FROM collections WHERE id = $1))";
inline constexpr const char* kChangeCollection = R"(
  UPDATE collections SET name = $3, visibility = $4 WHERE id = $1 AND user_id = $2 AND visibility <> 'removed')";
inline constexpr const char* kRemoveCollection = R"(
  UPDATE collections SET visibility = 'removed' WHERE id = $1 AND user_id = $2 AND visibility <> 'removed')";

// Numbers below 0 are of games that were played here, which are no collection: GamesPlayedHere.
inline constexpr const char* kFindCollection = "SELECT * FROM shown_collections WHERE id = $1 AND number > 0";
inline constexpr const char* kCollectionsOf =
    "SELECT * FROM shown_collections WHERE user_id = $1 ORDER BY number";
inline constexpr const char* kPublicCollections = R"(
  SELECT * FROM shown_collections WHERE visibility = 'public' AND number < $1 ORDER BY number DESC LIMIT $2)";
/// Of owners after this one, and of those up to it: along the key of what waits, however many collections
/// there are. But for kPrivateGames.
inline constexpr const char* kUnindexedAfter = R"(
  SELECT shown_collections.* FROM collections_to_index JOIN shown_collections ON number = collection
  WHERE collections_to_index.user_id > $1 AND shown_collections.games > indexed
  ORDER BY collections_to_index.user_id, collection LIMIT 1)";
inline constexpr const char* kUnindexedUpTo = R"(
  SELECT shown_collections.* FROM collections_to_index JOIN shown_collections ON number = collection
  WHERE collections_to_index.user_id <= $1 AND shown_collections.games > indexed
  ORDER BY collections_to_index.user_id, collection LIMIT 1)";

// Rows of what was removed count as long as they are there.
inline constexpr const char* kUseOf = R"(
  SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM collections WHERE user_id = $1)";
inline constexpr const char* kUseOfAll =
    "SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM collections WHERE number > 0";

// ---- games -----------------------------------------------------------------------------------------------

inline constexpr const char* kInsertLibraryGame = R"(
  INSERT INTO library_games (collection, number, game, rule, size, start_pos, first_name, second_name,
    first_rating, second_rating, event, site, round, date, result, reason, opening_code, plies, moves, tree,
    digest, material)
  SELECT $1, games + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21
  FROM collections WHERE number = $1 ON CONFLICT (collection, digest) DO NOTHING)";
/// Of a game that an insert has written. The insert says so: PostgreSQL, whose plan may be made while there
/// are few games, would look for it by any index of the collection and read all of them.
inline constexpr const char* kCountLibraryGame =
    "UPDATE collections SET games = games + 1, bytes = bytes + $2 WHERE number = $1";

inline constexpr const char* kLibraryGame =
    "SELECT * FROM library_games WHERE collection = $1 AND number = $2";
inline constexpr const char* kGamesIn = "SELECT games FROM collections WHERE number = $1";
inline constexpr const char* kPackedGames = R"(
  SELECT number, start_pos, moves FROM library_games
  WHERE collection = $1 AND number > $2 AND number < $3 AND game = $4 AND rule = $5 AND size = $6
    AND (($7 - material) & $8) = $8
  ORDER BY number DESC)";

/// What filters look at, in the places of all columns: moves may be on pages of their own.
inline constexpr const char* kLibraryHead = R"(
  collection, number, '', '', 0, '', first_name, second_name, 0, 0, event, '', '', date, result, '',
  opening_code, plies, '', '', 0, 0)";

/// Each index gives as many as are wanted, and no more.
inline std::string library_games_of_player(const std::string& columns) {
  const auto numbers = [](const std::string& name) {
    return "SELECT number FROM (SELECT number FROM library_games WHERE collection = $1 AND " + name +
           " = $2 AND number > $3 ORDER BY number LIMIT $4) AS by_" + name;
  };
  return "SELECT " + columns + " FROM library_games WHERE collection = $1 AND number IN (" +
         numbers("first_name") + " UNION " + numbers("second_name") + ") ORDER BY number LIMIT $4";
}

/// Lists of games in the order of a column: after $2 and the number $3, or all where $2 is NULL.
struct LibraryLists {
  std::string first, next;
};

inline LibraryLists library_lists(const std::string& columns, const std::string& column, bool descending) {
  const std::string way = descending ? " DESC" : "";
  const std::string all = "SELECT " + columns + " FROM library_games WHERE collection = $1";
  const std::string order = " ORDER BY " + column + way + ", number" + way;
  const std::string after = " AND (" + column + ", number) " + (descending ? "<" : ">") + " ($2, $3)";
  return {all + order + " LIMIT $2", all + after + order + " LIMIT $4"};
}

/// The queries of one kind of row.
struct LibraryQueries {
  explicit LibraryQueries(const std::string& columns) : of_player(library_games_of_player(columns)) {
    static constexpr std::array kColumns{"number", "date", "plies", "first_name", "second_name"};
    for (std::size_t i = 0; i < kColumns.size(); ++i)
      lists[i] = {library_lists(columns, kColumns[i], false), library_lists(columns, kColumns[i], true)};
  }

  std::string of_player;
  std::array<std::array<LibraryLists, 2>, 5> lists{};  ///< By LibrarySort, then ascending and descending.
};

/// Whole games, or their kLibraryHead. For one thread or several: they are made once.
inline const LibraryQueries& library_queries(bool whole) {
  static const LibraryQueries all("*"), heads(kLibraryHead);
  return whole ? all : heads;
}

// ---- games that were played here --------------------------------------------------------------------------

inline constexpr const char* kGamesQueued = "SELECT created, id FROM games_queued";
inline constexpr const char* kOlderGames = R"(
  SELECT created, id, CASE WHEN status = 'finished' AND source = '' THEN 1 ELSE 0 END, ended FROM games
  WHERE (created, id) > ($1, $2) ORDER BY created, id LIMIT $3)";
inline constexpr const char* kMoveQueued = R"(
  INSERT INTO games_queued (one, created, id) VALUES (1, $3, $4)
  ON CONFLICT (one) DO UPDATE SET created = excluded.created, id = excluded.id
  WHERE games_queued.created = $1 AND games_queued.id = $2)";
inline constexpr const char* kQueueGame =
    "INSERT INTO games_to_index (ended, game) VALUES ($1, $2) ON CONFLICT DO NOTHING";

inline constexpr const char* kEndedGames =
    "SELECT ended, game FROM games_to_index ORDER BY ended, game LIMIT $1";
inline constexpr const char* kTakeEndedGame = "DELETE FROM games_to_index WHERE ended = $1 AND game = $2";
/// The rows by which games are numbered. Whichever is meant, the first is locked.
inline constexpr const char* kOpenPlacesOfGames = R"(
  INSERT INTO collections (number, id, user_id, name, visibility, created, games, bytes)
  VALUES (-1, '-1', '', '', 'played', 0, 0, 0), (-2, '-2', '', '', 'played', 0, 0, 0),
         (-3, '-3', '', '', 'played', 0, 0, 0) ON CONFLICT DO NOTHING)";
inline constexpr const char* kLockPlacesOfGames = "UPDATE collections SET games = games WHERE number = -1";
/// With the players that its own row has now, should they have been forgotten since it was read.
inline constexpr const char* kInsertPlayedGame = R"(
  INSERT INTO library_games (collection, number, game, rule, size, start_pos, first_name, second_name,
    first_rating, second_rating, event, site, round, date, result, reason, opening_code, plies, moves, tree,
    digest, material)
  SELECT $1, collections.games + 1, $2, $3, $4, $5, played.first_user, played.second_user,
    $6, $7, '', played.id, '', $8, $9, $10, $11, $12, $13, $14, $15, $16
  FROM collections JOIN games AS played ON played.id = $17
  WHERE number = $1 ON CONFLICT (collection, digest) DO NOTHING)";
inline constexpr const char* kLastGamesOf = R"(
  SELECT * FROM library_games WHERE collection = $1 AND number IN (
    SELECT number FROM (SELECT number FROM library_games WHERE collection = $1 AND first_name = $2
                        ORDER BY number DESC LIMIT $3) AS of_first
    UNION
    SELECT number FROM (SELECT number FROM library_games WHERE collection = $1 AND second_name = $2
                        ORDER BY number DESC LIMIT $3) AS of_second)
  ORDER BY number DESC LIMIT $3)";

/// Whether what belongs to a collection may be written. $1: its number.
inline constexpr const char* kIsShown =
    "SELECT 1 FROM collections WHERE number = $1 AND visibility <> 'removed'";

// ---- positions -------------------------------------------------------------------------------------------

inline constexpr const char* kLibrarySalt = "SELECT salt FROM library_salt";
inline constexpr const char* kMarkIndexed = R"(
  INSERT INTO library_index (collection, indexed) VALUES ($1, $2)
  ON CONFLICT (collection) DO UPDATE SET indexed = excluded.indexed
  WHERE excluded.indexed > library_index.indexed)";
inline constexpr const char* kFoldMove = R"(
  INSERT INTO move_stats (collection, pos, move, first_wins, draws, second_wins, unknown, rated, ratings,
                          last_year, upto)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (collection, pos, move) DO UPDATE SET
    first_wins = excluded.first_wins, draws = excluded.draws, second_wins = excluded.second_wins,
    unknown = excluded.unknown, rated = excluded.rated, ratings = excluded.ratings,
    last_year = excluded.last_year, upto = excluded.upto
  WHERE excluded.upto > move_stats.upto)";

inline constexpr const char* kMoveStats = R"(
  SELECT move, first_wins, draws, second_wins, unknown, rated, ratings, last_year, upto
  FROM move_stats WHERE collection = $1 AND pos = $2 ORDER BY move)";
inline constexpr const char* kSeenAfter = R"(
  SELECT seen.game, seen.move, result, date, first_rating, second_rating
  FROM positions_seen AS seen
  JOIN library_games ON library_games.collection = seen.collection AND number = seen.game
  WHERE seen.collection = $1 AND seen.pos = $2 AND seen.game > $3 ORDER BY seen.game LIMIT $4)";
inline constexpr const char* kSeenLast = R"(
  SELECT seen.game, seen.move, result, date, first_rating, second_rating
  FROM positions_seen AS seen
  JOIN library_games ON library_games.collection = seen.collection AND number = seen.game
  WHERE seen.collection = $1 AND seen.pos = $2 ORDER BY seen.game DESC LIMIT $3)";

// ---- imports ---------------------------------------------------------------------------------------------

inline constexpr const char* kInsertImport = R"(
  INSERT INTO library_imports (id, collection, user_id, file, status, bytes, created, next, bad, added, choice, notes)
  SELECT $1, $2, $3, $4, 'receiving', $5, $6, 0, 0, 0, '', ''
  WHERE EXISTS (SELECT 1 FROM shown_collections WHERE number = $2 AND shown_collections.user_id = $3)
  ON CONFLICT DO NOTHING)";
// One that is there is kept again: it may have been sent twice before it was written.
inline constexpr const char* kKeepPart = R"(
  INSERT INTO library_parts (import, part, data)
  SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM library_imports WHERE id = $1 AND status = 'receiving')
  ON CONFLICT (import, part) DO UPDATE SET data = excluded.data WHERE library_parts.data = excluded.data)";
inline constexpr const char* kStartImport = R"(
  UPDATE library_imports SET status = 'waiting', choice = $2, address = $3 WHERE id = $1 AND status = 'receiving')";
inline constexpr const char* kEndImport = R"(
  UPDATE library_imports SET status = $2, address = '' WHERE id = $1 AND status IN ('receiving', 'waiting'))";
inline constexpr const char* kAdvanceImport = R"(
  UPDATE library_imports SET next = $3, bad = $4, notes = $5, total = $6
  WHERE id = $1 AND status = 'waiting' AND next = $2
    AND EXISTS (SELECT 1 FROM shown_collections WHERE number = collection))";
/// Before and after the games: together what is new.
inline constexpr const char* kCountNotAdded = R"(
  UPDATE library_imports SET added = added - (SELECT games FROM collections WHERE number = $2) WHERE id = $1)";
inline constexpr const char* kCountAdded = R"(
  UPDATE library_imports SET added = added + (SELECT games FROM collections WHERE number = $2) WHERE id = $1)";

inline constexpr const char* kFindImport = "SELECT * FROM library_imports WHERE id = $1";
inline constexpr const char* kImportsOf =
    "SELECT * FROM library_imports WHERE user_id = $1 ORDER BY created DESC, id DESC LIMIT $2";
inline constexpr const char* kWaitingImport = R"(
  SELECT * FROM library_imports WHERE status = 'waiting'
    AND EXISTS (SELECT 1 FROM shown_collections WHERE number = collection)
  ORDER BY CASE WHEN user_id > $1 THEN 0 ELSE 1 END, user_id, created, id LIMIT 1)";
inline constexpr const char* kBytesOfImports = R"(
  SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM library_imports WHERE status IN ('receiving', 'waiting'))";
inline constexpr const char* kImportParts = "SELECT COUNT(*) FROM library_parts WHERE import = $1";
inline constexpr const char* kImportPart = "SELECT data FROM library_parts WHERE import = $1 AND part = $2";

// ---- what goes -------------------------------------------------------------------------------------------

// What is looked for in all that there is, by readers, and removed by its key, in commits that games wait
// for.

/// Of guests who were forgotten, and private ones of accounts that were closed.
inline constexpr const char* kOrphans = R"(
  SELECT number FROM collections WHERE visibility <> 'removed' AND number > 0
    AND (NOT EXISTS (SELECT 1 FROM users WHERE id = collections.user_id) OR visibility = 'private'
         AND EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = collections.user_id AND password = ''))
  ORDER BY number LIMIT $1)";
inline constexpr const char* kRemoveOrphan = R"(
  UPDATE collections SET visibility = 'removed' WHERE number = $1 AND visibility <> 'removed'
    AND (NOT EXISTS (SELECT 1 FROM users WHERE id = collections.user_id) OR visibility = 'private'
         AND EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = collections.user_id AND password = '')))";
/// Then rows of what was removed, those last on which others depend.
inline constexpr std::array kSweepCollections{
    R"(DELETE FROM positions_seen WHERE (collection, pos, game) IN (
         SELECT collection, pos, game FROM positions_seen
         WHERE collection = (SELECT MIN(number) FROM collections WHERE visibility = 'removed')
         ORDER BY collection, pos, game LIMIT $1))",
    R"(DELETE FROM move_stats WHERE (collection, pos, move) IN (
         SELECT collection, pos, move FROM move_stats
         WHERE collection = (SELECT MIN(number) FROM collections WHERE visibility = 'removed')
         ORDER BY collection, pos, move LIMIT $1))",
    R"(DELETE FROM library_games WHERE (collection, number) IN (
         SELECT collection, number FROM library_games
         WHERE collection = (SELECT MIN(number) FROM collections WHERE visibility = 'removed')
         ORDER BY collection, number LIMIT $1))"};
inline constexpr const char* kForgetIndexOfRemoved = R"(
  DELETE FROM library_index WHERE collection IN (
    SELECT number FROM collections WHERE visibility = 'removed' ORDER BY number LIMIT $1))";
inline constexpr const char* kForgetRemoved = R"(
  DELETE FROM collections WHERE number IN (
    SELECT number FROM collections WHERE visibility = 'removed' ORDER BY number LIMIT $1)
    AND NOT EXISTS (SELECT 1 FROM positions_seen WHERE positions_seen.collection = collections.number)
    AND NOT EXISTS (SELECT 1 FROM move_stats WHERE move_stats.collection = collections.number)
    AND NOT EXISTS (SELECT 1 FROM library_games WHERE library_games.collection = collections.number))";

// Of a file that is received each part gives ten minutes more, up to a day: who announces a file and sends
// nothing keeps no place of those who send theirs.
inline constexpr const char* kLostImports = R"(
  SELECT id FROM library_imports WHERE status IN ('receiving', 'waiting')
    AND (status = 'receiving' AND created < $1 - 600000 * (SELECT COUNT(*) FROM (
           SELECT 1 FROM library_parts WHERE import = library_imports.id LIMIT 143) AS so_many)
         OR NOT EXISTS (SELECT 1 FROM shown_collections WHERE number = collection))
  ORDER BY id LIMIT $2)";
inline constexpr const char* kEndLostImport = R"(
  UPDATE library_imports SET status = 'cancelled', address = '' WHERE id = $1 AND status IN ('receiving', 'waiting')
    AND (status = 'receiving' AND created < $2 - 600000 * (SELECT COUNT(*) FROM (
           SELECT 1 FROM library_parts WHERE import = library_imports.id LIMIT 143) AS so_many)
         OR NOT EXISTS (SELECT 1 FROM shown_collections WHERE number = collection)))";
inline constexpr const char* kLooseParts = R"(
  SELECT import, part FROM library_parts WHERE NOT EXISTS (
    SELECT 1 FROM library_imports WHERE id = import AND status IN ('receiving', 'waiting'))
  ORDER BY import, part LIMIT $1)";
inline constexpr const char* kRemovePart = R"(
  DELETE FROM library_parts WHERE import = $1 AND part = $2)";
inline constexpr const char* kEndedImports = R"(
  SELECT id FROM library_imports WHERE created < $1 AND status NOT IN ('receiving', 'waiting')
  ORDER BY created, id LIMIT $2)";
inline constexpr const char* kRemoveImport = R"(
  DELETE FROM library_imports WHERE id = $1 AND status NOT IN ('receiving', 'waiting'))";

}  // namespace storage::sql
