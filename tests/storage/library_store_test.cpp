#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "storage/sql/library_query_reader.h"
#include "storage/sql/library_writes.h"
#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in what it keeps of the library; every implementation goes through all of
/// it.
namespace storage {
namespace {

/// All bytes that there are.
Bytes all_bytes() {
  Bytes bytes;
  for (int byte = 0; byte < 256; ++byte) bytes.data += static_cast<char>(byte);
  return bytes;
}

LibraryGame some_game(std::int64_t digest) {
  return {.game = "gomoku",
          .rule = "renju",
          .size = 15,
          .start_pos = "X-",
          .names = {"林", "O'Brien"},
          .ratings = {2100, 0},
          .event = "World Cup",
          .site = "Tallinn",
          .round = "3",
          .date = "2019-05-??",
          .result = "first",
          .reason = "five",
          .opening_code = "R05",
          .plies = 35,
          .moves = all_bytes(),
          .tree = {std::string("\0x", 2)},
          .digest = digest,
          .material = 0x1234567890123};
}

/// A row that none of AskedQueries gives.
struct NoRow {
  int number() { return 0; }
  Millis millis() { return 0; }
  std::string text() { return {}; }
};

/// A database without rows, which notes what is asked of it.
class AskedQueries final : public sql::LibraryQueryReader<AskedQueries, NoRow> {
 public:
  template <class Read, class... Values>
  std::vector<std::invoke_result_t<Read, NoRow&>> all(const char* sql, Read, const Values&...) {
    asked.emplace_back(sql);
    return {};
  }
  template <class Read, class... Values>
  std::optional<std::invoke_result_t<Read, NoRow&>> one(const char* sql, Read, const Values&...) {
    asked.emplace_back(sql);
    return std::nullopt;
  }

  std::vector<std::string> asked{};
};

class LibraryStoreTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (IsSkipped()) return;
    commit(CreateUser{{"u_lin", "Lin", false, 1}, "hash"});
    create_collection("one", "public");
    number_ = library().collection("one")->number;
  }

  LibraryReader& library() { return reader_->library(); }
  void create_collection(const std::string& id, const std::string& visibility,
                         const std::string& owner = "u_lin") {
    ASSERT_EQ(
        commit(CreateCollection{
            {.id = id, .owner = owner, .name = "名 " + id, .visibility = visibility, .created = 5}, 100}),
        WriteResult::done);
  }
  void begin(const std::string& import, int collection, const std::string& owner = "u_lin") {
    ASSERT_EQ(commit(BeginImport{{.id = import,
                                  .collection = collection,
                                  .owner = owner,
                                  .file = "a.xqf",
                                  .bytes = 9,
                                  .created = 7}}),
              WriteResult::done);
    ASSERT_EQ(commit(StartImport{import, "1,2", "192.0.2.1"}), WriteResult::done);
  }
  void add(const std::vector<LibraryGame>& games) {
    const std::string import = "import" + std::to_string(++imports_);
    begin(import, number_);
    ASSERT_EQ(commit(AddGames{
                  .import = import, .collection = number_, .next = 1, .games = games, .bytes_of_game = 100}),
              WriteResult::done);
    ASSERT_EQ(commit(EndImport{import, "done"}), WriteResult::done);
  }
  WriteResult sweep(Millis imports_before, int most) {
    return commit(
        SweepLibrary{library().library_debris(imports_before, imports_before, most), imports_before, most});
  }
  std::vector<int> numbers(LibraryQuery query) {
    query.collection = number_;
    std::vector<int> all;
    for (const LibraryGame& game : library().library_games(query).games) all.push_back(game.number);
    return all;
  }

  int number_ = 0;
  int imports_ = 0;
};

INSTANTIATE_TEST_SUITE_P(All, LibraryStoreTest, kinds_of_store(),
                         [](const auto& info) { return info.param; });

using Numbers = std::vector<int>;

// ---- collections -----------------------------------------------------------------------------------------

TEST_P(LibraryStoreTest, KeepsCollections) {
  const Collection expected{.number = number_,
                            .id = "one",
                            .owner = "u_lin",
                            .name = "名 one",
                            .visibility = "public",
                            .created = 5};
  EXPECT_EQ(library().collection("one"), expected);
  restart();
  EXPECT_EQ(library().collection("one"), expected);
  EXPECT_EQ(library().collection("two"), std::nullopt);
}

TEST_P(LibraryStoreTest, RefusesAnIdThatIsKnownAndMoreThanOneMayHave) {
  const Collection again{.id = "one", .owner = "u_wu", .name = "n", .visibility = "private"};
  EXPECT_EQ(commit(CreateCollection{again, 100}), WriteResult::refused);
  Collection more{.id = "two", .owner = "u_lin", .name = "n", .visibility = "private"};
  EXPECT_EQ(commit(CreateCollection{more, 1}), WriteResult::refused);
  EXPECT_EQ(commit(CreateCollection{more, 2}), WriteResult::done);
}

TEST_P(LibraryStoreTest, ChangesOnlyWhatIsOnesOwn) {
  EXPECT_EQ(commit(ChangeCollection{"one", "u_wu", "x", "private"}), WriteResult::refused);
  EXPECT_EQ(commit(ChangeCollection{"two", "u_lin", "x", "private"}), WriteResult::refused);
  EXPECT_EQ(commit(ChangeCollection{"one", "u_lin", "x", "private"}), WriteResult::done);
  EXPECT_EQ(library().collection("one")->name, "x");
  EXPECT_EQ(library().collection("one")->visibility, "private");
}

