#pragma once

#include <algorithm>
#include <charconv>

#include "storage/sql/library_queries.h"
#include "storage/sql/library_rows.h"

namespace storage::sql {

/// The part of QueryReader that reads the library. One statement each, but for library_games(), which asks
/// for kLibraryGamesAtOnce games at a time, unindexed_collection() and library_debris().
template <class Self, class Row>
class LibraryQueryReader : public LibraryReader {
 public:
  std::optional<Collection> collection(std::string_view id) override {
    return self().one(kFindCollection, read_collection<Row>, id);
  }
  std::vector<Collection> collections_of(std::string_view owner) override {
    return self().all(kCollectionsOf, read_collection<Row>, owner);
  }
  std::vector<Collection> public_collections(int below, int most) override {
    return self().all(kPublicCollections, read_collection<Row>, below, most);
  }
  LibraryUse library_use(std::string_view owner) override {
    if (owner.empty()) return self().one(kUseOfAll, read_use<Row>).value();
    return self().one(kUseOf, read_use<Row>, owner).value();
  }
  std::optional<Collection> unindexed_collection(std::string_view after) override {
    if (auto next = self().one(kUnindexedAfter, read_collection<Row>, after)) return next;
    return self().one(kUnindexedUpTo, read_collection<Row>, after);
  }

  // What no index knows of is asked of each game in turn, of so many and no more: of their heads, where few
  // of them may be wanted.
  LibraryPage library_games(const LibraryQuery& query) override {
    LibraryPage page;
    if (query.limit <= 0) return page;
    std::optional<LibraryQuery::After> here = query.after;
    for (int examined = 0; examined < kMostLibraryExamined;) {
      const int wanted = std::min(kLibraryGamesAtOnce, kMostLibraryExamined - examined);
      std::vector<LibraryGame> found = next_library_games(query, here, wanted);
      for (LibraryGame& game : found) {
        ++examined;
        here = query.position_of(game);
        if (!query.matches(game)) continue;
        if (query.filters()) game = library_game(query.collection, game.number).value_or(std::move(game));
        page.games.push_back(std::move(game));
        if (static_cast<int>(page.games.size()) < query.limit) continue;
        page.next = here;
        return page;
      }
      if (static_cast<int>(found.size()) < wanted) return page;
    }
    page.next = here;
    return page;
  }
  std::optional<LibraryGame> library_game(int collection, int number) override {
    return self().one(kLibraryGame, read_library_game<Row>, collection, number);
  }

  int games_in(int collection) override {
    const auto number = [](Row& row) { return row.number(); };
    return self().one(kGamesIn, number, collection).value_or(0);
  }
  std::vector<PackedGame> packed_games(const PackedQuery& query) override {
    return self().all(kPackedGames, read_packed_game<Row>, query.collection, query.after, query.before,
                      query.game, query.rule, query.size, query.most_material, query.guards);
  }

  std::optional<QueueGames> older_games(int most) override {
    QueueGames older{.to = {kAllQueued, ""}};
    older.from = self().one(kGamesQueued, read_place<Row>).value_or(Cursor());
    if (older.from.created == kAllQueued) return std::nullopt;
    const auto games = self().all(kOlderGames, read_older_game<Row>, older.from.created, older.from.id, most);
    if (static_cast<int>(games.size()) == most) older.to = games.back().place;
    for (const OlderGame& each : games)
      if (each.has_ended_here) older.games.push_back({each.ended, each.place.id});
    return older;
  }
  std::vector<EndedGame> ended_games(int most) override {
    return self().all(kEndedGames, read_ended_game<Row>, most);
  }
  std::vector<LibraryGame> last_games_of(int collection, std::string_view user, int most) override {
    return self().all(kLastGamesOf, read_library_game<Row>, collection, user, most);
  }

  std::int64_t library_salt() override {
    return self().one(kLibrarySalt, [](Row& row) { return row.millis(); }).value();
  }
  std::vector<MoveStats> move_stats(int collection, std::int64_t pos) override {
    return self().all(kMoveStats, read_move_stats<Row>, collection, pos);
  }
  std::vector<SeenGame> seen_after(int collection, std::int64_t pos, int after, int most) override {
    return self().all(kSeenAfter, read_seen<Row>, collection, pos, after, most);
  }
  std::vector<SeenGame> seen_last(int collection, std::int64_t pos, int most) override {
    return self().all(kSeenLast, read_seen<Row>, collection, pos, most);
  }

  std::optional<LibraryImport> library_import(std::string_view id) override {
    return self().one(kFindImport, read_import<Row>, id);
  }
  std::vector<LibraryImport> imports_of(std::string_view owner, int most) override {
    return self().all(kImportsOf, read_import<Row>, owner, most);
  }
  std::optional<LibraryImport> waiting_import(std::string_view after) override {
    return self().one(kWaitingImport, read_import<Row>, after);
  }
  LibraryDebris library_debris(Millis received_before, Millis ended_before, int most) override {
    const auto text = [](Row& row) { return row.text(); };
    return {.orphans = self().all(
                kOrphans, [](Row& row) { return row.number(); }, most),
            .lost = self().all(kLostImports, text, received_before, most),
            .ended = self().all(kEndedImports, text, ended_before, most),
            .parts = self().all(
                kLooseParts,
                [](Row& row) {
                  return LibraryDebris::Part{row.text(), row.number()};
                },
                most)};
  }
  std::int64_t bytes_of_imports() override {
    return self().one(kBytesOfImports, [](Row& row) { return row.millis(); }).value();
  }
  int import_parts(std::string_view import) override {
    return self()
        .one(
            kImportParts, [](Row& row) { return row.number(); }, import)
        .value();
  }
  std::optional<Bytes> import_part(std::string_view import, int part) override {
    return self().one(kImportPart, read_bytes<Row>, import, part);
  }

 private:
  static constexpr int kLibraryGamesAtOnce = 200;

  std::vector<LibraryGame> next_library_games(const LibraryQuery& query,
                                              const std::optional<LibraryQuery::After>& after, int most) {
    const int collection = query.collection;
    const int number = after ? after->number : 0;
    const LibraryQueries& queries = library_queries(!query.filters());
    if (!query.player.empty())
      return self().all(queries.of_player.c_str(), read_library_game<Row>, collection, query.player, number,
                        most);
    const LibraryLists& lists = queries.lists[static_cast<std::size_t>(query.sort)][query.descending ? 1 : 0];
    if (!after) return self().all(lists.first.c_str(), read_library_game<Row>, collection, most);
    const char* const sql = lists.next.c_str();
    if (query.sort == LibrarySort::number)
      return self().all(sql, read_library_game<Row>, collection, number, number, most);
    if (query.sort == LibrarySort::plies) {
      int plies = 0;
      std::from_chars(after->key.data(), after->key.data() + after->key.size(), plies);
      return self().all(sql, read_library_game<Row>, collection, plies, number, most);
    }
    return self().all(sql, read_library_game<Row>, collection, after->key, number, most);
  }

  Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace storage::sql
