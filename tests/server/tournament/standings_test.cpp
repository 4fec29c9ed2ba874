#include "server/tournament/standings.h"

#include <gtest/gtest.h>

#include "tests/server/tournament/hall.h"

namespace server::tournament {
namespace {

/// A round robin of four: 1 beats all, 2 draws with 3, 4 beats 3 and loses to 2.
Hall robin_of_four(std::vector<TieBreak> tie_breaks) {
  Hall hall({.game = "gomoku", .format = Format::round_robin, .tie_breaks = std::move(tie_breaks)}, 4);
  EXPECT_FALSE(hall.start());
  while (!hall.pair()) {
    while (!hall.state().running_games().empty()) {
      const Table& table = *hall.state().find_table(hall.state().running_games()[0]);
      const auto [low, high] = std::minmax(table.first, table.second);
      if (low == 2 && high == 3)
        hall.draw(2);
      else
        hall.win(low == 3 ? high : low);
    }
  }
  return hall;
}

std::int64_t first_tie_break(const Hall& hall, Number player) {
  return hall.standing_of(player).tie_breaks.at(0);
}

TEST(Standings, GoByPoints) {
  const Hall hall = robin_of_four({TieBreak::lot});
  EXPECT_EQ(hall.points_of(1), 6);
  EXPECT_EQ(hall.points_of(2), 3);
  EXPECT_EQ(hall.points_of(3), 1);
  EXPECT_EQ(hall.points_of(4), 2);
  EXPECT_EQ(hall.standing_of(1).rank, 1);
  EXPECT_EQ(hall.standing_of(3).rank, 4);
}

TEST(Standings, OpponentsPointsAreTheirSum) {
  const Hall hall = robin_of_four({TieBreak::opponents});
  EXPECT_EQ(first_tie_break(hall, 1), 3 + 1 + 2);
  EXPECT_EQ(first_tie_break(hall, 3), 6 + 3 + 2);
}

TEST(Standings, BuchholzLeavesOutTheLowest) {
  const Hall hall = robin_of_four({TieBreak::buchholz_cut});
  EXPECT_EQ(first_tie_break(hall, 1), 3 + 2);
  EXPECT_EQ(first_tie_break(hall, 3), 6 + 3);
}

TEST(Standings, SonnebornBergerWeighsTheBeatenTwiceAsMuchAsDraws) {
  const Hall hall = robin_of_four({TieBreak::sonneborn_berger});
  EXPECT_EQ(first_tie_break(hall, 2), 1 * 1 + 2 * 2) << "drew with 3, beat 4";
  EXPECT_EQ(first_tie_break(hall, 3), 1 * 3);
}

TEST(Standings, WinsAreCountedAndThoseAsSecond) {
  const Hall hall = robin_of_four({TieBreak::wins, TieBreak::wins_as_second});
  EXPECT_EQ(hall.standing_of(1).tie_breaks[0], 3);
  std::int64_t as_second = 0;
  for (const Standing& standing : standings_of(hall.state())) as_second += standing.tie_breaks[1];
  EXPECT_GT(as_second, 0);
  EXPECT_LT(as_second, 5);
}

TEST(Standings, WhoHadBothSeatsWonNotAsSecond) {
  Hall hall(
      {.game = "xiangqi", .format = Format::round_robin, .legs = 2, .tie_breaks = {TieBreak::wins_as_second}},
      2);
  hall.start();
  hall.pair();
  hall.win_all_by_number();
  EXPECT_EQ(hall.standing_of(1).points, kWin);
  EXPECT_EQ(hall.standing_of(1).tie_breaks[0], 0);
}

TEST(Standings, TheLowerLotGoesFirst) {
  Hall hall({.game = "gomoku", .format = Format::round_robin, .tie_breaks = {TieBreak::lot}}, 2);
  hall.start();
  hall.pair();
  hall.draw(1);
  EXPECT_EQ(hall.standing_of(2).rank, 1) << "joined later, with the lower lot";
}

TEST(Standings, WhomNothingPartsSharesAPlace) {
  Hall hall({.game = "gomoku", .format = Format::round_robin, .tie_breaks = {TieBreak::wins}}, 2);
  hall.start();
  hall.pair();
  hall.draw(1);
  EXPECT_EQ(hall.standing_of(1).rank, 1);
  EXPECT_EQ(hall.standing_of(2).rank, 1);
}

TEST(Standings, DirectEncounterCountsOnlyIfAllHaveMet) {
  Hall hall({.game = "gomoku", .format = Format::swiss, .rounds = 1, .tie_breaks = {TieBreak::direct}}, 4);
  hall.start();
  hall.pair();
  hall.draw(1);
  hall.draw(2);
  EXPECT_EQ(first_tie_break(hall, 1), 0) << "1 has met 3 alone";
  const Hall robin = robin_of_four({TieBreak::direct});
  EXPECT_EQ(first_tie_break(robin, 1), 0) << "alone with these points";
}

TEST(Standings, DirectEncounterCountsThePointsAmongTheTied) {
  Hall hall(
      {.game = "gomoku", .format = Format::round_robin, .tie_breaks = {TieBreak::direct, TieBreak::lot}}, 3);
  hall.start();
  while (!hall.pair()) {
    const Table& table = hall.table_of(hall.state().find_table(hall.state().running_games()[0])->first);
    hall.win(table.has(1) && table.has(2) ? 2 : table.has(1) ? 1 : 3);  // A circle: each beats one.
  }
  EXPECT_EQ(first_tie_break(hall, 1), kWin);
  EXPECT_EQ(first_tie_break(hall, 2), kWin);
}

Rules antireversi(int rounds) {
  return {.game = "antireversi", .format = Format::swiss, .rounds = rounds, .squares = 64};
}

TEST(Standings, BqAddsTheOpponentsPointsToTheDiscs) {
  Hall hall(antireversi(1), 2);
  hall.start();
  hall.pair();
  const GameId id = hall.game_of(1);
  hall.end(id, {.result = hall.begins(1) ? Result::first : Result::second,
                .discs = hall.begins(1) ? std::array{20, 44} : std::array{44, 20}});
  EXPECT_EQ(first_tie_break(hall, 1), 2 * 44 + 6 * 0);
  EXPECT_EQ(first_tie_break(hall, 2), 2 * 20 + 6 * 2);
  EXPECT_EQ(hall.standing_of(1).tie_breaks[1], 44) << "discs";
}

TEST(Standings, BqOfAByeIsHalfABoardAndTheOwnPoints) {
  Hall hall(antireversi(1), 3);
  hall.start();
  hall.pair();
  hall.win(1);
  EXPECT_EQ(hall.score_of(3).lines.at(0).kind, LineKind::bye);
  EXPECT_EQ(first_tie_break(hall, 3), 2 * 32 + 6 * kWin);
}

TEST(Standings, ARoundWithoutAGameCountsForOpponentsPointsAsTheLastInTheTable) {
  Hall hall({.game = "xiangqi", .format = Format::swiss, .rounds = 2}, 3);
  hall.start();
  hall.pair();  // 1 against 2, a bye for 3.
  hall.draw(1);
  hall.pair();  // 3 against one of them, who is the last; a bye for the other.
  hall.draw(3);
  EXPECT_EQ(first_tie_break(hall, 3), 2 + 2);
}

TEST(Standings, OpponentsOfTablesOfTwoGamesCountByGames) {
  Hall hall({.game = "gomoku",
             .format = Format::swiss,
             .rounds = 1,
             .legs = 2,
             .tie_breaks = {TieBreak::opponents}},
            2);
  hall.start();
  hall.pair();
  hall.win(1);
  hall.draw(1);
  EXPECT_EQ(hall.points_of(1), kWin);
  EXPECT_EQ(first_tie_break(hall, 1), 1);
  EXPECT_EQ(first_tie_break(hall, 2), 3);
}

}  // namespace
}  // namespace server::tournament