TEST_P(LibraryStoreTest, ListsOnesOwnAndPublicOnes) {
  create_collection("two", "private");
  create_collection("three", "public", "u_wu");
  create_collection("four", "unlisted");
  const auto ids = [](const std::vector<Collection>& collections) {
    std::vector<std::string> all;
    for (const Collection& each : collections) all.push_back(each.id);
    return all;
  };
  using Ids = std::vector<std::string>;
  constexpr int kAll = std::numeric_limits<int>::max();
  EXPECT_EQ(ids(library().collections_of("u_lin")), (Ids{"one", "two", "four"}));
  EXPECT_EQ(ids(library().public_collections(kAll, 10)), (Ids{"three", "one"}));
  EXPECT_EQ(ids(library().public_collections(kAll, 1)), Ids{"three"});
  EXPECT_EQ(ids(library().public_collections(library().collection("three")->number, 10)), Ids{"one"});
}

// ---- games -----------------------------------------------------------------------------------------------

TEST_P(LibraryStoreTest, KeepsGamesAndNumbersThem) {
  add({some_game(1), some_game(-2)});
  LibraryGame expected = some_game(-2);
  expected.number = 2;
  EXPECT_EQ(library().library_game(number_, 2), expected);
  EXPECT_EQ(library().library_game(number_, 3), std::nullopt);
  EXPECT_EQ(library().collection("one")->games, 2);
  EXPECT_GT(library().library_use("u_lin").bytes, 2 * 356);
  EXPECT_EQ(library().library_use("u_lin"), library().library_use(""));
  EXPECT_EQ(library().library_use("u_wu"), LibraryUse());
}

TEST_P(LibraryStoreTest, LeavesOutWhatACollectionHas) {
  add({some_game(1), some_game(1), some_game(2)});
  add({some_game(2), some_game(3)});
  EXPECT_EQ(library().collection("one")->games, 3);
  EXPECT_EQ(numbers({}), (Numbers{1, 2, 3}));
  EXPECT_EQ(library().library_import("import2")->added, 1);
}

TEST_P(LibraryStoreTest, SortsGamesAndPagesThemByKey) {
  std::vector<LibraryGame> games(5, some_game(0));
  const char* const dates[] = {"2019", "2001", "2019", "", "2024"};
  const int plies[] = {100, 9, 10, 9, 200};
  for (std::size_t i = 0; i < games.size(); ++i) {
    games[i].digest = static_cast<int>(i);
    games[i].date = dates[i];
    games[i].plies = plies[i];
    games[i].names = {std::string(1, static_cast<char>('e' - i)), i % 2 == 0 ? "x" : "y"};
  }
  add(games);
  struct Sorted {
    LibrarySort sort;
    Numbers expected;
  };
  for (const auto& [sort, expected] :
       {Sorted{LibrarySort::number, {1, 2, 3, 4, 5}}, Sorted{LibrarySort::date, {4, 2, 1, 3, 5}},
        Sorted{LibrarySort::plies, {2, 4, 3, 1, 5}}, Sorted{LibrarySort::first_name, {5, 4, 3, 2, 1}},
        Sorted{LibrarySort::second_name, {1, 3, 5, 2, 4}}}) {
    for (const bool descending : {false, true}) {
      Numbers wanted = expected;
      if (descending) std::ranges::reverse(wanted);
      Numbers paged;
      LibraryQuery query{.collection = number_, .sort = sort, .descending = descending, .limit = 2};
      do {
        const LibraryPage page = library().library_games(query);
        for (const LibraryGame& game : page.games) paged.push_back(game.number);
        query.after = page.next;
      } while (query.after);
      EXPECT_EQ(paged, wanted) << static_cast<int>(sort) << descending;
    }
  }
}

TEST_P(LibraryStoreTest, FiltersGames) {
  std::vector<LibraryGame> games(4, some_game(0));
  for (std::size_t i = 0; i < games.size(); ++i) games[i].digest = static_cast<int>(i);
  games[1].names = {"Mei", "Zhao Lin"};
  games[2].result = "draw";
  games[2].date = "2020-01-01";
  games[3].opening_code = "R12";
  games[3].event = "local";
  games[3].plies = 80;
  games[3].date = "";
  add(games);
  EXPECT_EQ(numbers({.player = "林"}), (Numbers{1, 3, 4}));
  EXPECT_EQ(numbers({.player = "Zhao"}), Numbers());
  EXPECT_EQ(numbers({.name = "zHAO"}), Numbers{2});
  EXPECT_EQ(numbers({.event = "cup"}), (Numbers{1, 2, 3}));
  EXPECT_EQ(numbers({.result = "draw"}), Numbers{3});
  EXPECT_EQ(numbers({.opening = "R1"}), Numbers{4});
  EXPECT_EQ(numbers({.from = "2020"}), Numbers{3});
  EXPECT_EQ(numbers({.until = "2020"}), (Numbers{1, 2}));
  EXPECT_EQ(numbers({.least_plies = 36}), Numbers{4});
  EXPECT_EQ(numbers({.most_plies = 35}), (Numbers{1, 2, 3}));
  EXPECT_EQ(numbers({.player = "林", .after = LibraryQuery::After{"", 1}}), (Numbers{3, 4}));
  EXPECT_EQ(numbers({.limit = 0}), Numbers());
}

