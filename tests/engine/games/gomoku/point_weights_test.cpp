#include "engine/games/gomoku/point_weights.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <stdexcept>

#include "engine/games/gomoku/policy.h"
#include "tests/engine/games/gomoku/board.h"
#include "tests/seed.h"

namespace engine::gomoku {
namespace {

TEST(PointWeights, WhatIsNothingForBothIsWorthNothing) {
  EXPECT_EQ(point_weights().of[0], PointWeight{});
  EXPECT_EQ(handmade_weights().of[0], PointWeight{});
}

TEST(PointWeights, RefusesAFileOfTheWrongSize) {
  const std::string text = "a test\n123";
  EXPECT_THROW((void)read_point_weights({reinterpret_cast<const unsigned char*>(text.data()), text.size()}),
               std::runtime_error);
}

/// One of the eight symmetries of a square board.
Point turned(Point p, int symmetry, int size) {
  int file = file_of(p), rank = rank_of(p);
  if (symmetry & 1) file = size - 1 - file;
  if (symmetry & 2) rank = size - 1 - rank;
  if (symmetry & 4) std::swap(file, rank);
  return point(file, rank);
}

template <Rule R>
void expect_symmetric(std::mt19937& random, bool exchanged) {
  constexpr int kSize = 15;
  Policy<R> policy;
  std::vector<Cell> cells(kSize * kSize, Cell::empty);
  const auto cell = [&](std::vector<Cell>& board, Point p) -> Cell& {
    return board[static_cast<std::size_t>(rank_of(p) * kSize + file_of(p))];
  };
  for (int stone = 0; stone < 24; ++stone) {
    const Point p = point(3 + static_cast<int>(random() % 9), 3 + static_cast<int>(random() % 9));
    cell(cells, p) = stone % 2 == 0 ? Cell::first : Cell::second;
  }
  const Position position(R, kSize, cells, Side::first);
  if (position.has_five(Side::first) || position.has_five(Side::second)) return;
  const Score score = policy.evaluate(PatternBoard<R>(position));
  for (int symmetry = 1; symmetry < 8; ++symmetry) {
    std::vector<Cell> image(cells.size(), Cell::empty);
    for (int i = 0; i < kSize * kSize; ++i) {
      const Point p = point(i % kSize, i / kSize);
      cell(image, turned(p, symmetry, kSize)) = cell(cells, p);
    }
    EXPECT_EQ(policy.evaluate(PatternBoard<R>(Position(R, kSize, image, Side::first))), score) << symmetry;
  }
  if (!exchanged) return;
  for (Cell& stone : cells)
    if (stone != Cell::empty) stone = stone == Cell::first ? Cell::second : Cell::first;
  EXPECT_EQ(policy.evaluate(PatternBoard<R>(Position(R, kSize, cells, Side::second))), score)
      << "with the colours exchanged";
}

TEST(PointWeights, TheEvaluationKnowsNoSidesOfTheBoardAndWhereTheRulesAreTheSameNoColours) {
  const auto seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int i = 0; i < 50; ++i) {
    expect_symmetric<Rule::freestyle>(random, true);
    expect_symmetric<Rule::standard>(random, true);
    expect_symmetric<Rule::caro>(random, true);
    expect_symmetric<Rule::renju>(random, false);
  }
}

TEST(PointWeights, ABeginnerSeesNoDifferenceBetweenWhoMovesAndWhoWaits) {
  const auto eval = [](Side turn) {
    const Position position = position_with(Rule::freestyle, "h8 i8 j8", "g9 g10", turn);
    return Policy<Rule::freestyle>().beginner_eval(PatternBoard<Rule::freestyle>(position));
  };
  const Score tempo = handmade_weights().tempo;
  EXPECT_EQ(eval(Side::first) - tempo, -(eval(Side::second) - tempo));
  EXPECT_GT(eval(Side::first), tempo) << "three are more than two";
}

}  // namespace
}  // namespace engine::gomoku
