#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "storage/sql/library_queries.h"
#include "storage/store.h"

/// Writes of the library in the same words for every database.
namespace storage::sql {

// ---- of one statement; see statements.h ------------------------------------------------------------------

inline auto statement_of(const CreateCollection& create) {
  const Collection& made = create.collection;
  return std::pair(kInsertCollection,
                   std::tie(made.id, made.owner, made.name, made.visibility, made.created, create.most));
}

inline auto statement_of(const ChangeCollection& change) {
  return std::pair(kChangeCollection, std::tie(change.id, change.owner, change.name, change.visibility));
}

inline auto statement_of(const RemoveCollection& remove) {
  return std::pair(kRemoveCollection, std::tie(remove.id, remove.owner));
}

inline auto statement_of(const BeginImport& begin) {
  const LibraryImport& made = begin.import;
  return std::pair(kInsertImport,
                   std::tie(made.id, made.collection, made.owner, made.file, made.bytes, made.created));
}

inline auto statement_of(const KeepPart& part) {
  return std::pair(kKeepPart, std::tie(part.import, part.part, part.data));
}

inline auto statement_of(const StartImport& start) {
  return std::pair(kStartImport, std::tie(start.id, start.choice, start.address));
}

inline auto statement_of(const EndImport& end) {
  return std::pair(kEndImport, std::tie(end.id, end.status));
}

// ---- of several ------------------------------------------------------------------------------------------

// A `Database` has these: `check(sql, values...)`, which says whether rows were written; `has(sql,
// values...)`, whether there are such rows; `run(sql, values...)`, which does not tell;
// `texts(sql, values...)`, the first column of all rows; `insert(IndexPositions)`; `insert_game(sql, bytes,
// collection, values...)`, which counts the game in its collection if `sql` has written it. Until the
// transaction has ended `is_shown(collection)` keeps the collection from being removed, `lock_moderation()`
// other acts of moderators out, `lock_mail()` other asks for mail, and `lock_unused_accounts(after, until)`
// logins to accounts that have no session. False: refused, and nothing of the write is there.

inline auto values_of(const LibraryGame& game) {
  return std::tie(game.game, game.rule, game.size, game.start_pos, game.names[0], game.names[1],
                  game.ratings[0], game.ratings[1], game.event, game.site, game.round, game.date, game.result,
                  game.reason, game.opening_code, game.plies, game.moves, game.tree, game.digest,
                  game.material);
}

// The import first: a second server at the same one waits there, with nothing that the first still wants. If
// both kept the collection from being removed, neither could count its games, and the moves of both batches
// would wait with them.
template <class Database>
bool write_with(Database database, const AddGames& add) {
  if (!database.check(kAdvanceImport, add.import, add.from, add.next, add.bad, add.notes, add.total))
    return false;
  if (!database.is_shown(add.collection)) return false;
  database.run(kCountNotAdded, add.import, add.collection);
  for (const LibraryGame& game : add.games) {
    const std::int64_t bytes = add.bytes_of_game + bytes_of(game);
    const auto insert = [&](const auto&... values) {
      database.insert_game(kInsertLibraryGame, bytes, add.collection, values...);
    };
    std::apply(insert, values_of(game));
  }
  database.run(kCountAdded, add.import, add.collection);
  return true;
}

template <class Database>
bool write_with(Database database, const QueueGames& queue) {
  const auto& [from, to, games] = queue;
  if (!database.check(kMoveQueued, from.created, from.id, to.created, to.id)) return false;
  for (const EndedGame& each : games) database.run(kQueueGame, each.ended, each.game);
  return true;
}

/// The values of kInsertPlayedGame.
template <class Database>
void insert_played_game(Database database, const IndexGames::Entry& place) {
  const LibraryGame& game = place.game;
  database.insert_game(kInsertPlayedGame, bytes_of(game), place.collection, game.game, game.rule, game.size,
                       game.start_pos, game.ratings[0], game.ratings[1], game.date, game.result, game.reason,
                       game.opening_code, game.plies, game.moves, game.tree, game.digest, game.material,
                       place.of.game);
}

// A second server waits for the rows that number games before it takes one, and then sees what the first has
// placed: if each had taken some that the other wants, too, both would wait for each other, and with them the
// moves of the same batches. Of those that place the same games the second finds the first of them gone.
template <class Database>
bool write_with(Database database, const IndexGames& index) {
  if (index.games.empty()) return false;
  database.run(kOpenPlacesOfGames);
  database.run(kLockPlacesOfGames);
  const EndedGame& first = index.games.front().of;
  if (!database.check(kTakeEndedGame, first.ended, first.game)) return false;
  for (const IndexGames::Entry& place : index.games) {
    database.run(kTakeEndedGame, place.of.ended, place.of.game);
    if (are_played_here(place.collection)) insert_played_game(database, place);
  }
  return true;
}

template <class Database>
bool write_with(Database database, const IndexPositions& index) {
  if (!database.is_shown(index.collection)) return false;
  database.insert(index);
  return true;
}

template <class Database>
bool write_with(Database database, const MarkIndexed& mark) {
  if (!database.is_shown(mark.collection)) return false;
  database.run(kMarkIndexed, mark.collection, mark.upto);
  return true;
}

template <class Database>
bool write_with(Database database, const FoldPosition& fold) {
  if (!database.is_shown(fold.collection)) return false;
  for (const MoveStats& move : fold.moves)
    database.run(kFoldMove, fold.collection, fold.pos, move.move, move.first_wins, move.draws,
                 move.second_wins, move.unknown, move.rated, move.ratings, move.last_year, move.upto);
  return true;
}

template <class Database>
bool write_with(Database database, const SweepLibrary& sweep) {
  const LibraryDebris& debris = sweep.debris;
  bool any = false;
  const auto check = [&](const char* sql, const auto&... values) {
    any = database.check(sql, values...) || any;
  };
  for (const int orphan : debris.orphans) check(kRemoveOrphan, orphan);
  for (const std::string& import : debris.lost) check(kEndLostImport, import, sweep.received_before);
  for (const auto& [import, part] : debris.parts) check(kRemovePart, import, part);
  for (const std::string& import : debris.ended) check(kRemoveImport, import);
  for (const char* sql : kSweepCollections) check(sql, sweep.most);
  database.run(kForgetIndexOfRemoved, sweep.most);
  check(kForgetRemoved, sweep.most);
  return any;
}

}  // namespace storage::sql