// Of Vietnamese and Russian players those alone were found whose capitals were typed.
TEST_P(LibraryStoreTest, FindsNamesInAnyCase) {
  const std::vector<std::pair<std::string, std::string>> typed{{"Đặng Hữu Trang", "đẶNG hỮu"},
                                                               {"Ưng Ơn", "ưng ơ"},
                                                               {"Михаил Сошников", "сОШ"},
                                                               {"Ёлкин", "ёл"},
                                                               {"Ŝtefan Ňůž", "ŝ"},
                                                               {"Müller", "MÜLL"},
                                                               {"ΝΙΚΟΣ", "νικο"},
                                                               {"Łukasz Żuk", "łUKASZ ż"}};
  std::vector<LibraryGame> games(typed.size() + 1, some_game(0));
  for (std::size_t i = 0; i < games.size(); ++i) games[i].digest = static_cast<int>(i);
  for (std::size_t i = 0; i < typed.size(); ++i) games[i].names[0] = typed[i].first;
  games.back().names[0] = "林海峰 × Lee";
  add(games);
  for (std::size_t i = 0; i < typed.size(); ++i)
    EXPECT_EQ(numbers({.name = typed[i].second}), Numbers{static_cast<int>(i) + 1}) << typed[i].second;
  EXPECT_EQ(numbers({.name = "海峰 × lEE"}), Numbers{static_cast<int>(games.size())});
  EXPECT_EQ(numbers({.name = "海蜂"}), Numbers());
}

TEST_P(LibraryStoreTest, WhatAFilterFindsIsWhole) {
  std::vector<LibraryGame> games(3, some_game(0));
  for (std::size_t i = 0; i < games.size(); ++i) games[i].digest = static_cast<int>(i);
  games[1].result = "draw";
  add(games);
  games[1].number = 2;
  EXPECT_EQ(library().library_games({.collection = number_, .result = "draw"}).games, std::vector{games[1]});
}

TEST(LibraryQueryReaderTest, LooksAtNoMovesOfGamesThatAFilterLeavesOut) {
  AskedQueries library;
  for (const LibrarySort sort : {LibrarySort::number, LibrarySort::date, LibrarySort::plies,
                                 LibrarySort::first_name, LibrarySort::second_name})
    for (const bool descending : {false, true})
      for (const auto& after :
           {std::optional<LibraryQuery::After>(), std::optional(LibraryQuery::After{"3", 3})})
        library.library_games({.sort = sort, .descending = descending, .result = "draw", .after = after});
  library.library_games({.player = "Lin"});
  ASSERT_EQ(library.asked.size(), 21u);
  for (const std::string& text : library.asked)
    for (const char* column : {"moves", "tree", "*"})
      EXPECT_EQ(text.find(column), std::string::npos) << column << " in " << text;
}

TEST_P(LibraryStoreTest, PagesGamesOfAPlayerOfEitherSide) {
  std::vector<LibraryGame> games(7, some_game(0));
  for (std::size_t i = 0; i < games.size(); ++i) {
    games[i].digest = static_cast<int>(i);
    games[i].names = {i % 2 == 0 ? "Lin" : "Wu", i % 3 == 0 ? "Lin" : "Mei"};
  }
  add(games);
  Numbers paged;
  LibraryQuery query{.collection = number_, .player = "Lin", .limit = 2};
  do {
    const LibraryPage page = library().library_games(query);
    for (const LibraryGame& game : page.games) paged.push_back(game.number);
    query.after = page.next;
  } while (query.after);
  EXPECT_EQ(paged, (Numbers{1, 3, 4, 5, 7}));
}

// ---- imports ---------------------------------------------------------------------------------------------

TEST_P(LibraryStoreTest, ReceivesAFileInParts) {
  const LibraryImport import{.id = "imp",
                             .collection = number_,
                             .owner = "u_lin",
                             .file = "a.cbl",
                             .status = "receiving",
                             .bytes = 256,
                             .created = 7};
  EXPECT_EQ(commit(BeginImport{import}), WriteResult::done);
  EXPECT_EQ(library().library_import("imp"), import);
  EXPECT_EQ(library().imports_of("u_lin", 5), std::vector{import});
  EXPECT_EQ(library().waiting_import(""), std::nullopt);
  EXPECT_EQ(commit(KeepPart{"imp", 0, all_bytes()}), WriteResult::done);
  // Sent again while the first was on its way to the disk, it was refused as if the import had ended.
  EXPECT_EQ(commit(KeepPart{"imp", 0, all_bytes()}), WriteResult::done) << "the same";
  EXPECT_EQ(commit(KeepPart{"imp", 0, {"other"}}), WriteResult::refused) << "is there";
  EXPECT_EQ(commit(KeepPart{"imp", 1, {}}), WriteResult::done);
  EXPECT_EQ(library().import_part("imp", 0), all_bytes());
  EXPECT_EQ(library().import_part("imp", 1), Bytes());
  EXPECT_EQ(library().import_part("imp", 2), std::nullopt);
  EXPECT_EQ(library().import_parts("imp"), 2);
  EXPECT_EQ(commit(StartImport{"imp", "3", "192.0.2.1"}), WriteResult::done);
  EXPECT_EQ(commit(StartImport{"imp", "4"}), WriteResult::refused);
  EXPECT_EQ(commit(KeepPart{"imp", 2, {"late"}}), WriteResult::refused);
  EXPECT_EQ(library().waiting_import("")->choice, "3");
  EXPECT_EQ(library().waiting_import("")->address, "192.0.2.1");
}

