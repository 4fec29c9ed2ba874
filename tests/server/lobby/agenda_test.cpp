#include "server/lobby/agenda.h"

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

TEST(Agenda, knows_whose_turn_it_is) {
  Agenda agenda;
  GameLog log = game("g", "Lin", "Wang");
  ASSERT_TRUE(log.follow(start_event(log, kNow)));
  agenda.note(log);
  ASSERT_EQ(agenda.of("Lin").size(), 1u);
  const protocol::PlayingGame entry = agenda.of("Lin")[0];
  EXPECT_EQ(entry.game_id, "g");
  EXPECT_EQ(entry.game, "gomoku");
  EXPECT_EQ(entry.opponent, "Wang");
  EXPECT_TRUE(entry.your_turn);
  EXPECT_FALSE(agenda.of("Wang")[0].your_turn);
  EXPECT_TRUE(agenda.of("Zhao").empty());

  ASSERT_TRUE(log.follow(pause_event(log, kNow, Seat::a)));
  agenda.note(log);
  EXPECT_FALSE(agenda.of("Lin")[0].your_turn) << "nothing is to be done while it is paused";
}

TEST(Agenda, a_game_that_waits_is_nobodys_turn) {
  Agenda agenda;
  agenda.note(game("g", "Lin", ""));
  EXPECT_EQ(agenda.of("Lin")[0].opponent, "");
  EXPECT_FALSE(agenda.of("Lin")[0].your_turn);
  EXPECT_EQ(agenda.count(""), 0) << "nobody has no games";
}

TEST(Agenda, follows_who_sits_down_and_forgets_what_is_over) {
  Agenda agenda;
  GameLog log = game("g", "Lin", "");
  agenda.note(log);
  log.sit_down(Side::second, {.name = "Wang", .user = "Wang", .token_hash = {}});
  ASSERT_TRUE(log.follow(start_event(log, kNow)));
  agenda.note(log);
  EXPECT_EQ(agenda.count("Wang"), 1);
  ASSERT_TRUE(log.follow(end_event(log, kNow, Status::finished, Side::first, "resign", Seat::b)));
  agenda.note(log);
  EXPECT_EQ(agenda.count("Lin"), 0);
  EXPECT_EQ(agenda.count("Wang"), 0);
}

TEST(Agenda, ones_turn_comes_first) {
  Agenda agenda;
  GameLog waits = game("a", "Wang", "Lin"), asks = game("b", "Lin", "Wang");
  ASSERT_TRUE(waits.follow(start_event(waits, kNow)));
  ASSERT_TRUE(asks.follow(start_event(asks, kNow)));
  agenda.note(waits);
  agenda.note(asks);
  EXPECT_EQ(agenda.of("Lin")[0].game_id, "b");
  EXPECT_EQ(agenda.of("Lin")[1].game_id, "a");
}

}  // namespace
}  // namespace server
