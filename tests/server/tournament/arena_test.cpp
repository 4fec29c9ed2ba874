#include "server/tournament/arena.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <set>
#include <utility>

#include "server/tournament/arena_points.h"
#include "tests/server/tournament/hall.h"

namespace server::tournament {
namespace {

using namespace std::chrono_literals;

Rules arena_rules(const char* game = "gomoku") {
  Rules rules{.game = game, .format = Format::arena, .base = 3min, .length = 60min};
  set_default_draws(rules);
  return rules;
}

Hall arena_of(int players) {
  Hall hall(arena_rules(), players);
  EXPECT_FALSE(hall.start());
  hall.wait(kFirstWaveAfter);
  return hall;
}

std::vector<Number> first_numbers(int players) {
  std::vector<Number> numbers(static_cast<std::size_t>(players));
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

TEST(ArenaPoints, DoubleAfterTwoWinsUntilAGameIsNotWon) {
  const Rules rules = arena_rules();
  ArenaPoints points(rules);
  EXPECT_EQ(points.win(), 2);
  EXPECT_EQ(points.win(), 2);
  EXPECT_EQ(points.win(), 4);
  EXPECT_EQ(points.draw(50), 2);
  EXPECT_EQ(points.win(), 2);
  EXPECT_EQ(points.loss(), 0);
  EXPECT_EQ(points.win(), 2);
}

TEST(ArenaPoints, QuickDrawsAndDrawsAfterDrawsGiveNothingInXiangqi) {
  const Rules rules = arena_rules("xiangqi");
  ArenaPoints points(rules);
  EXPECT_EQ(points.draw(19), 0);
  EXPECT_EQ(points.draw(59), 0) << "after a draw";
  EXPECT_EQ(points.draw(60), 1) << "after a draw, but long";
  EXPECT_EQ(points.loss(), 0);
  EXPECT_EQ(points.draw(20), 1);
}

TEST(ArenaPoints, DrawsAreRealElsewhere) {
  const Rules rules = arena_rules();
  ArenaPoints points(rules);
  EXPECT_EQ(points.draw(5), 1);
  EXPECT_EQ(points.draw(5), 1);
}

TEST(Arena, CountsGamesInTheOrderOfTheirEnds) {
  Hall hall = arena_of(4);
  hall.pair_wave({1, 2, 3, 4});
  const Number opponent = hall.opponent_of(1);
  hall.win(1);
  EXPECT_EQ(hall.points_of(1), 2);
  EXPECT_EQ(hall.points_of(opponent), 0);
}

TEST(Arena, NeighboursInTheStandingMeet) {
  Hall hall = arena_of(6);
  EXPECT_FALSE(hall.pair_wave(first_numbers(6)));
  EXPECT_EQ(hall.state().running_games().size(), 3U);
  for (const Table& table : hall.state().last_round()->tables)
    EXPECT_EQ(std::abs(table.first - table.second), 1);
}

TEST(Arena, WhoCameLastWaits) {
  Hall hall = arena_of(5);
  hall.pair_wave({3, 1, 2, 5, 4});
  EXPECT_FALSE(hall.state().playing().contains(4));
  EXPECT_TRUE(hall.state().playing().contains(5));
}

TEST(Arena, NobodyMeetsTheLastOpponentAgain) {
  Hall hall = arena_of(4);
  hall.pair_wave(first_numbers(4));
  const Number opponent = hall.opponent_of(1);
  hall.win_all_by_number();
  hall.pair_wave(first_numbers(4));
  EXPECT_NE(hall.opponent_of(1), opponent);
}

TEST(Arena, TwoMayMeetAgain) {
  Hall hall = arena_of(2);
  hall.pair_wave(first_numbers(2));
  hall.win(1);
  EXPECT_FALSE(hall.pair_wave(first_numbers(2)));
}

// The two of a game that had ended first were the only ones who waited, and met again and again.
TEST(Arena, TwoDoNotMeetAgainWhileOthersPlay) {
  Hall hall = arena_of(4);
  EXPECT_FALSE(hall.pair_wave(waiting_in(hall.state())));
  const Number opponent = hall.opponent_of(1);
  hall.win(1);
  hall.wait(kWaveEvery);
  EXPECT_EQ(hall.pair_wave(waiting_in(hall.state())), Refusal::too_few) << "two come from the other game";
  hall.win_all_by_number();
  EXPECT_FALSE(hall.pair_wave(waiting_in(hall.state())));
  EXPECT_EQ(hall.state().running_games().size(), 2U);
  EXPECT_NE(hall.opponent_of(1), opponent);
}

// Two of them had met last, and the third had met both of them before: the one who was free last waited, for
// whom there was an opponent, and no wave had a table any more.
TEST(Arena, ThreePlayersMeetInTurnUntilItsEnd) {
  Hall hall = arena_of(3);
  std::array<int, 4> games{};
  for (int wave = 0; wave < 12; ++wave) {
    ASSERT_FALSE(hall.pair_wave(waiting_in(hall.state()))) << "wave " << wave;
    for (const Number player : hall.state().playing()) ++games[static_cast<std::size_t>(player)];
    hall.win_all_by_number();
    hall.wait(kWaveEvery);
  }
  for (const Number player : {1, 2, 3}) EXPECT_GE(games[static_cast<std::size_t>(player)], 6) << player;
}

TEST(Arena, OfThreeTwoWhoMayNotMeetPlayTheThirdInTurn) {
  Hall hall = arena_of(3);
  EXPECT_FALSE(hall.perform(decide_forbid(hall.state(), 1, 2, hall.order())));
  Number last = 0;
  for (int wave = 0; wave < 6; ++wave) {
    ASSERT_FALSE(hall.pair_wave(waiting_in(hall.state()))) << "wave " << wave;
    EXPECT_NE(hall.opponent_of(3), std::exchange(last, hall.opponent_of(3)));
    hall.win(3);
    hall.wait(kWaveEvery);
  }
}

// Both had begun twice running, and all others had left: neither could have got another colour.
TEST(Arena, TheLastTwoMeetWhateverTheirColours) {
  Hall hall = arena_of(6);
  const auto pair = [&](std::vector<Pairing> tables) {
    const Plan plan{.version = hall.state().version(), .round = RoundPaired{.tables = std::move(tables)}};
    EXPECT_FALSE(hall.perform(decide_round(hall.state(), plan, hall.order())));
    hall.win_all_by_number();
  };
  pair({{.first = 1, .second = 3}, {.first = 2, .second = 4}});
  pair({{.first = 1, .second = 5}, {.first = 2, .second = 6}});
  for (const Number left : {3, 4, 5, 6})
    EXPECT_FALSE(hall.perform(decide_withdraw(hall.state(), left, hall.order())));
  EXPECT_FALSE(hall.pair_wave(waiting_in(hall.state())));
  EXPECT_EQ(hall.state().playing(), (std::set<Number>{1, 2}));
  const std::array<bool, 2> forced = hall.state().last_round()->tables[0].reason.forced;
  EXPECT_EQ(forced, (std::array<bool, 2>{true, false})) << "which is on record";
}

TEST(Arena, WhoPlaysIsNotPaired) {
  Hall hall = arena_of(4);
  hall.pair_wave({1, 2});
  EXPECT_FALSE(hall.pair_wave({3, 4})) << "a wave while others play";
  const Plan plan{.version = hall.state().version(),
                  .round = RoundPaired{.tables = {{.first = 1, .second = 3}}, .rests = {}}};
  EXPECT_EQ(hall.perform(decide_round(hall.state(), plan, hall.order())), Refusal::stale);
}

TEST(Arena, HasItsTimes) {
  Hall hall(arena_rules(), 2);
  hall.start();
  EXPECT_EQ(hall.pair_wave(first_numbers(2)), Refusal::too_early) << "first pairing 15 s after the start";
  hall.wait(kFirstWaveAfter);
  EXPECT_FALSE(hall.pair_wave(first_numbers(2)));
  EXPECT_EQ(hall.finish(), Refusal::games_left);
  hall.win(1);
  EXPECT_EQ(hall.finish(), Refusal::too_early);
  hall.wait(60min);
  EXPECT_EQ(hall.pair_wave(first_numbers(2)), Refusal::too_late);
  EXPECT_EQ(hall.join("late"), Refusal::too_late);
  EXPECT_FALSE(hall.finish());
}

TEST(Arena, ManyArePairedAtOnce) {
  Hall hall = arena_of(300);
  hall.pair_wave(first_numbers(300));
  EXPECT_EQ(hall.state().running_games().size(), 150U);
}

}  // namespace
}  // namespace server::tournament
