#include <gtest/gtest.h>

#include "server/tournament/decisions.h"
#include "tests/server/tournament/hall.h"

// The places of a tournament. Guests who joined and left kept theirs, and so filled it.
namespace server::tournament {
namespace {

constexpr int kMostInBerger = 32;

Hall full_hall() {
  Hall hall({.game = "gomoku", .format = Format::round_robin}, kMostInBerger);
  EXPECT_EQ(max_players(Format::round_robin), kMostInBerger);
  return hall;
}

std::optional<Refusal> leave_place(Hall& hall, Number player) {
  return hall.perform(decide_withdraw(hall.state(), player, hall.order()));
}
std::optional<Refusal> return_to_place(Hall& hall, Number player) {
  return hall.perform(decide_come_back(hall.state(), player, hall.order()));
}

TEST(Places, AreFreeAgainAfterAWithdrawal) {
  Hall hall = full_hall();
  EXPECT_EQ(hall.join("one more"), Refusal::full);
  EXPECT_FALSE(leave_place(hall, 1));
  EXPECT_FALSE(hall.join("one more"));
  EXPECT_EQ(hall.join("another"), Refusal::full);
  EXPECT_EQ(return_to_place(hall, 1), Refusal::full);
  EXPECT_EQ(
      hall.perform(decide_substitute(hall.state(), {.player = 1, .user = "S", .name = "S"}, hall.order())),
      Refusal::full);
  EXPECT_FALSE(leave_place(hall, 2));
  EXPECT_FALSE(return_to_place(hall, 1));
  EXPECT_FALSE(hall.start());
  EXPECT_EQ(hall.state().entrants().size(), static_cast<std::size_t>(kMostInBerger));
}

TEST(Places, WhoIsAwayKeepsTheirs) {
  Hall hall(swiss_rules(3), max_players(Format::swiss));
  ASSERT_FALSE(hall.start());
  ASSERT_FALSE(hall.pair());
  const GameId id = hall.game_of(1);
  ASSERT_FALSE(hall.perform(decide_no_show(hall.state(), id, {false, false}, hall.order())));
  ASSERT_EQ(hall.state().player(1).attendance, Attendance::away);
  EXPECT_EQ(hall.join("late"), Refusal::full);
  EXPECT_FALSE(return_to_place(hall, 1));
}

TEST(Places, OfARecordHaveAnEndThoughNobodyStays) {
  Hall hall = full_hall();
  std::optional<Refusal> refusal;
  for (Number last = kMostInBerger; !refusal && last < 1'000; ++last) {
    ASSERT_FALSE(leave_place(hall, last));
    refusal = hall.join("guest " + std::to_string(last));
  }
  EXPECT_EQ(refusal, Refusal::full);
  EXPECT_EQ(hall.state().players().size(), 2u * kMostInBerger);
  EXPECT_FALSE(return_to_place(hall, 2 * kMostInBerger)) << "who was the last to leave";
}

}  // namespace
}  // namespace server::tournament