TEST_P(LibraryStoreTest, ImportsOneFileIntoACollectionAtATime) {
  begin("one", number_);
  EXPECT_EQ(commit(BeginImport{{.id = "two", .collection = number_, .owner = "u_lin"}}),
            WriteResult::refused);
  EXPECT_EQ(commit(BeginImport{{.id = "two", .collection = 77, .owner = "u_lin"}}), WriteResult::refused);
  EXPECT_EQ(commit(EndImport{"one", "cancelled"}), WriteResult::done);
  EXPECT_EQ(commit(EndImport{"one", "done"}), WriteResult::refused) << "it has ended";
  EXPECT_EQ(commit(BeginImport{{.id = "two", .collection = number_, .owner = "u_lin"}}), WriteResult::done);
}

TEST_P(LibraryStoreTest, AddsGamesOnlyWhereTheImportIs) {
  begin("imp", number_);
  const AddGames first{.import = "imp",
                       .collection = number_,
                       .from = 0,
                       .next = 2,
                       .total = 9,
                       .bad = 1,
                       .notes = "[]",
                       .games = {some_game(1)}};
  EXPECT_EQ(commit(first), WriteResult::done);
  EXPECT_EQ(commit(first), WriteResult::refused) << "another server was faster";
  EXPECT_EQ(library().collection("one")->games, 1);
  const auto now = library().library_import("imp");
  EXPECT_EQ(now->next, 2);
  EXPECT_EQ(now->total, 9);
  EXPECT_EQ(now->bad, 1);
  EXPECT_EQ(now->added, 1);
  EXPECT_EQ(now->notes, "[]");
  commit(EndImport{"imp", "cancelled"});
  EXPECT_EQ(library().library_import("imp")->address, "") << "is kept no longer";
  EXPECT_EQ(
      commit(AddGames{.import = "imp", .collection = number_, .from = 2, .next = 3, .games = {some_game(2)}}),
      WriteResult::refused);
  EXPECT_EQ(library().collection("one")->games, 1);
}

// ---- positions -------------------------------------------------------------------------------------------

TEST_P(LibraryStoreTest, HasASaltOfItsOwn) {
  const std::int64_t salt = library().library_salt();
  restart();
  EXPECT_EQ(library().library_salt(), salt);
}

TEST_P(LibraryStoreTest, FindsGamesByPosition) {
  constexpr std::int64_t kLow = std::numeric_limits<std::int64_t>::min();
  add({some_game(1), some_game(2), some_game(3)});
  EXPECT_EQ(library().unindexed_collection("")->id, "one");
  const IndexPositions index{number_, {{kLow, 1, 5}, {kLow, 2, 7}, {kLow, 3, kNoMoveSeen}, {9, 2, 8}}};
  EXPECT_EQ(commit(index), WriteResult::done);
  EXPECT_EQ(commit(index), WriteResult::done) << "done again after a crash";
  EXPECT_EQ(commit(MarkIndexed{number_, 3}), WriteResult::done);
  EXPECT_EQ(commit(MarkIndexed{number_, 2}), WriteResult::done);
  EXPECT_EQ(library().collection("one")->indexed, 3);
  EXPECT_EQ(library().unindexed_collection(""), std::nullopt);
  const auto seen = [](int game, int move) { return SeenGame{game, move, "first", "2019-05-??", {2100, 0}}; };
  using Seen = std::vector<SeenGame>;
  EXPECT_EQ(library().seen_after(number_, kLow, 0, 10), (Seen{seen(1, 5), seen(2, 7), seen(3, kNoMoveSeen)}));
  EXPECT_EQ(library().seen_after(number_, kLow, 1, 1), Seen{seen(2, 7)});
  EXPECT_EQ(library().seen_last(number_, kLow, 2), (Seen{seen(3, kNoMoveSeen), seen(2, 7)}));
  EXPECT_EQ(library().seen_after(number_, 8, 0, 10), Seen());
  EXPECT_EQ(library().seen_after(number_ + 1, kLow, 0, 10), Seen());
}

TEST_P(LibraryStoreTest, FindsEachOfManyPositionsOfOneWrite) {
  constexpr int kPositions = 130;
  add({some_game(1)});
  IndexPositions index{number_, {}};
  for (int pos = 0; pos < kPositions; ++pos) index.seen.push_back({pos, 1, 3 * pos});
  commit(IndexPositions{number_, {index.seen.begin() + 20, index.seen.begin() + 90}});
  EXPECT_EQ(commit(index), WriteResult::done) << "some are there";
  for (const auto& [pos, game, move] : index.seen) {
    const auto seen = library().seen_after(number_, pos, 0, 10);
    ASSERT_EQ(seen.size(), 1u) << pos;
    EXPECT_EQ(seen.front().move, move);
  }
}

TEST_P(LibraryStoreTest, SumsOfMoreGamesStay) {
  const MoveStats early{.move = 5,
                        .first_wins = 1,
                        .draws = 2,
                        .second_wins = 3,
                        .unknown = 4,
                        .rated = 5,
                        .ratings = 6'000'000'000,
                        .last_year = 2019,
                        .upto = 10};
  MoveStats late = early;
  late.draws = 20;
  late.upto = 20;
  EXPECT_EQ(commit(FoldPosition{number_, -1, {early, {.move = kNoMoveSeen, .upto = 10}}}), WriteResult::done);
  EXPECT_EQ(library().move_stats(number_, -1),
            (std::vector{MoveStats{.move = kNoMoveSeen, .upto = 10}, early}));
  EXPECT_EQ(commit(FoldPosition{number_, -1, {late}}), WriteResult::done);
  EXPECT_EQ(commit(FoldPosition{number_, -1, {early}}), WriteResult::done);
  EXPECT_EQ(library().move_stats(number_, -1).back(), late);
}

