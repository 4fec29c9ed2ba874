#include "storage/store.h"

#include <gtest/gtest.h>

#include <memory>

#include "storage/memory/memory_store.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/storage/sample_game.h"
#include "tests/storage/temporary_folder.h"

/// The contract of storage::Store; every implementation goes through all of it.
namespace storage {
namespace {

class StoreTest : public testing::TestWithParam<const char*> {
 protected:
  StoreTest() {
    if (GetParam() == std::string("memory")) {
      store_ = std::make_unique<MemoryStore>();
    } else {
      store_ = std::make_unique<SqliteStore>(folder_ / "games.db");
    }
  }

  WriteResult commit(Write write) { return commit_one(*store_, std::move(write)); }
  void create(const Game& game) { ASSERT_EQ(commit(CreateGame{game}), WriteResult::done); }

  std::vector<std::string> ids(const GameQuery& query) {
    std::vector<std::string> ids;
    for (const Summary& summary : store_->list(query)) ids.push_back(summary.game.id);
    return ids;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

INSTANTIATE_TEST_SUITE_P(All, StoreTest, testing::Values("memory", "sqlite"),
                         [](const auto& info) { return std::string(info.param); });

using Ids = std::vector<std::string>;

TEST_P(StoreTest, LoadsWhatWasWritten) {
  const Game game = sample_game();
  create(game);
  const std::vector<Event> events{sample_event(game.id, 1), sample_event(game.id, 2)};
  for (const Event& event : events) EXPECT_EQ(commit(Append{event, {}, {}}), WriteResult::done);

  EXPECT_EQ(store_->load(game.id), (Record{game, events}));
  EXPECT_EQ(store_->load("unknown"), std::nullopt);
}

TEST_P(StoreTest, KeepsTextAsItIs) {
  Game game = sample_game();
  game.seats[0].name = "三棋 'quoted' \"name\"; DROP TABLE games; --";
  create(game);
  EXPECT_EQ(store_->load(game.id)->game, game);
}

TEST_P(StoreTest, RefusesAnIdOrACodeThatIsTaken) {
  create(sample_game("one"));
  EXPECT_EQ(commit(CreateGame{sample_game("one")}), WriteResult::refused);
  Game same_code = sample_game("two");
  same_code.code = sample_game("one").code;
  EXPECT_EQ(commit(CreateGame{same_code}), WriteResult::refused);
  EXPECT_EQ(store_->load("two"), std::nullopt);
}

TEST_P(StoreTest, LetsManyGamesGoWithoutACode) {
  for (const char* id : {"one", "two"}) {
    Game game = sample_game(id);
    game.code = "";
    create(game);
  }
  EXPECT_EQ(store_->find_code(""), std::nullopt);
}

TEST_P(StoreTest, FreesTheCodeOfAGameThatHasEnded) {
  create(sample_game("one"));
  EXPECT_EQ(store_->find_code("CODEone"), "one");
  EXPECT_EQ(commit(Append{sample_event("one", 1), Ending{"finished", "first", "five", 9}, {}}),
            WriteResult::done);
  EXPECT_EQ(store_->find_code("CODEone"), std::nullopt);
  Game next = sample_game("two");
  next.code = "CODEone";
  create(next);
  EXPECT_EQ(store_->find_code("CODEone"), "two");
}

TEST_P(StoreTest, RefusesAVersionThatDoesNotFollowTheLast) {
  const std::string id = "one";
  create(sample_game(id));
  EXPECT_EQ(commit(Append{sample_event(id, 2), {}, {}}), WriteResult::refused) << "a gap at the start";
  EXPECT_EQ(commit(Append{sample_event(id, 1), {}, {}}), WriteResult::done);
  EXPECT_EQ(commit(Append{sample_event(id, 1), {}, {}}), WriteResult::refused) << "the same again";
  EXPECT_EQ(commit(Append{sample_event(id, 3), {}, {}}), WriteResult::refused) << "a gap";
  EXPECT_EQ(store_->load(id)->events.size(), 1u);
}

TEST_P(StoreTest, RefusesAnEventOfAnUnknownGame) {
  EXPECT_EQ(commit(Append{sample_event("unknown", 1), {}, {}}), WriteResult::refused);
}

// Two servers that both believe to own a room: the second event of the same version must change nothing,
// neither the log nor what the event would have changed in the game's row.
TEST_P(StoreTest, ARefusedEventChangesNothingElse) {
  const Game game = sample_game();
  create(game);
  EXPECT_EQ(commit(Append{sample_event(game.id, 1), {}, {}}), WriteResult::done);
  EXPECT_EQ(commit(Append{sample_event(game.id, 1), Ending{"finished", "second", "resign", 9},
                          std::array{Seat{}, Seat{}}}),
            WriteResult::refused);
  EXPECT_EQ(store_->load(game.id)->game, game);
}

TEST_P(StoreTest, ARefusalDoesNotHinderTheOthers) {
  const std::vector<Write> writes{CreateGame{sample_game("one")}, CreateGame{sample_game("one")},
                                  Append{sample_event("one", 1), {}, {}}};
  EXPECT_EQ(store_->commit(writes),
            (std::vector{WriteResult::done, WriteResult::refused, WriteResult::done}));
  EXPECT_EQ(store_->load("one")->events.size(), 1u);
}

TEST_P(StoreTest, AnEventCanSeatSomebodyAndEndTheGame) {
  Game game = sample_game();
  create(game);
  game.seats = {Seat{"Mei", "g_mei", 0, "x"}, Seat{"Lin", "g_lin", 0, "y"}};
  game.ending = {"finished", "draw", "agreement", 77};
  EXPECT_EQ(commit(Append{sample_event(game.id, 1), game.ending, game.seats}), WriteResult::done);
  EXPECT_EQ(store_->load(game.id)->game, game);
}

TEST_P(StoreTest, KnowsWhichGamesAreUnfinishedOldestFirst) {
  create(sample_game("young", 300));
  create(sample_game("old", 100));
  create(sample_game("over", 200));
  commit(Append{sample_event("over", 1), Ending{"aborted", "", "no_start", 201}, {}});
  EXPECT_EQ(store_->unfinished(), (Ids{"old", "young"}));
}

TEST_P(StoreTest, ListsPageByPageNewestFirst) {
  // Three games of one moment: only the id tells them apart.
  for (const char* id : {"a", "b", "c", "d"}) create(sample_game(id, 500));
  create(sample_game("newest", 501));
  create(sample_game("oldest", 499));

  GameQuery query;
  query.limit = 2;
  Ids seen;
  for (int page = 0; page < 4; ++page) {
    const auto games = store_->list(query);
    for (const Summary& summary : games) seen.push_back(summary.game.id);
    if (!games.empty()) query.after = Cursor{games.back().game.created, games.back().game.id};
  }
  EXPECT_EQ(seen, (Ids{"newest", "d", "c", "b", "a", "oldest"}));
}

TEST_P(StoreTest, CountsThePliesOfAListedGame) {
  create(sample_game("one"));
  EXPECT_EQ(store_->list({}).at(0).plies, 0);
  commit(Append{sample_event("one", 1), {}, {}});
  EXPECT_EQ(store_->list({}).at(0).plies, sample_event("one", 1).ply);
  EXPECT_EQ(store_->list({}).at(0).game, sample_game("one"));
}

TEST_P(StoreTest, ListsByGameStatusAndPlayer) {
  Game xiangqi = sample_game("xiangqi", 1);
  xiangqi.game = "xiangqi";
  xiangqi.seats[1] = Seat{"Mei", "g_mei", 0, ""};
  create(xiangqi);
  create(sample_game("gomoku", 2));
  commit(Append{sample_event("gomoku", 1), Ending{"finished", "first", "five", 9}, {}});

  EXPECT_EQ(ids({.game = "xiangqi"}), Ids{"xiangqi"});
  EXPECT_EQ(ids({.status = "finished"}), Ids{"gomoku"});
  EXPECT_EQ(ids({.player = "g_mei"}), Ids{"xiangqi"});
  EXPECT_EQ(ids({.player = "Lin"}), (Ids{"gomoku", "xiangqi"}));
  EXPECT_EQ(ids({.player = "Bot"}), Ids{}) << "a bot is nobody";
  EXPECT_EQ(ids({.game = "gomoku", .player = "Mei"}), Ids{});
}

TEST_P(StoreTest, ListsPrivateGamesOnlyWhenAsked) {
  Game game = sample_game();
  game.is_private = true;
  create(game);
  EXPECT_EQ(ids({}), Ids{});
  EXPECT_EQ(ids({.player = "Lin"}), Ids{});
  EXPECT_EQ(ids({.player = "Lin", .with_private = true}), Ids{game.id});
  EXPECT_EQ(ids({.with_private = true}), Ids{game.id});
}

TEST_P(StoreTest, FindsUsersByTheirToken) {
  const User user{"g_lin", "Lin", true, 5};
  EXPECT_EQ(commit(CreateUser{user, "hash"}), WriteResult::done);
  EXPECT_EQ(store_->find_token("hash"), user);
  EXPECT_EQ(store_->find_token("other"), std::nullopt);

  EXPECT_EQ(commit(CreateUser{user, "other"}), WriteResult::refused) << "the id is taken";
  EXPECT_EQ(commit(CreateUser{User{"g_new", "New", true, 6}, "hash"}), WriteResult::refused)
      << "the token is taken";
  EXPECT_EQ(store_->find_token("other"), std::nullopt);
}

TEST_P(StoreTest, RenamesUsers) {
  commit(CreateUser{User{"g_lin", "Lin", true, 5}, "hash"});
  EXPECT_EQ(commit(RenameUser{"g_lin", "林"}), WriteResult::done);
  EXPECT_EQ(store_->find_token("hash")->name, "林");
  EXPECT_EQ(commit(RenameUser{"unknown", "x"}), WriteResult::refused);
}

}  // namespace
}  // namespace storage
