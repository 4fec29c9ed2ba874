#include "server/bots/judgement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/games/registry.h"

namespace server {
namespace {

using engine::Line;
using engine::ScoreKind;
using engine::Side;
using protocol::Evaluation;
using protocol::Mark;

TEST(JudgementTest, LooksFromTheFirstSideWhoeverIsToMove) {
  EXPECT_EQ(for_first_side({ScoreKind::eval, 40}, Side::first), (Evaluation{ScoreKind::eval, 40}));
  EXPECT_EQ(for_first_side({ScoreKind::eval, 40}, Side::second), (Evaluation{ScoreKind::eval, -40}));
  EXPECT_EQ(for_first_side({ScoreKind::win, 7}, Side::second), (Evaluation{ScoreKind::loss, 7}));
  EXPECT_EQ(for_first_side({ScoreKind::loss, 7}, Side::second), (Evaluation{ScoreKind::win, 7}));
  EXPECT_EQ(for_first_side({ScoreKind::exact, 12}, Side::second), (Evaluation{ScoreKind::exact, -12}));
  EXPECT_EQ(for_first_side({ScoreKind::draw, 0}, Side::second), (Evaluation{ScoreKind::draw, 0}));
}

TEST(JudgementTest, AnEndIsWorthWhatItIs) {
  EXPECT_EQ(win_chance("xiangqi", evaluation_of({Side::first, "checkmate"})), 1);
  EXPECT_EQ(win_chance("xiangqi", evaluation_of({Side::second, "checkmate"})), 0);
  EXPECT_EQ(win_chance("xiangqi", evaluation_of({std::nullopt, "repetition"})), 0.5);
}

TEST(JudgementTest, ChancesGrowWithTheEvaluationAndAreFairToBothSides) {
  for (const engine::Game& game : engine::games()) {
    const auto chance = [&](int value) { return win_chance(game.id, {ScoreKind::eval, value}); };
    EXPECT_EQ(chance(0), 0.5);
    for (int value = 0; value < 3000; value += 100) {
      EXPECT_LT(chance(value), chance(value + 100));
      EXPECT_NEAR(chance(value) + chance(-value), 1, 1e-12);
    }
    EXPECT_LT(chance(3000), win_chance(game.id, {ScoreKind::win, 99})) << "a proof is more than a hope";
  }
}

TEST(JudgementTest, AProvenDifferenceIsCertain) {
  EXPECT_EQ(win_chance("antireversi", {ScoreKind::exact, 2}), 1);
  EXPECT_EQ(win_chance("antireversi", {ScoreKind::exact, -2}), 0);
  EXPECT_EQ(win_chance("antireversi", {ScoreKind::exact, 0}), 0.5);
}

TEST(JudgementTest, MarksGrowWithTheLoss) {
  EXPECT_EQ(mark_of(-0.2), std::nullopt);
  EXPECT_EQ(mark_of(0.04), std::nullopt);
  EXPECT_EQ(mark_of(0.06), Mark::inaccuracy);
  EXPECT_EQ(mark_of(0.11), Mark::mistake);
  EXPECT_EQ(mark_of(0.5), Mark::blunder);
  EXPECT_EQ(accuracy_of(0), 100);
  EXPECT_EQ(accuracy_of(-0.1), 100) << "nobody is better than right";
  EXPECT_NEAR(accuracy_of(0.15), 50.5, 0.1);
  EXPECT_EQ(accuracy_of(1), 0);
}

TEST(JudgementTest, OneTerribleMoveIsNotMadeGoodByManyThatLoseNothing) {
  std::vector<double> wins(40, 0.5);
  std::vector<JudgedMove> moves;
  for (std::size_t from = 0; from + 1 < wins.size(); from += 2) moves.push_back({from, Side::first, 0});
  EXPECT_NEAR(accuracy_of_game(wins, moves)[0], 100, 1e-9);
  moves[10].loss = 0.5;
  std::fill(wins.begin() + 21, wins.end(), 0.0);  // After it everything is lost, and cannot be lost again.
  const double accuracy = accuracy_of_game(wins, moves)[0];
  EXPECT_LT(accuracy, 75) << "a mean would say " << (19 * 100 + accuracy_of(0.5)) / 20;
  EXPECT_GT(accuracy, 30);
}

TEST(JudgementTest, MovesCountMoreWhereTheGameIsOpen) {
  const std::vector<double> wins{0.5, 0.5, 0.5, 0.5, 0.9, 0.2, 0.8, 0.1};
  const auto with_mistake_at = [&](std::size_t at) {
    std::vector<JudgedMove> moves;
    for (std::size_t from = 0; from < 7; ++from) moves.push_back({from, Side::first, from == at ? 0.2 : 0});
    return accuracy_of_game(wins, moves)[0];
  };
  EXPECT_LT(with_mistake_at(5), with_mistake_at(1));
}

TEST(JudgementTest, ASideWithoutMovesMadeNoMistake) {
  EXPECT_EQ(accuracy_of_game(std::vector<double>{0.5}, {}), (std::array<double, 2>{100, 100}));
  EXPECT_EQ(
      accuracy_of_game(std::vector<double>{0.5, 0.1}, std::vector<JudgedMove>{{0, Side::first, 0.4}})[1],
      100);
}

}  // namespace
}  // namespace server
