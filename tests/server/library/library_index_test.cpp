#include "server/library/library_index.h"

#include <gtest/gtest.h>

#include <map>

#include "server/library/library_game.h"
#include "server/library/opening_explorer.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/server/library/random_games.h"

namespace server {
namespace {

const Kind kXiangqi{engine::find_game("xiangqi"), "standard"};

class LibraryIndexTest : public testing::Test {
 protected:
  LibraryIndexTest() {
    write(storage::CreateCollection{{.id = "aaaaaaaa", .owner = "u_lin", .name = "n", .visibility = "public"},
                                    10});
    collection_ = library().collection("aaaaaaaa")->number;
    write(storage::CreateUser{{"u_lin", "Lin", false, 1}, "hash"});
  }

  storage::LibraryReader& library() { return reader_->library(); }
  bool write(storage::Write write) {
    ++writes_;
    if (writes_ > last_write_) return false;
    return store_.commit(std::span(&write, 1)).front() == storage::WriteResult::done;
  }
  /// As an import that has just begun.
  void add(const std::vector<storage::LibraryGame>& games) {
    const std::string id = "import" + std::to_string(++imports_);
    ASSERT_TRUE(write(storage::BeginImport{{.id = id, .collection = collection_, .owner = "u_lin"}}));
    ASSERT_TRUE(write(storage::StartImport{id, ""}));
    ASSERT_TRUE(write(storage::AddGames{
        .import = id, .collection = collection_, .next = static_cast<int>(games.size()), .games = games}));
    ASSERT_TRUE(write(storage::EndImport{id, "done"}));
  }
  bool index(LibraryIndex::Options options) {
    LibraryIndex index(
        library(),
        [this](std::vector<storage::Write> writes) {
          return std::ranges::all_of(writes, [&](const storage::Write& each) { return write(each); });
        },
        options);
    bool any = false;
    while (index.step()) any = true;
    return any;
  }
  ExploredPosition explore(std::vector<std::string> moves) {
    return explore_collections(library(), std::array{collection_},
                               {.game = "xiangqi", .rule = "standard", .moves = std::move(moves)})
        .value();
  }

