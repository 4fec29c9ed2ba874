#include "server/tournament/bracket.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/server/tournament/hall.h"

namespace server::tournament {
namespace {

Hall knockout_of(int players, bool third_place = false) {
  Hall hall({.game = "gomoku", .format = Format::knockout, .legs = 2, .third_place = third_place}, players);
  EXPECT_FALSE(hall.start());
  return hall;
}

/// The first two of the standing, and so on.
std::vector<Number> order_of(const Hall& hall) {
  std::vector<Number> order;
  for (const Standing& standing : standings_of(hall.state())) order.push_back(standing.player);
  return order;
}

TEST(Bracket, SeedsMeetAsLateAsTheyCan) {
  EXPECT_EQ(seed_order(2), (std::vector{1, 2}));
  EXPECT_EQ(seed_order(4), (std::vector{1, 4, 2, 3}));
  EXPECT_EQ(seed_order(8), (std::vector{1, 8, 4, 5, 2, 7, 3, 6}));
}

TEST(Bracket, TheBestSeedsGetTheByes) {
  Hall hall = knockout_of(6);
  hall.pair();
  const Round& round = *hall.state().last_round();
  EXPECT_EQ(round.tables.size(), 2U);
  ASSERT_EQ(round.rests.size(), 2U);
  EXPECT_EQ(round.rests[0].player, 1);
  EXPECT_EQ(round.rests[1].player, 2);
}

TEST(Bracket, PlaysDownToAWinner) {
  Hall hall = knockout_of(11);
  int rounds = 0;
  while (!hall.pair()) {
    ++rounds;
    hall.win_all_by_number();
  }
  EXPECT_EQ(rounds, 4);
  EXPECT_FALSE(hall.finish());
  EXPECT_EQ(order_of(hall)[0], 1);
  EXPECT_EQ(order_of(hall)[1], 2);
}

TEST(Bracket, TheMatchForThirdPlaceOrdersTheLosersOfTheSemiFinals) {
  Hall hall = knockout_of(4, true);
  hall.pair();
  hall.win_all_by_number();
  hall.pair();
  EXPECT_EQ(hall.state().last_round()->tables.size(), 2U);
  EXPECT_EQ(hall.state().last_round()->tables[1].reason.basis, Basis::third_place);
  for (int leg = 0; leg < 2; ++leg) hall.win(4);
  hall.win_all_by_number();
  EXPECT_FALSE(hall.finish());
  EXPECT_EQ(order_of(hall), (std::vector<Number>{1, 2, 4, 3}));
}

TEST(Bracket, TheOpponentOfWhoLeavesGoesOn) {
  Hall hall = knockout_of(4);
  hall.pair();
  hall.win(1);
  hall.perform(decide_withdraw(hall.state(), 1, hall.order()));
  EXPECT_EQ(hall.state().running_games().size(), 1U) << "the table is decided";
  hall.win_all_by_number();
  hall.pair();
  EXPECT_TRUE(hall.state().last_round()->tables[0].has(4));
}

TEST(Bracket, WhoLeavesBetweenRoundsGivesAWalkover) {
  Hall hall = knockout_of(4);
  hall.pair();
  hall.win_all_by_number();
  hall.perform(decide_withdraw(hall.state(), 1, hall.order()));
  hall.pair();
  const Round& final = *hall.state().last_round();
  EXPECT_TRUE(final.tables.empty());
  EXPECT_EQ(final.rests, (std::vector<Rest>{{.player = 2, .kind = RestKind::walkover, .opponent = 1}}));
  EXPECT_FALSE(hall.finish());
  EXPECT_EQ(order_of(hall)[0], 2);
}

TEST(Bracket, ATableLostByBothLeavesTheNextOpponentAlone) {
  Hall hall = knockout_of(4);
  hall.pair();
  hall.perform(decide_no_show(hall.state(), hall.game_of(1), {false, false}, hall.order()));
  hall.win_all_by_number();
  hall.pair();
  EXPECT_EQ(hall.state().last_round()->rests.at(0).player, 2);
}

TEST(Bracket, ACorrectionIsTooLateOnceTheNextRoundIsBuiltOnIt) {
  Hall hall = knockout_of(4);
  hall.pair();
  hall.win_all_by_number();
  hall.pair();
  EXPECT_EQ(hall.perform(decide_correct(hall.state(), {1, 1, 1}, Result::draw, hall.order())),
            Refusal::built_on);
}

}  // namespace
}  // namespace server::tournament
