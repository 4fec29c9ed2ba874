#include <string>
#include <vector>

#include "tests/storage/store_fixture.h"

namespace storage {
namespace {

using Ids = std::vector<std::string>;

class OpeningStoreTest : public StoreTest {
 protected:
  void create(const std::string& id, Millis created, const std::string& code) {
    Game game = sample_game(id, created);
    game.opening_code = code;
    StoreTest::create(game);
  }
  std::string code_of(const std::string& id) { return reader_->load(id)->game.opening_code; }
  Ids ids(const GameQuery& query) {
    Ids found;
    for (const Summary& each : reader_->list(query).games) found.push_back(each.game.id);
    return found;
  }
};

INSTANTIATE_TEST_SUITE_P(All, OpeningStoreTest, kinds_of_store(),
                         [](const auto& info) { return info.param; });

TEST_P(OpeningStoreTest, ListsGamesOfAnOpeningNewestFirst) {
  create("old", 1, "C0a");
  create("other", 2, "C6a");
  create("none", 3, "");
  create("new", 4, "C0a");
  EXPECT_EQ(ids({.opening_code = "C0a"}), (Ids{"new", "old"}));
  EXPECT_EQ(ids({.opening_code = "C0a", .until = 4}), Ids{"old"});
  EXPECT_EQ(ids({.opening_code = "C0a", .after = Cursor{4, "new"}}), Ids{"old"});
  EXPECT_EQ(ids({.game = "xiangqi", .opening_code = "C0a"}), Ids{});
  EXPECT_EQ(ids({.opening_code = "C0a", .player = "Lin"}), (Ids{"new", "old"}));
  EXPECT_EQ(ids({.opening_code = "C0"}), Ids{}) << "a code is not the beginning of one";
}

TEST_P(OpeningStoreTest, ListsGamesOfAGroupOfOpenings) {
  create("first", 1, "C0a");
  create("second", 2, "C6a");
  create("third", 3, "D0a");
  create("none", 4, "");
  EXPECT_EQ(ids({.opening_group = "C"}), (Ids{"second", "first"}));
  EXPECT_EQ(ids({.opening_group = "C0"}), Ids{"first"});
}

TEST_P(OpeningStoreTest, AnEventMayChangeTheOpening) {
  create("one", 1, "");
  commit(Append{sample_event("one", 1), {}, {}, "B0a"});
  EXPECT_EQ(code_of("one"), "B0a");
  commit(Append{sample_event("one", 2), {}, {}});
  EXPECT_EQ(code_of("one"), "B0a");
  const Append refused{sample_event("one", 2), {}, {}, "D0a"};
  EXPECT_EQ(commit(refused), WriteResult::refused);
  EXPECT_EQ(code_of("one"), "B0a") << "a refused event changes nothing else";
}

TEST_P(OpeningStoreTest, AnEventMayChangeEverythingAtOnce) {
  create("one", 1, "B0a");
  const std::array seats{Seat{"Mei", "g_mei", 0, "a"}, Seat{"Zhao", "g_zhao", 0, "b"}};
  const Ending ending{"finished", "first", "resign", 9, "a position"};
  commit(Append{sample_event("one", 1), ending, seats, ""});
  const Game game = reader_->load("one")->game;
  EXPECT_EQ(game.opening_code, "") << "a takeback leaves no opening";
  EXPECT_EQ(game.ending, ending);
  EXPECT_EQ(game.seats, seats);
}

TEST_P(OpeningStoreTest, KnowsWhichGamesNobodyHasLookedAt) {
  create("late", 3, std::string(kUnclassified));
  create("known", 2, "C0a");
  create("early", 1, std::string(kUnclassified));
  EXPECT_EQ(reader_->unclassified(10), (Ids{"early", "late"}));
  EXPECT_EQ(reader_->unclassified(1), Ids{"early"});
  EXPECT_EQ(commit(ClassifyGame{"early", "D5a"}), WriteResult::done);
  EXPECT_EQ(commit(ClassifyGame{"late", "", "a position"}), WriteResult::done);
  EXPECT_EQ(reader_->load("late")->game.ending.pos, "a position");
  EXPECT_EQ(code_of("early"), "D5a");
  EXPECT_EQ(reader_->unclassified(10), Ids{});
  for (const char* id : {"early", "late", "known", "nobody"})
    EXPECT_EQ(commit(ClassifyGame{id, "A1a"}), WriteResult::refused) << id;
  EXPECT_EQ(code_of("late"), "");
}

}  // namespace
}  // namespace storage