TEST_P(LibraryStoreTest, GivesGamesOfOneKindToPlayThrough) {
  LibraryGame other = some_game(2), few = some_game(3), unknown = some_game(4);
  other.rule = "freestyle";
  few.material = 0x11;
  unknown.material = 0;
  add({some_game(1), other, few, unknown});
  PackedQuery query{.collection = number_, .before = 5, .game = "gomoku", .rule = "renju", .size = 15};
  const auto found = [&] {
    std::vector<int> all;
    for (const PackedGame& game : library().packed_games(query)) all.push_back(game.number);
    return all;
  };
  EXPECT_EQ(found(), (Numbers{4, 3, 1}));
  EXPECT_EQ(library().packed_games(query).back(), (PackedGame{1, "X-", all_bytes()}));
  query.most_material = 0x99;
  query.guards = 0x88;
  EXPECT_EQ(found(), (Numbers{4, 3})) << "at most one of each of two kinds";
  query.after = 3;
  EXPECT_EQ(found(), Numbers{4});
  query.after = 0;
  query.before = 4;
  EXPECT_EQ(found(), Numbers{3});
  EXPECT_EQ(library().games_in(number_), 4);
  EXPECT_EQ(library().games_in(77), 0);
}

// ---- games that were played here --------------------------------------------------------------------------

class PlayedGamesTest : public LibraryStoreTest {
 protected:
  /// As a room does it.
  void play(const std::string& id, Millis ended, const std::string& status = "finished",
            const std::string& source = "") {
    Game game = sample_game(id, 1'000 + ended);
    game.source = source;
    game.seats = {Seat{"Lin", "u_lin", 0, ""}, Seat{"Bot", "", 5, ""}};
    create(game);
    commit(Append{sample_event(id, 1), {}, {}});
    commit(Append{sample_event(id, 2), Ending{status, "first", "five", ended}, {}});
  }
  static IndexGames::Entry place(Millis ended, const std::string& id, int collection = kRatedGames) {
    LibraryGame game = some_game(static_cast<std::int64_t>(std::hash<std::string>()(id)));
    game.names = {};
    game.event = game.round = "";
    game.site = id;
    return {{ended, id}, collection, game};
  }
  WriteResult index(const IndexGames::Entry& place) { return commit(IndexGames{{place}}); }
  std::vector<std::string> waiting(int most = 10) {
    std::vector<std::string> ids;
    for (const EndedGame& each : library().ended_games(most)) ids.push_back(each.game);
    return ids;
  }
  std::vector<std::string> games_of(const std::string& user, int most = 10) {
    std::vector<std::string> ids;
    for (const LibraryGame& each : library().last_games_of(kRatedGames, user, most)) ids.push_back(each.site);
    return ids;
  }
};

INSTANTIATE_TEST_SUITE_P(All, PlayedGamesTest, kinds_of_store(), [](const auto& info) { return info.param; });

using Ids = std::vector<std::string>;

TEST_P(PlayedGamesTest, WaitFromTheirEndsOn) {
  play("late", 9);
  play("early", 5);
  play("aborted", 1, "aborted");
  play("imported", 1, "finished", "sgf");
  Game begun = sample_game("begun");
  begun.source.clear();
  create(begun);
  EXPECT_EQ(waiting(), (Ids{"early", "late"}));
  EXPECT_EQ(waiting(1), Ids{"early"});
  restart();
  EXPECT_EQ(waiting(), (Ids{"early", "late"}));
}

// A schema from before has no trigger: what had ended by then is looked for.
TEST_P(PlayedGamesTest, OfBeforeBeginToWaitSomeAtATime) {
  play("one", 1);
  play("aborted", 2, "aborted");
  play("imported", 3, "finished", "sgf");
  play("two", 4);
  for (const char* id : {"one", "two"}) index(place(id[0] == 'o' ? 1 : 4, id, 0));
  ASSERT_EQ(waiting(), Ids());
  const auto first = library().older_games(3);
  ASSERT_TRUE(first);
  EXPECT_EQ(commit(*first), WriteResult::done);
  EXPECT_EQ(waiting(), Ids{"one"});
  EXPECT_EQ(commit(*first), WriteResult::refused) << "another server was faster";
  const auto second = library().older_games(3);
  EXPECT_EQ(second->from, first->to);
  EXPECT_EQ(commit(*second), WriteResult::done);
  EXPECT_EQ(waiting(), (Ids{"one", "two"}));
  EXPECT_FALSE(library().older_games(3)) << "all have been looked at";
  restart();
  EXPECT_FALSE(library().older_games(3));
}

TEST_P(PlayedGamesTest, HaveOnePlaceEach) {
  play("one", 5);
  play("two", 6);
  play("none", 7);
  EXPECT_EQ(index(place(5, "one")), WriteResult::done);
  EXPECT_EQ(index(place(5, "one")), WriteResult::refused) << "another server was faster";
  EXPECT_EQ(index(place(6, "two", kPrivateGames)), WriteResult::done);
  EXPECT_EQ(index(place(7, "none", 0)), WriteResult::done);
  EXPECT_EQ(waiting(), Ids());
  LibraryGame expected = place(5, "one").game;
  expected.number = 1;
  expected.names = {"u_lin", ""};  // The bot has none.
  EXPECT_EQ(library().library_game(kRatedGames, 1), expected);
  EXPECT_EQ(library().library_game(kRatedGames, 2), std::nullopt);
  EXPECT_EQ(library().library_game(kPrivateGames, 1)->site, "two");
  EXPECT_EQ(library().unindexed_collection("")->number, kRatedGames);
  commit(MarkIndexed{kRatedGames, 1});
  EXPECT_FALSE(library().unindexed_collection("")) << "positions of private games are in no index";
}

/// A database that notes what it is told.
struct ToldStatements {
  template <class... Values>
  bool check(const char* sql, const Values&...) {
    told->emplace_back(sql);
    return true;
  }
  template <class... Values>
  void run(const char* sql, const Values&...) {
    told->emplace_back(sql);
  }
  template <class... Values>
  void insert_game(const char* sql, std::int64_t, const Values&...) {
    told->emplace_back(sql);
  }

