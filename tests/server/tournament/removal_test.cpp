#include <gtest/gtest.h>

#include "server/tournament/decisions.h"
#include "tests/server/tournament/hall.h"

// Whom the director withdraws came back by themselves, and was paired again.
namespace server::tournament {
namespace {

Rules of_format(Format format) {
  Rules rules{.game = "xiangqi", .format = format};
  if (format == Format::arena) rules.length = std::chrono::hours(1);
  return rules;
}

Order by_director(const Hall& hall) {
  return {.now = hall.order().now, .by = "director", .note = "As agreed"};
}

std::optional<Refusal> director_withdraws(Hall& hall, Number player) {
  return hall.perform(decide_withdraw(hall.state(), player, by_director(hall)));
}
/// As the player does it.
std::optional<Refusal> comes_back(Hall& hall, Number player) {
  const Order order{.now = hall.order().now, .by = hall.state().player(player).user};
  return hall.perform(decide_come_back(hall.state(), player, order));
}
std::optional<Refusal> withdraws_alone(Hall& hall, Number player) {
  const Order order{.now = hall.order().now, .by = hall.state().player(player).user};
  return hall.perform(decide_withdraw(hall.state(), player, order));
}
std::optional<Refusal> director_lets_back(Hall& hall, Number player) {
  return hall.perform(decide_let_back(hall.state(), player, by_director(hall)));
}

TEST(Removing, HoldsUntilTheDirectorLetsThePlayerBack) {
  for (const Format format : {Format::swiss, Format::arena, Format::round_robin, Format::knockout}) {
    Hall hall(of_format(format), 4);
    EXPECT_FALSE(director_withdraws(hall, 1));
    EXPECT_EQ(comes_back(hall, 1), Refusal::removed);
    EXPECT_FALSE(director_lets_back(hall, 1));
    EXPECT_FALSE(hall.state().is_here(1)) << "they may be gone";
    EXPECT_EQ(director_lets_back(hall, 1), Refusal::already_done);
    EXPECT_FALSE(comes_back(hall, 1));
    EXPECT_TRUE(hall.state().is_here(1));
    ASSERT_EQ(hall.state().rulings().size(), 2u);
    EXPECT_EQ(hall.state().rulings()[1].kind, EventKind::joined);
    EXPECT_EQ(hall.state().rulings()[1].player, 1);
    EXPECT_FALSE(withdraws_alone(hall, 1));
    EXPECT_FALSE(comes_back(hall, 1)) << "from their own withdrawal they return as they like";
  }
}

TEST(Removing, KeepsOutAlsoWhoHasWithdrawn) {
  Hall hall(swiss_rules(3), 4);
  EXPECT_FALSE(withdraws_alone(hall, 1));
  EXPECT_EQ(withdraws_alone(hall, 1), Refusal::already_done);
  EXPECT_FALSE(director_withdraws(hall, 1));
  EXPECT_EQ(director_withdraws(hall, 1), Refusal::already_done);
  EXPECT_EQ(withdraws_alone(hall, 1), Refusal::already_done);
  EXPECT_EQ(comes_back(hall, 1), Refusal::removed);
}

TEST(Removing, FromARoundRobinThatRunsIsFinalAsAWithdrawalIs) {
  Hall hall(of_format(Format::round_robin), 4);
  ASSERT_FALSE(hall.start());
  EXPECT_FALSE(director_withdraws(hall, 1));
  EXPECT_EQ(director_lets_back(hall, 1), Refusal::not_in_format);
}

TEST(Removing, HoldsAlsoWhereAnotherHasTakenThePlace) {
  Hall hall(swiss_rules(3), 4);
  director_withdraws(hall, 1);
  hall.perform(decide_substitute(hall.state(), {.player = 1, .user = "S", .name = "S"}, by_director(hall)));
  EXPECT_FALSE(withdraws_alone(hall, 1));
  EXPECT_FALSE(comes_back(hall, 1)) << "the substitute";
  EXPECT_EQ(hall.join("P1"), Refusal::removed);
  EXPECT_FALSE(hall.perform(
      decide_join(hall.state(), {.user = "P1", .name = "P1", .invited = true}, by_director(hall))));
  EXPECT_FALSE(comes_back(hall, hall.state().find("P1"))) << "asked by the director";
}

// Guests who are forgotten leave no id in what they did: the director, or the player.
TEST(Removing, IsReadWithoutAnIdOfWhoDidIt) {
  Hall hall(swiss_rules(3), 4);
  director_withdraws(hall, 1);
  director_lets_back(hall, 1);
  comes_back(hall, 1);
  withdraws_alone(hall, 2);
  comes_back(hall, 2);
  director_withdraws(hall, 3);
  auto events = hall.events();
  for (Event& event : events) event.by = "";
  const auto state = TournamentState::replay(events);
  ASSERT_TRUE(state);
  EXPECT_TRUE(*state == hall.state());
  for (Event& event : events) event.by = "another";
  EXPECT_TRUE(TournamentState::replay(events) == hall.state());
}

// Before the rule an event did not say by whom it was: it keeps nobody out.
TEST(Removing, OlderRecordsInWhichOneHasComeBackAreRead) {
  Hall hall(swiss_rules(3), 4);
  auto events = hall.events();
  int v = hall.state().version();
  events.push_back({.v = ++v, .at = hall.order().now, .by = "director", .change = Withdrew{1}});
  events.push_back({.v = ++v, .at = hall.order().now, .by = "P1", .change = CameBack{1}});
  const auto state = TournamentState::replay(events);
  ASSERT_TRUE(state);
  EXPECT_TRUE(state->is_here(1));
  EXPECT_FALSE(state->is_removed("P1"));
}

}  // namespace
}  // namespace server::tournament
