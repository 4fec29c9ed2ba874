#include "server/library/library_game.h"

#include <gtest/gtest.h>

#include "tests/server/library/random_games.h"

namespace server {
namespace {

TEST(LibraryGame, ComesBackAsItWas) {
  for (const Kind& kind : kinds()) {
    for (int i = 0; i < 10; ++i) {
      const PlayedGame game = random_game(kind, 200);
      const auto kept = to_library(game);
      ASSERT_TRUE(kept) << kind.name();
      EXPECT_EQ(kept->plies, static_cast<int>(game.moves.size()));
      EXPECT_EQ(from_library(*kept), game) << kind.name();
    }
  }
}

TEST(LibraryGame, KeepsWhatTheFileSaysOfWhenAndWhere) {
  const PlayedGame game = random_game({engine::find_game("xiangqi"), "standard"}, 30);
  const auto kept = to_library(game, {{2400, 2350}, "Hangzhou", "3", "2019-05-??"});
  EXPECT_EQ(kept->date, "2019-05-??");
  EXPECT_EQ(kept->site, "Hangzhou");
  EXPECT_EQ(kept->ratings, (std::array{2400, 2350}));
  EXPECT_EQ(to_library(game)->date, "2024-05-31");
}

TEST(LibraryGame, IsNoneOfAnotherGameOrBoard) {
  PlayedGame game = random_game({engine::find_game("gomoku"), "freestyle", 15}, 10);
  game.moves.emplace_back("t20");
  EXPECT_FALSE(to_library(game)) << "not on this board";
  game.game = "chess";
  EXPECT_FALSE(to_library(game));
  EXPECT_FALSE(from_library({.game = "gomoku", .rule = "unknown"}));
}

TEST(Digest, IsTheSameHoweverLongGamesAreTold) {
  PlayedGame game = random_game({engine::find_game("gomoku"), "freestyle", 15}, 60);
  while (game.moves.size() < 30) game = random_game({engine::find_game("gomoku"), "freestyle", 15}, 60);
  const auto digest = to_library(game)->digest;
  game.names = {"Lin", "梅"};
  game.event = "World Cup";
  EXPECT_EQ(to_library(game)->digest, digest);
  game.moves.pop_back();
  EXPECT_NE(to_library(game)->digest, digest) << "another game";
}

// A dozen moves of theory are played again and again.
TEST(Digest, OfShortGamesKnowsThePlayers) {
  PlayedGame game = random_game({engine::find_game("gomoku"), "freestyle", 15}, 8);
  const auto digest = to_library(game)->digest;
  EXPECT_EQ(to_library(game)->digest, digest);
  game.names[0] = "Lin";
  EXPECT_NE(to_library(game)->digest, digest);
}

TEST(Digest, IsTheOneOfBeforeWhereADayIsKnownInPart) {
  const PlayedGame game = random_game({engine::find_game("gomoku"), "freestyle", 15}, 8);
  EXPECT_EQ(to_library(game, {.date = "2024-05-??"})->digest, to_library(game)->digest);
}

TEST(Digest, DiffersByRuleAndStart) {
  PlayedGame game = random_game({engine::find_game("gomoku"), "freestyle", 15}, 30);
  const auto digest = to_library(game)->digest;
  game.rule = "standard";
  EXPECT_NE(to_library(game)->digest, digest);
}

}  // namespace
}  // namespace server
