#include "server/tournament/tables.h"

#include <gtest/gtest.h>

namespace server::tournament {
namespace {

using Both = std::array<int, 2>;

Rules with_legs(int legs = 1) {
  return {.game = "gomoku", .format = Format::swiss, .legs = legs};
}
Rules two_legged(int squares = 0) {
  return {.game = "antireversi", .format = Format::knockout, .legs = 2, .squares = squares};
}

Table new_table(const Rules& rules) {
  Table table{.first = 1, .second = 2};
  settle(table, rules);
  return table;
}

/// The running game: what it brings the first player of the table.
void play_game(Table& table, const Rules& rules, int points, Ending ending = Ending::on_board,
               Both discs = {}) {
  Game& game = table.games.back();
  ASSERT_TRUE(game.is_running());
  const int of_first = game.exchanged ? kWin - points : points;
  const Result result = of_first == kWin ? Result::first : of_first == 0 ? Result::second : Result::draw;
  if (game.exchanged) std::swap(discs[0], discs[1]);
  game.outcome = Outcome{.result = result, .ending = ending, .discs = discs};
  settle(table, rules);
}

TEST(Table, OfOneGameIsThatGame) {
  const Rules rules = with_legs();
  Table table = new_table(rules);
  EXPECT_FALSE(verdict_of(table, rules));
  play_game(table, rules, kWin);
  ASSERT_TRUE(verdict_of(table, rules));
  EXPECT_EQ(verdict_of(table, rules)->points(), (Both{2, 0}));
  EXPECT_EQ(table.games.size(), 1U);
}

TEST(Table, OfTwoGamesExchangesSeatsAndIsOneResult) {
  const Rules rules = with_legs(2);
  Table table = new_table(rules);
  play_game(table, rules, kWin);
  ASSERT_EQ(table.games.size(), 2U);
  EXPECT_TRUE(table.games[1].exchanged);
  play_game(table, rules, kDraw);
  EXPECT_EQ(verdict_of(table, rules)->points(), (Both{2, 0}));
  EXPECT_EQ(verdict_of(table, rules)->games, (Both{3, 1}));
}

TEST(Table, ThatIsEvenAfterItsGamesIsDrawn) {
  const Rules rules = with_legs(2);
  Table table = new_table(rules);
  play_game(table, rules, kWin);
  play_game(table, rules, 0);
  EXPECT_EQ(verdict_of(table, rules)->points(), (Both{1, 1}));
}

TEST(Table, WhoDoesNotComeLosesWhatIsLeftOfIt) {
  const Rules rules = with_legs(2);
  Table table = new_table(rules);
  play_game(table, rules, 0, Ending::forfeit);
  EXPECT_EQ(verdict_of(table, rules)->games, (Both{0, 4}));
  EXPECT_FALSE(verdict_of(table, rules)->was_played);
  Table second = new_table(rules);
  play_game(second, rules, kWin);
  play_game(second, rules, 0, Ending::forfeit);
  EXPECT_EQ(verdict_of(second, rules)->points(), (Both{1, 1}));
  EXPECT_TRUE(verdict_of(second, rules)->was_played);
}

TEST(Table, ThatNobodyCameToIsLostByBoth) {
  const Rules rules = with_legs();
  Table table = new_table(rules);
  table.games[0].outcome = Outcome{.result = Result::nobody, .ending = Ending::forfeit};
  EXPECT_EQ(verdict_of(table, rules)->points(), (Both{0, 0}));
  EXPECT_FALSE(verdict_of(table, rules)->winner());
}

TEST(Table, OfAKnockOutGoesOnUntilSomebodyWins) {
  const Rules rules = two_legged();
  Table table = new_table(rules);
  play_game(table, rules, kDraw);
  play_game(table, rules, kDraw);
  ASSERT_EQ(table.games.size(), 3U);
  EXPECT_EQ(table.games[2].stage, Stage::half_time);
  play_game(table, rules, kWin);
  EXPECT_FALSE(verdict_of(table, rules)) << "both games at half the time are played";
  play_game(table, rules, 0);
  ASSERT_EQ(table.games.size(), 5U);
  EXPECT_EQ(table.games[4].stage, Stage::decider);
  play_game(table, rules, kDraw);
  EXPECT_EQ(verdict_of(table, rules)->winner(), table.games[4].exchanged ? 0 : 1) << "a draw is the second's";
}

// The director says so of a last game that was no fair one: it was the second player's win, as a draw is.
TEST(Table, OfAKnockOutIsLostByBothWithItsLastGame) {
  const Rules rules = two_legged();
  Table table = new_table(rules);
  for (int game = 0; game < 4; ++game) play_game(table, rules, kDraw);
  ASSERT_EQ(table.games.back().stage, Stage::decider);
  table.games.back().outcome = Outcome{.result = Result::nobody, .ending = Ending::off_board};
  settle(table, rules);
  ASSERT_TRUE(verdict_of(table, rules));
  EXPECT_EQ(verdict_of(table, rules)->winner(), std::nullopt);
  EXPECT_EQ(table.games.size(), 5U);
}

TEST(Table, OfAKnockOutEndsInTheSecondStage) {
  const Rules rules = two_legged();
  Table table = new_table(rules);
  for (const int points : {kDraw, kDraw, kDraw, kWin}) play_game(table, rules, points);
  EXPECT_EQ(verdict_of(table, rules)->winner(), 0);
  EXPECT_EQ(table.games.size(), 4U);
}

TEST(Table, OfAKnockOutEndsAsSoonAsTheLeadIsOutOfReach) {
  Rules rules = two_legged();
  rules.legs = 4;
  Table table = new_table(rules);
  for (const int points : {kWin, kWin, kDraw}) play_game(table, rules, points);
  EXPECT_EQ(verdict_of(table, rules)->winner(), 0);
  EXPECT_EQ(table.games.size(), 3U);
}

TEST(Table, OfAKnockOutInAntireversiGoesByDiscsBeforeMoreGames) {
  const Rules rules = two_legged(64);
  Table table = new_table(rules);
  play_game(table, rules, kWin, Ending::on_board, {20, 44});
  EXPECT_FALSE(verdict_of(table, rules));
  play_game(table, rules, 0, Ending::on_board, {34, 30});  // Fewer discs win: 44 + 30 against 20 + 34.
  EXPECT_EQ(verdict_of(table, rules)->winner(), 0);
  EXPECT_EQ(table.games.size(), 2U);
}

TEST(Table, OfAKnockOutIsLostByWhoLeavesIt) {
  const Rules rules = two_legged();
  Table table = new_table(rules);
  play_game(table, rules, kWin);
  table.left = 1;
  settle(table, rules);
  EXPECT_EQ(verdict_of(table, rules)->winner(), 1);
  EXPECT_TRUE(table.games[1].annulled) << "the game that runs is stopped";
}

TEST(Table, OfAKnockOutIsLostByWhoDoesNotComeEvenIfAhead) {
  const Rules rules = two_legged();
  Table table = new_table(rules);
  play_game(table, rules, kWin);
  play_game(table, rules, 0, Ending::forfeit);
  EXPECT_EQ(verdict_of(table, rules)->winner(), 1);
}

TEST(Table, PlaysAGameAgainWithTheSameSeats) {
  const Rules rules = with_legs(2);
  Table table = new_table(rules);
  play_game(table, rules, kWin);
  table.games[1].annulled = true;
  settle(table, rules);
  ASSERT_EQ(table.games.size(), 3U);
  EXPECT_TRUE(table.games[2].exchanged);
}

TEST(Table, StopsAGameThatACorrectionMakesNeedless) {
  const Rules rules = two_legged();
  Table table = new_table(rules);
  play_game(table, rules, kWin);
  play_game(table, rules, 0);
  ASSERT_EQ(table.games.size(), 3U);
  table.games[1].outcome = Outcome{.result = Result::draw};
  settle(table, rules);
  EXPECT_EQ(verdict_of(table, rules)->winner(), 0);
  EXPECT_TRUE(table.games[2].annulled);
}

TEST(Discs, AreThoseOfTheOpponentAndTheWinnersEmptySquares) {
  const auto count = [](Result result, Ending ending, Both discs) {
    return discs_of(Outcome{.result = result, .ending = ending, .discs = discs}, 64);
  };
  EXPECT_EQ(count(Result::first, Ending::on_board, {24, 40}), (Both{40, 24}));
  EXPECT_EQ(count(Result::second, Ending::on_board, {40, 24}), (Both{24, 40}));
  EXPECT_EQ(count(Result::first, Ending::on_board, {0, 30}), (Both{64, 0})) << "34 squares are empty";
  EXPECT_EQ(count(Result::second, Ending::on_board, {40, 20}), (Both{20, 44})) << "4 squares are empty";
  EXPECT_EQ(count(Result::draw, Ending::on_board, {32, 32}), (Both{32, 32}));
  EXPECT_EQ(count(Result::first, Ending::off_board, {50, 10}), (Both{64, 0})) << "on time or resigned";
  EXPECT_EQ(count(Result::nobody, Ending::forfeit, {}), (Both{0, 0}));
}

}  // namespace
}  // namespace server::tournament
