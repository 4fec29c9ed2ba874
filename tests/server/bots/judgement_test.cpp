#include "server/bots/judgement.h"

#include <gtest/gtest.h>

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
  EXPECT_NEAR(accuracy_of(0.15), 50, 1e-9);
  EXPECT_LT(accuracy_of(1), 1.5);
}

}  // namespace
}  // namespace server
