#include "server/tournament/swiss.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/server/tournament/hall.h"

namespace server::tournament {
namespace {

History history(std::vector<bool> began) {
  return {.began = std::move(began)};
}

Hall swiss_of(int players, int rounds = 0) {
  Hall hall(swiss_rules(rounds), players);
  EXPECT_FALSE(hall.start());
  return hall;
}

std::set<Pair> pairs_of(const Round& round) {
  std::set<Pair> pairs;
  for (const Table& table : round.tables) pairs.insert(pair_of(table.first, table.second));
  return pairs;
}

Number bye_of(const Round& round) {
  const auto bye = std::ranges::find(round.rests, RestKind::bye, &Rest::kind);
  return bye == round.rests.end() ? 0 : bye->player;
}

TEST(Colours, WhoIsDueOneGetsIt) {
  const ColourChoice choice = choose_colours(history({true}), history({}), true);
  EXPECT_FALSE(choice.a_begins);
  EXPECT_EQ(choice.basis, ColourBasis::second_due);
  EXPECT_EQ(choice.unmet, 0);
}

TEST(Colours, BothGetTheirsWhereTheyDiffer) {
  const ColourChoice choice = choose_colours(history({false}), history({true}), false);
  EXPECT_TRUE(choice.a_begins);
  EXPECT_EQ(choice.basis, ColourBasis::both_due);
}

TEST(Colours, WhoIsDueMoreGoesFirst) {
  // `a` had begun twice of three, `b` only last.
  const ColourChoice choice = choose_colours(history({true, false, true}), history({false, true}), true);
  EXPECT_FALSE(choice.a_begins);
  EXPECT_EQ(choice.unmet, 1);
  EXPECT_FALSE(choice.forced_on_b);
}

TEST(Colours, TheLastGameInWhichTheyDifferedDecides) {
  const History had_begun = history({false, true, false, true});
  const History had_not = history({true, false, false, true});
  EXPECT_FALSE(choose_colours(had_begun, had_not, true).a_begins);
  EXPECT_TRUE(choose_colours(had_not, had_begun, true).a_begins);
}

TEST(Colours, WhereNothingTellsThemApartTheStrongerGetsTheirs) {
  const ColourChoice choice = choose_colours(history({true}), history({true}), true);
  EXPECT_FALSE(choice.a_begins);
  EXPECT_EQ(choice.unmet, 2);
}

TEST(Colours, AThirdInARowIsNamedAsForced) {
  const ColourChoice choice =
      choose_colours(history({false, true, true}), history({false, false, true, true}), true);
  EXPECT_NE(choice.forced_on_a, choice.forced_on_b);
  EXPECT_EQ(choice.unmet, 3);
}

TEST(Colours, NothingToGoByIsSettledByRank) {
  EXPECT_TRUE(choose_colours({}, {}, true).a_begins);
  EXPECT_FALSE(choose_colours({}, {}, false).a_begins);
  EXPECT_EQ(choose_colours({}, {}, true).basis, ColourBasis::rank);
}

TEST(Swiss, FirstRoundIsUpperAgainstLowerHalf) {
  Hall hall = swiss_of(8);
  EXPECT_FALSE(hall.pair());
  EXPECT_EQ(pairs_of(*hall.state().last_round()), (std::set<Pair>{{1, 5}, {2, 6}, {3, 7}, {4, 8}}));
  EXPECT_TRUE(hall.begins(1));
  EXPECT_FALSE(hall.begins(2)) << "colours take turns from table to table";
}

TEST(Swiss, EqualPointsMeetAndTheReasonSaysSo) {
  Hall hall = swiss_of(8);
  hall.pair();
  hall.win_all_by_number();
  hall.pair();
  EXPECT_EQ(pairs_of(*hall.state().last_round()), (std::set<Pair>{{1, 4}, {2, 3}, {5, 8}, {6, 7}}));
  for (const Table& table : hall.state().last_round()->tables) {
    EXPECT_EQ(table.reason.basis, Basis::same_points);
    EXPECT_EQ(table.reason.points[0], table.reason.points[1]);
  }
}

TEST(Swiss, WhoMeetsMorePointsIsTold) {
  Hall hall = swiss_of(6, 2);
  hall.pair();
  hall.win_all_by_number();  // Three have won.
  hall.pair();
  const auto& tables = hall.state().last_round()->tables;
  EXPECT_EQ(
      std::ranges::count_if(tables, [](const Table& t) { return t.reason.basis == Basis::other_points; }), 1);
}

TEST(Swiss, TheByeGoesToTheLastAndNeverTwice) {
  Hall hall = swiss_of(5, 3);
  std::set<Number> with_bye;
  for (int round = 1; round <= 3; ++round) {
    ASSERT_FALSE(hall.pair());
    const Number bye = bye_of(*hall.state().last_round());
    EXPECT_TRUE(with_bye.insert(bye).second);
    EXPECT_TRUE(round > 1 || bye == 5) << bye;
    EXPECT_EQ(hall.score_of(bye).lines.back().points, kWin);
    hall.win_all_by_number();
  }
}

TEST(Swiss, WhoWonWithoutAGameGetsNoBye) {
  Hall hall = swiss_of(5, 3);
  hall.pair();
  const GameId id = hall.game_of(4);
  hall.perform(decide_no_show(hall.state(), id, {hall.begins(4), !hall.begins(4)}, hall.order()));
  hall.win_all_by_number();
  EXPECT_TRUE(histories_of(hall.state())[4].had_bye);
}

TEST(Swiss, OnlyThoseWhoAreHereAreCounted) {
  Hall hall = swiss_of(5, 2);
  hall.perform(decide_withdraw(hall.state(), 2, hall.order()));
  hall.pair();
  EXPECT_EQ(bye_of(*hall.state().last_round()), 0);
  EXPECT_EQ(hall.state().last_round()->tables.size(), 2U);
  EXPECT_EQ(hall.score_of(2).lines.at(0).kind, LineKind::absent);
}

TEST(Swiss, APairThatTheDirectorForbidsDoesNotMeet) {
  Hall hall = swiss_of(8);
  EXPECT_FALSE(hall.perform(decide_forbid(hall.state(), 5, 1, hall.order())));
  hall.pair();
  EXPECT_NE(hall.opponent_of(1), 5);
}

TEST(Swiss, EndsWhereNoPairingIsLeft) {
  Hall hall = swiss_of(4, 3);
  hall.pair();
  hall.win_all_by_number();
  hall.perform(decide_withdraw(hall.state(), 1, hall.order()));
  hall.perform(decide_withdraw(hall.state(), 2, hall.order()));
  hall.pair();
  hall.win_all_by_number();
  EXPECT_FALSE(plan_round(hall.state()).round) << "3 and 4 have met";
  EXPECT_EQ(hall.pair(), Refusal::too_few);
  EXPECT_FALSE(hall.finish());
}

TEST(Swiss, TablesOfTwoGamesLeaveNobodyDueAColour) {
  Rules rules = swiss_rules(3);
  rules.legs = 2;
  Hall hall(rules, 8);
  hall.start();
  hall.pair();
  hall.win_all_by_number();
  hall.pair();
  for (const Table& table : hall.state().last_round()->tables)
    EXPECT_EQ(table.reason.colour, ColourBasis::rank);
}

/// Begins in the game that runs, by an exchange of seats if need be.
void let_begin(Hall& hall, Number player) {
  if (!hall.begins(player))
    hall.perform(decide_exchange_seats(hall.state(), hall.game_of(player), false, hall.order()));
}

TEST(Swiss, AForcedColourIsInTheReason) {
  Hall hall = swiss_of(8, 5);
  hall.pair();
  for (const Number n : {1, 2, 3}) let_begin(hall, n);
  hall.win_all_by_number();
  hall.pair();
  const Number other = hall.opponent_of(1) == 2 ? 3 : 2;  // Has not met 1.
  for (const Number n : {1, other}) let_begin(hall, n);
  hall.win_all_by_number();
  for (Number n = 2; n <= 8; ++n)
    if (n != other) hall.perform(decide_withdraw(hall.state(), n, hall.order()));
  ASSERT_FALSE(hall.pair());
  const Table& table = hall.state().last_round()->tables.at(0);
  EXPECT_EQ(table.reason.forced, (std::array<bool, 2>{true, false})) << "both had begun twice";
}

}  // namespace
}  // namespace server::tournament
