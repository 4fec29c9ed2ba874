#include "server/rooms/unfinished_games.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/match/game_events.h"
#include "server/match/game_log.h"

namespace server {
namespace {

constexpr TimePoint kNow{};

/// A game of Gomoku between users called after their ids; an empty one is nobody.
GameLog game(const std::string& id, const std::string& first, const std::string& second) {
  storage::Game header;
  header.id = id;
  header.game = "gomoku";
  header.rule = "freestyle";
  header.size = 15;
  header.seats[0].user = header.seats[0].name = first;
  header.seats[1].user = header.seats[1].name = second;
  return *GameLog::begin(*engine::find_game("gomoku"), header);
}

TEST(UnfinishedGames, knows_whose_turn_it_is) {
  UnfinishedGames games;
  GameLog log = game("g", "Lin", "Wang");
  ASSERT_TRUE(log.follow(start_event(log, kNow)));
  games.note(log);
  ASSERT_EQ(games.of("Lin").size(), 1u);
  const protocol::PlayingGame entry = games.of("Lin")[0];
  EXPECT_EQ(entry.game_id, "g");
  EXPECT_EQ(entry.game, "gomoku");
  EXPECT_EQ(entry.opponent, "Wang");
  EXPECT_TRUE(entry.your_turn);
  EXPECT_FALSE(games.of("Wang")[0].your_turn);
  EXPECT_TRUE(games.of("Zhao").empty());

  ASSERT_TRUE(log.follow(pause_event(log, kNow, Seat::a)));
  games.note(log);
  EXPECT_FALSE(games.of("Lin")[0].your_turn) << "nothing is to be done while it is paused";
}

TEST(UnfinishedGames, a_game_that_waits_is_nobodys_turn) {
  UnfinishedGames games;
  games.note(game("g", "Lin", ""));
  EXPECT_EQ(games.of("Lin")[0].opponent, "");
  EXPECT_FALSE(games.of("Lin")[0].your_turn);
  EXPECT_EQ(games.count(""), 0) << "nobody has no games";
}

TEST(UnfinishedGames, follows_who_sits_down_and_forgets_what_is_over) {
  UnfinishedGames games;
  GameLog log = game("g", "Lin", "");
  games.note(log);
  log.sit_down(Side::second, {.name = "Wang", .user = "Wang", .token_hash = {}});
  ASSERT_TRUE(log.follow(start_event(log, kNow)));
  games.note(log);
  EXPECT_EQ(games.count("Wang"), 1);
  ASSERT_TRUE(log.follow(end_event(log, kNow, Status::finished, Side::first, "resign", Seat::b)));
  games.note(log);
  EXPECT_EQ(games.count("Lin"), 0);
  EXPECT_EQ(games.count("Wang"), 0);
}

TEST(UnfinishedGames, ones_turn_comes_first) {
  UnfinishedGames games;
  GameLog waits = game("a", "Wang", "Lin"), asks = game("b", "Lin", "Wang");
  ASSERT_TRUE(waits.follow(start_event(waits, kNow)));
  ASSERT_TRUE(asks.follow(start_event(asks, kNow)));
  games.note(waits);
  games.note(asks);
  EXPECT_EQ(games.of("Lin")[0].game_id, "b");
  EXPECT_EQ(games.of("Lin")[1].game_id, "a");
}

// So that it is bounded by who is here.
TEST(UnfinishedGames, knows_games_on_record_as_long_as_one_of_the_players_is_here) {
  UnfinishedGames games;
  const auto everybody = [](const std::string&) { return true; };
  const auto nobody = [](const std::string&) { return false; };
  GameLog log = game("g", "Lin", "Wang");
  ASSERT_TRUE(log.follow(start_event(log, kNow)));
  games.note(log);
  games.left("Lin", everybody);
  EXPECT_EQ(games.count("Lin"), 1) << "it is in memory";
  games.retired("g", [](const std::string& user) { return user == "Wang"; });
  EXPECT_EQ(games.count("Lin"), 0);
  EXPECT_EQ(games.of("Wang").size(), 1u);
  games.left("Wang", nobody);
  EXPECT_EQ(games.count("Wang"), 0);
}

TEST(UnfinishedGames, counts_games_of_which_no_more_is_known_than_that_they_are_there) {
  UnfinishedGames games;
  games.came("Lin", {"g", "h"});
  EXPECT_EQ(games.count("Lin"), 2);
  EXPECT_TRUE(games.of("Lin").empty());
  GameLog log = game("g", "Lin", "Wang");
  ASSERT_TRUE(log.follow(start_event(log, kNow)));
  games.note(UnfinishedGames::entry_of(log));
  EXPECT_EQ(games.of("Lin").size(), 1u);
  ASSERT_TRUE(log.follow(end_event(log, kNow, Status::finished, Side::first, "resign", Seat::b)));
  games.note(UnfinishedGames::entry_of(log));
  EXPECT_EQ(games.count("Lin"), 1);
  games.left("Lin", [](const std::string&) { return false; });
  EXPECT_EQ(games.count("Lin"), 0);
}

}  // namespace
}  // namespace server
