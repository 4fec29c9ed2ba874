#include "server/library/pattern_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "server/library/library_game.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/server/library/random_games.h"

namespace server {
namespace {

using testing::ElementsAre;
using Clock = std::chrono::steady_clock;

class PatternSearchTest : public testing::Test {
 protected:
  PatternSearchTest() {
    write(storage::CreateUser{{"u_lin", "Lin", false, 1}, "hash"});
    for (const char* id : {"one", "two"}) {
      write(storage::CreateCollection{{.id = id, .owner = "u_lin", .name = "n", .visibility = "public"}, 10});
      collections_.push_back(reader_->library().collection(id)->number);
    }
  }

  bool write(storage::Write write) {
    return store_.commit(std::span(&write, 1)).front() == storage::WriteResult::done;
  }
  /// So many games; each hundredth begins with the cannon at the left.
  void add(int collection, int count, int every = 100) {
    std::vector<storage::LibraryGame> games;
    for (int i = 1; i <= count; ++i) {
      PlayedGame game{.game = "xiangqi", .rule = "standard"};
      game.names[0] = std::to_string(collection) + ' ' + std::to_string(i);
      game.moves = {i % every == 0 ? "b2a2" : "c3c4"};
      game.spent.resize(1);
      games.push_back(*to_library(game));
    }
    const std::string id = "import" + std::to_string(collection);
    write(storage::BeginImport{{.id = id, .collection = collection, .owner = "u_lin"}});
    write(storage::StartImport{id, ""});
    ASSERT_TRUE(write(
        storage::AddGames{.import = id, .collection = collection, .next = count, .games = std::move(games)}));
  }
  std::unique_ptr<PatternSearch> search(AskedPattern asked, PatternSearch::Cursor from = {}, int most = 50) {
    asked.game = "xiangqi";
    asked.rule = "standard";
    return *PatternSearch::begin(asked, from, most);
  }
  bool look(PatternSearch& search, Clock::time_point until = Clock::time_point::max()) {
    return search.look(reader_->library(), collections_, until);
  }
  static std::vector<int> numbers(const PatternSearch& search) {
    std::vector<int> all;
    for (const FoundPattern& each : search.found()) all.push_back(each.number);
    return all;
  }

  storage::SqliteStore store_;
  std::shared_ptr<storage::Reader> reader_ = store_.open_reader();
  std::vector<int> collections_;
};

const AskedPattern kCannonAside{.board = "9/9/9/9/9/9/9/C8/9/9"};

TEST_F(PatternSearchTest, FindsTheLastGamesFirstThroughAllCollections) {
  add(collections_[0], 250);
  add(collections_[1], 120);
  const auto found = search(kCannonAside);
  EXPECT_TRUE(look(*found));
  EXPECT_THAT(numbers(*found), ElementsAre(200, 100, 100));
  EXPECT_EQ(found->found()[0].ply, 1);
  EXPECT_EQ(found->found()[2].collection, collections_[1]);
  EXPECT_EQ(found->looked(), 370);
  EXPECT_FALSE(found->next());
}

TEST_F(PatternSearchTest, GoesOnWhereItHasStopped) {
  add(collections_[0], 2'500);
  add(collections_[1], 1'200);
  std::vector<int> all;
  int looked = 0, answers = 0;
  std::optional<PatternSearch::Cursor> place = PatternSearch::Cursor();
  while (place) {
    const auto part = search(kCannonAside, *place, 7);
    EXPECT_TRUE(look(*part));
    const auto found = numbers(*part);
    all.insert(all.end(), found.begin(), found.end());
    looked += part->looked();
    place = part->next();
    ASSERT_LT(++answers, 20);
  }
  EXPECT_EQ(looked, 3'700);
  ASSERT_EQ(all.size(), 25u + 12u);
  EXPECT_TRUE(std::ranges::is_sorted(all.begin(), all.begin() + 25, std::ranges::greater()));
  EXPECT_EQ(std::set<int>(all.begin(), all.begin() + 25).size(), 25u) << "each once";
}

TEST_F(PatternSearchTest, StopsWhenItsTimeIsUp) {
  add(collections_[0], 300);
  const auto found = search(kCannonAside);
  EXPECT_FALSE(look(*found, Clock::time_point::min()));
  EXPECT_EQ(found->looked(), 1);
  EXPECT_EQ(found->next()->before, 300);
  EXPECT_TRUE(look(*found)) << "goes on";
  EXPECT_EQ(found->looked(), 300);
}

TEST_F(PatternSearchTest, GoesOnInNoMoreGamesThanThereAre) {
  add(collections_[1], 3);
  const auto found = search(kCannonAside, {1, 2'000'000'000});
  EXPECT_TRUE(look(*found));
  EXPECT_EQ(found->looked(), 3);
}

TEST_F(PatternSearchTest, NamesWhatMakesNoSense) {
  EXPECT_EQ(PatternSearch::begin({.game = "xiangqi", .rule = "none"}, {}, 1).error(), "rule");
  EXPECT_EQ(PatternSearch::begin({.game = "xiangqi", .rule = "standard"}, {}, 1).error(), "pattern");
}

TEST_F(PatternSearchTest, StopsWhenItHasEnough) {
  add(collections_[0], 300, 1);
  const auto found = search(kCannonAside, {}, 10);
  EXPECT_TRUE(look(*found));
  EXPECT_EQ(found->found().size(), 10u);
  EXPECT_EQ(found->next()->before, 291);
}

TEST_F(PatternSearchTest, PassesOverWhatEndsWithMore) {
  add(collections_[0], 300, 1);
  const auto none = search({.material = "R1-"});
  EXPECT_TRUE(look(*none));
  EXPECT_TRUE(none->found().empty());
  EXPECT_EQ(none->looked(), 300);
  const auto replay = BoardReplay::of("xiangqi", "standard", 0);
  const MaterialCode code(replay->start());
  const std::vector<PieceRange> ranges{{'R', 0, 1}};
  EXPECT_TRUE(reader_->library()
                  .packed_games({.collection = collections_[0],
                                 .before = 301,
                                 .game = "xiangqi",
                                 .rule = "standard",
                                 .most_material = code.most(ranges),
                                 .guards = code.guards(ranges)})
                  .empty())
      << "already in the database";
}

TEST_F(PatternSearchTest, FindsNothingWhereNothingIs) {
  const auto found = search(kCannonAside);
  EXPECT_TRUE(look(*found));
  EXPECT_EQ(found->looked(), 0);
  EXPECT_FALSE(found->next());
}

}  // namespace
}  // namespace server