  std::vector<std::string>* told;
};

// Two servers that had each taken a game which the other wants, too, waited for each other until the database
// ended one of them, and the moves of their batches with them.
TEST(PlayedGames, AreTakenOnlyByWhoNumbersThem) {
  std::vector<std::string> told;
  IndexGames index;
  index.games.push_back({.of = {5, "one"}, .collection = kRatedGames});
  EXPECT_TRUE(sql::write_with(ToldStatements{&told}, index));
  const auto lock = std::ranges::find(told, std::string(sql::kLockPlacesOfGames));
  const auto take = std::ranges::find(told, std::string(sql::kTakeEndedGame));
  ASSERT_NE(take, told.end());
  EXPECT_LT(lock, take);
}

// Those of before are queued again where they have ended meanwhile; two servers may read the same ones.
TEST_P(PlayedGamesTest, HaveOnePlaceHoweverOftenTheyWait) {
  play("one", 5);
  play("two", 6);
  EXPECT_EQ(index(place(5, "one")), WriteResult::done);
  EXPECT_EQ(commit(*library().older_games(10)), WriteResult::done);
  EXPECT_EQ(waiting(), (Ids{"one", "two"}));
  EXPECT_EQ(commit(IndexGames{{place(5, "one"), place(6, "two")}}), WriteResult::done);
  EXPECT_EQ(waiting(), Ids());
  EXPECT_EQ(games_of("u_lin"), (Ids{"two", "one"}));
}

TEST_P(PlayedGamesTest, AreNoCollectionThatAnybodyHas) {
  play("one", 5);
  index(place(5, "one"));
  for (const char* id : {"-1", "-2", "-3"}) EXPECT_EQ(library().collection(id), std::nullopt);
  EXPECT_EQ(library().public_collections(100, 100).size(), 1u);
  EXPECT_EQ(library().library_use(""), (LibraryUse{1, 0})) << "count for no limit";
  EXPECT_EQ(sweep(0, 10), WriteResult::refused) << "have no owner, and stay";
  create_collection("two", "public");
  EXPECT_EQ(library().collection("two")->number, number_ + 1);
}

TEST_P(PlayedGamesTest, AreFoundByTheirPlayersLastFirst) {
  for (const char* id : {"one", "two", "three"}) {
    play(id, 5);
    index(place(5, id));
  }
  EXPECT_EQ(games_of("u_lin"), (Ids{"three", "two", "one"}));
  EXPECT_EQ(games_of("u_lin", 2), (Ids{"three", "two"}));
  EXPECT_EQ(games_of("u_wu"), Ids());
}

TEST_P(PlayedGamesTest, KeepNoGuestWhoIsForgotten) {
  commit(CreateUser{{"g_wu", "Wu", true, 1}, "hash of wu"});
  for (const char* id : {"one", "two", "three"}) {
    Game game = sample_game(id);
    game.source.clear();
    game.seats = {Seat{"Wu", "g_wu", 0, ""}, Seat{"Lin", "u_lin", 0, ""}};
    if (id == std::string("two")) std::swap(game.seats[0], game.seats[1]);
    create(game);
    commit(Append{sample_event(id, 1), Ending{"finished", "first", "five", 5}, {}});
    if (id != std::string("three")) index(place(5, id));
  }
  EXPECT_EQ(games_of("g_wu"), (Ids{"two", "one"}));
  EXPECT_EQ(commit(ForgetGuest{"g_wu"}), WriteResult::done);
  EXPECT_EQ(games_of("g_wu"), Ids());
  index(place(5, "three"));
  EXPECT_EQ(games_of("g_wu"), Ids()) << "nor in what has its place only now";
  EXPECT_EQ(games_of("u_lin"), (Ids{"three", "two", "one"}));
}

// ---- what goes -------------------------------------------------------------------------------------------

TEST_P(LibraryStoreTest, RemovesACollectionWithAllThatIsInIt) {
  create_collection("two", "private");
  add({some_game(1), some_game(2)});
  commit(IndexPositions{number_, {{1, 1, 1}, {2, 1, 1}, {3, 2, 1}}});
  commit(MarkIndexed{number_, 2});
  commit(FoldPosition{number_, 1, {{.move = 1, .upto = 2}}});
  begin("running", number_);
  EXPECT_EQ(sweep(0, 1), WriteResult::refused) << "nothing was removed";
  EXPECT_EQ(commit(RemoveCollection{"one", "u_wu"}), WriteResult::refused);
  EXPECT_EQ(commit(RemoveCollection{"one", "u_lin"}), WriteResult::done);
  EXPECT_EQ(commit(RemoveCollection{"one", "u_lin"}), WriteResult::refused);
  EXPECT_EQ(library().collection("one"), std::nullopt);
  EXPECT_EQ(library().collections_of("u_lin").size(), 1u);
  EXPECT_GT(library().library_use("u_lin").bytes, 0) << "its rows are still there";
  for (int sweeps = 0; sweep(0, 1) == WriteResult::done; ++sweeps) ASSERT_LT(sweeps, 20);
  EXPECT_EQ(library().library_use("u_lin"), (LibraryUse{1, 0}));
  EXPECT_EQ(library().library_game(number_, 1), std::nullopt);
  EXPECT_EQ(library().seen_after(number_, 1, 0, 10), std::vector<SeenGame>());
  EXPECT_EQ(library().move_stats(number_, 1), std::vector<MoveStats>());
  EXPECT_EQ(library().library_import("running")->status, "cancelled");
  EXPECT_EQ(library().library_import("running")->address, "");
  EXPECT_NE(library().collection("two"), std::nullopt);
}

// The number was given again while the import went on: games of one user came into a private collection of
// another.
TEST_P(LibraryStoreTest, AnImportIntoACollectionThatHasGoneMeetsNoOther) {
  begin("imp", number_);
  commit(RemoveCollection{"one", "u_lin"});
  while (commit(SweepLibrary{.most = 200}) == WriteResult::done) continue;
  create_collection("two", "private", "u_wu");
  EXPECT_EQ(commit(AddGames{.import = "imp", .collection = number_, .next = 1, .games = {some_game(1)}}),
            WriteResult::refused);
  EXPECT_EQ(library().collection("two")->games, 0);
  EXPECT_EQ(library().waiting_import(""), std::nullopt);
  commit(EndImport{"imp", "cancelled"});
  commit(RemoveCollection{"two", "u_wu"});
  while (commit(SweepLibrary{.most = 200}) == WriteResult::done) continue;
  create_collection("three", "private", "u_wu");
  EXPECT_NE(library().collection("three")->number, number_) << "the import still says where it went";
}

// Between the look-up of the collection and the import its number may have gone to another owner.
TEST_P(LibraryStoreTest, BeginsAnImportForTheOwnerOfTheCollectionAlone) {
  EXPECT_EQ(commit(BeginImport{{.id = "imp", .collection = number_, .owner = "u_wu"}}), WriteResult::refused);
  EXPECT_EQ(commit(BeginImport{{.id = "imp", .collection = number_, .owner = "u_lin"}}), WriteResult::done);
}

TEST_P(LibraryStoreTest, CollectionsGoWithTheirOwners) {
  create_collection("of a guest", "public", "g_gone");
  EXPECT_EQ(sweep(0, 10), WriteResult::done);
  EXPECT_EQ(library().collection("of a guest"), std::nullopt);
  EXPECT_NE(library().collection("one"), std::nullopt);
}

TEST_P(LibraryStoreTest, GuestsWithCollectionsStayAsThoseWithGamesDo) {
  commit(CreateUser{{"g_wu", "Wu", true, 1}, "hash of wu"});
  commit(CreateUser{{"g_zhao", "Zhao", true, 1}, "hash of zhao"});
  create_collection("of a guest", "private", "g_wu");
  create_collection("without a game", "private", "g_zhao");
  const int number = library().collection("of a guest")->number;
  begin("imp", number, "g_wu");
  commit(AddGames{.import = "imp", .collection = number, .games = {some_game(1)}});
  const auto sweep_users = [this](Millis players_before) {
    commit(SweepUsers{.after = "", .until = "z", .guests_before = 10, .players_before = players_before});
  };
  sweep_users(0);
  EXPECT_TRUE(reader_->find_token("hash of wu"));
  EXPECT_FALSE(reader_->find_token("hash of zhao"));
  sweep_users(10);
  EXPECT_FALSE(reader_->find_token("hash of wu")) << "for a year";
  EXPECT_EQ(sweep(0, 10), WriteResult::done);
  EXPECT_EQ(library().collection("of a guest"), std::nullopt);
}

TEST_P(LibraryStoreTest, AccountsWithCollectionsStayWithoutASession) {
  const auto sweep_users = [this] {
    commit(SweepUsers{
        .after = "", .until = "z", .sessions_before = 10, .guests_before = 10, .players_before = 10});
  };
  commit(EndSessions{"u_lin"});
  sweep_users();
  EXPECT_EQ(sweep(0, 10), WriteResult::refused);
  commit(RemoveCollection{"one", "u_lin"});
  sweep_users();
  EXPECT_EQ(reader_->last_user_of("", 1), std::nullopt);
}

TEST_P(LibraryStoreTest, OwnersHaveTurns) {
  for (const char* owner : {"u_lin", "u_mei", "u_wu"}) {
    for (const char* which : {"1", "2"}) {
      const std::string id = owner + std::string(which);
      create_collection(id, "private", owner);
      const int number = library().collection(id)->number;
      commit(BeginImport{{.id = id, .collection = number, .owner = owner, .created = which[0]}});
      commit(StartImport{id, ""});
      commit(AddGames{.import = id, .collection = number, .games = {some_game(1)}});
    }
  }
  std::string import, collection;
  for (const char* owner : {"u_lin", "u_mei", "u_wu", "u_lin"}) {
    EXPECT_EQ(library().waiting_import(import)->id, owner + std::string("1"));
    EXPECT_EQ(library().unindexed_collection(collection)->id, owner + std::string("1"));
    import = collection = owner;
  }
}

// All collections of all people were read twice a minute to find one.
TEST_P(LibraryStoreTest, KnowsWhichCollectionsAreNotIndexed) {
  const auto add_to = [this](const std::string& id, int game) {
    const auto [number, owner] = std::pair(library().collection(id)->number, library().collection(id)->owner);
    const std::string import = id + std::to_string(game);
    commit(BeginImport{{.id = import, .collection = number, .owner = owner, .created = game}});
    commit(StartImport{import, ""});
    commit(AddGames{.import = import, .collection = number, .games = {some_game(game)}});
    commit(EndImport{import, "done"});
    return number;
  };
  create_collection("grows", "private", "u_lin");
  create_collection("goes", "private", "u_mei");
  const int grows = add_to("grows", 1);
  add_to("goes", 2);
  commit(MarkIndexed{grows, 1});
  EXPECT_EQ(library().unindexed_collection("")->id, "goes");
  add_to("grows", 3);
  EXPECT_EQ(library().unindexed_collection("")->id, "grows") << "it has more by now";
  EXPECT_EQ(library().unindexed_collection("u_lin")->id, "goes");
  commit(RemoveCollection{"goes", "u_mei"});
  EXPECT_EQ(library().unindexed_collection("u_lin")->id, "grows");
  commit(MarkIndexed{grows, 1});
  EXPECT_TRUE(library().unindexed_collection(""));
  commit(MarkIndexed{grows, 2});
  EXPECT_FALSE(library().unindexed_collection(""));
}

// A look at all of them took the record thread a quarter of a second where there were 100,000.
TEST_P(LibraryStoreTest, SweepsNothingThatWasNotFound) {
  create_collection("of a guest", "public", "g_gone");
  const LibraryDebris found = library().library_debris(0, 0, 10);
  EXPECT_EQ(found.orphans, std::vector{library().collection("of a guest")->number});
  EXPECT_EQ(commit(SweepLibrary{.most = 10}), WriteResult::refused);
  commit(CreateUser{{"g_gone", "Gone", true, 1}, "hash of gone"});
  EXPECT_EQ(commit(SweepLibrary{found, 0, 10}), WriteResult::refused) << "it is needed again";

  commit(BeginImport{{.id = "slow", .collection = number_, .owner = "u_lin", .created = 3}});
  const LibraryDebris lost = library().library_debris(4, 0, 10);
  EXPECT_EQ(lost, LibraryDebris{.lost = {"slow"}});
  commit(StartImport{"slow", ""});
  EXPECT_EQ(commit(SweepLibrary{lost, 4, 10}), WriteResult::refused) << "the rest has come";
}

// 32 addresses that announced files and sent nothing kept all others from importing any, for a day.
TEST_P(LibraryStoreTest, AFileThatDoesNotComeIsGivenUpSoonerThanOneThatComesSlowly) {
  constexpr Millis kMinute = 60'000;
  commit(CreateUser{{"u_mei", "Mei", true, 1}, "hash of mei"});  // Collections of no user are swept, too.
  create_collection("other", "public", "u_mei");
  const int other = library().collection("other")->number;
  commit(BeginImport{{.id = "none", .collection = number_, .owner = "u_lin", .bytes = 900, .created = 0}});
  commit(BeginImport{{.id = "slow", .collection = other, .owner = "u_mei", .bytes = 900, .created = 0}});
  for (int part = 0; part < 3; ++part) commit(KeepPart{"slow", part, {"x"}});
  const std::vector<std::string> none{"none"};
  EXPECT_EQ(library().library_debris(1, 0, 10).lost, none);
  EXPECT_EQ(library().library_debris(30 * kMinute, 0, 10).lost, none);
  EXPECT_EQ(library().library_debris(30 * kMinute + 1, 0, 10).lost,
            (std::vector<std::string>{"none", "slow"}));
  const LibraryDebris found = library().library_debris(1, 0, 10);
  EXPECT_EQ(commit(SweepLibrary{found, 1, 10}), WriteResult::done);
  EXPECT_EQ(library().bytes_of_imports(), 900);
  EXPECT_EQ(commit(KeepPart{"none", 0, {"x"}}), WriteResult::refused) << "it has ended";
  for (int part = 3; part < 150; ++part) commit(KeepPart{"slow", part, {"x"}});
  EXPECT_TRUE(library().library_debris(143 * 10 * kMinute, 0, 10).lost.empty());
  EXPECT_EQ(library().library_debris(143 * 10 * kMinute + 1, 0, 10).lost.size(), 1u) << "a day at most";
}

TEST_P(LibraryStoreTest, ForgetsFilesAndOldImports) {
  begin("imp", number_);
  commit(EndImport{"imp", "cancelled"});
  constexpr Millis kOfOnePart = 600'000;
  commit(BeginImport{
      {.id = "left", .collection = number_, .owner = "u_lin", .bytes = 5, .created = 3 - kOfOnePart}});
  commit(KeepPart{"left", 0, {"x"}});
  EXPECT_EQ(library().bytes_of_imports(), 5) << "of the one that has not ended";
  EXPECT_EQ(library().library_debris(4, 3, 10), LibraryDebris{.lost = {"left"}});
  EXPECT_EQ(library().library_debris(3, 8, 10), LibraryDebris{.ended = {"imp"}});
  EXPECT_EQ(sweep(3, 10), WriteResult::refused);
  EXPECT_EQ(sweep(4, 10), WriteResult::done) << "nobody sends the rest";
  while (sweep(4, 10) == WriteResult::done) continue;
  EXPECT_EQ(library().library_import("left"), std::nullopt);
  EXPECT_EQ(library().import_part("left", 0), std::nullopt);
  EXPECT_NE(library().library_import("imp"), std::nullopt);
  EXPECT_EQ(sweep(8, 10), WriteResult::done);
  EXPECT_EQ(library().library_import("imp"), std::nullopt);
}

}  // namespace
}  // namespace storage