  storage::SqliteStore store_;
  std::shared_ptr<storage::Reader> reader_ = store_.open_reader();
  int collection_ = 0;
  int imports_ = 0;
  int writes_ = 0, last_write_ = 1'000'000;
};

storage::LibraryGame played(std::vector<std::string> moves, const std::string& result = "first",
                            const std::string& name = "Lin") {
  PlayedGame game{.game = "xiangqi", .rule = "standard"};
  game.names = {name, "Mei"};
  game.moves = std::move(moves);
  game.spent.resize(game.moves.size());
  game.result = result;
  return *to_library(game, {{2400, 2300}, "", "", "2019-05-31"});
}

TEST_F(LibraryIndexTest, CountsHowGamesWentOn) {
  add({played({"h2e2", "h9g7"}), played({"h2e2", "b9c7"}, "draw"), played({"c3c4"}, "second")});
  EXPECT_TRUE(index({}));
  const ExploredPosition start = explore({});
  ASSERT_EQ(start.moves.size(), 2u);
  EXPECT_EQ(start.moves[0].stats.games(), 2);
  EXPECT_EQ(start.moves[0].stats.first_wins, 1);
  EXPECT_EQ(start.moves[0].stats.draws, 1);
  EXPECT_EQ(start.moves[0].stats.ratings / start.moves[0].stats.rated, 2350);
  EXPECT_EQ(start.moves[0].stats.last_year, 2019);
  EXPECT_EQ(start.moves[1].stats.second_wins, 1);
  EXPECT_EQ(start.games.size(), 3u);
  EXPECT_TRUE(start.is_whole);
  EXPECT_EQ(explore({"h2e2", "h9g7"}).ended, 1);
  EXPECT_TRUE(explore({"a0a1"}).moves.empty());
}

TEST_F(LibraryIndexTest, CountsMirroredGamesTogetherInTheFrameOfWhoAsks) {
  add({played({"h2e2", "h9g7", "h0g2"}), played({"b2e2", "b9c7", "b0c2"})});
  index({});
  for (const auto& [asked, expected] :
       std::map<std::string, std::string>{{"h2e2", "h9g7"}, {"b2e2", "b9c7"}}) {
    const ExploredPosition explored = explore({asked});
    ASSERT_EQ(explored.moves.size(), 1u);
    EXPECT_EQ(explored.moves[0].move, expected);
    EXPECT_EQ(explored.moves[0].stats.games(), 2);
    ASSERT_EQ(explored.games.size(), 2u);
    EXPECT_EQ(explored.games[0].ply, 1);
  }
}

TEST_F(LibraryIndexTest, LeavesGamesOutThatAreThere) {
  add({played({"h2e2"}), played({"h2e2"}), played({"h2e2"}, "first", "Zhao")});
  EXPECT_EQ(library().collection("aaaaaaaa")->games, 2);
  EXPECT_EQ(library().library_import("import1")->added, 2);
}

/// How often each first move was counted, whichever way the games came in.
std::map<std::string, int> counts(const ExploredPosition& explored) {
  std::map<std::string, int> all;
  for (const ExploredMove& each : explored.moves) all[each.move] = each.stats.games();
  return all;
}

TEST_F(LibraryIndexTest, SumsAreWhatCountingOneByOneGives) {
  std::vector<storage::LibraryGame> games;
  for (int i = 0; i < 300; ++i)
    games.push_back(played(random_moves(kXiangqi, 6), i % 3 == 0 ? "draw" : "first", std::to_string(i)));
  for (std::size_t at = 0; at < games.size(); at += 100) {
    add({games.begin() + static_cast<std::ptrdiff_t>(at),
         games.begin() + static_cast<std::ptrdiff_t>(at + 100)});
    index({.games_at_once = 30, .rows_of_write = 7, .fold_from = 10});
  }
  const auto salt = static_cast<std::uint64_t>(library().library_salt());
  const auto start = ReplayedBoard::start({.game = "xiangqi"}, salt);
  EXPECT_FALSE(library().move_stats(collection_, static_cast<std::int64_t>(start->key())).empty());
  int total = 0;
  for (const auto& [move, count] : counts(explore({}))) {
    int expected = 0;
    for (const storage::LibraryGame& game : games) {
      const std::string first = from_library(game)->moves.front();
      const auto number = [&](const std::string& text) {
        return start->keys().canonical(*start->shape().number(text));
      };
      expected += number(first) == number(move) ? 1 : 0;
    }
    EXPECT_EQ(count, expected) << move;
    total += count;
  }
  EXPECT_EQ(total, 300);
}

TEST_F(LibraryIndexTest, GoesOnWhereItWasKilled) {
  std::vector<storage::LibraryGame> games;
  for (int i = 0; i < 40; ++i) games.push_back(played(random_moves(kXiangqi, 8), "first", std::to_string(i)));
  add(games);
  const int before = writes_;
  for (int killed = 1; library().unindexed_collection(""); ++killed) {
    last_write_ = writes_ + killed;
    index({.games_at_once = 15, .rows_of_write = 20, .fold_from = 5});
  }
  EXPECT_GT(writes_, before + 10);
  last_write_ = 1'000'000;
  int total = 0;
  for (const auto& [move, count] : counts(explore({}))) total += count;
  EXPECT_EQ(total, 40);
}

TEST_F(LibraryIndexTest, SaysWhereItDidNotCountAll) {
  std::vector<storage::LibraryGame> games;
  for (int i = 0; i < kMostCounted + 5; ++i) games.push_back(played({"h2e2"}, "first", std::to_string(i)));
  add(games);
  index({.fold_from = 1'000'000});
  EXPECT_FALSE(explore({}).is_whole);
  EXPECT_EQ(explore({}).moves[0].stats.games(), kMostCounted);
}

TEST_F(LibraryIndexTest, WritesNothingForACollectionThatIsRemoved) {
  add({played({"h2e2"})});
  EXPECT_TRUE(write(storage::RemoveCollection{"aaaaaaaa", "u_lin"}));
  EXPECT_FALSE(write(storage::IndexPositions{collection_, {{1, 1, 1}}}));
  EXPECT_FALSE(write(storage::MarkIndexed{collection_, 1}));
  EXPECT_FALSE(write(storage::FoldPosition{collection_, 1, {{.move = 1}}}));
  EXPECT_FALSE(index({}));
}

}  // namespace
}  // namespace server
