#include "server/library/board_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/games/registry.h"
#include "tests/server/library/random_games.h"

namespace server {
namespace {

constexpr std::string_view kFen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// An empty board of stones.
std::string square(std::size_t side) {
  return std::string(side * side, '-') + " X";
}

TEST(BoardShape, KnowsWhatStandsWhere) {
  const BoardShape xiangqi(kFen);
  EXPECT_EQ(xiangqi.points(), 90u);
  EXPECT_EQ(xiangqi.symmetries(), 2u);
  EXPECT_EQ(xiangqi.contents(kFen).substr(0, 27), "RNBAKABNR----------C-----C-");
  EXPECT_EQ(xiangqi.contents(kFen).substr(81), "rnbakabnr");
  const BoardShape stones("XO-- O");
  EXPECT_EQ(stones.contents("XO-- O"), "XO--");
  EXPECT_EQ(stones.name(3), "b2");
  EXPECT_EQ(stones.symmetries(), 8u);
}

TEST(BoardShape, NamesAndNumbersItsMovesAsTheGameDoes) {
  for (const Kind& kind : kinds()) {
    const BoardShape shape = shape_of(kind);
    std::set<MoveNumber> numbers;
    const auto match = kind.start();
    for (const std::string& move : match->legal_moves()) {
      const auto number = shape.number(move);
      ASSERT_TRUE(number) << kind.name() << ' ' << move;
      EXPECT_EQ(shape.name(*number), move);
      EXPECT_TRUE(numbers.insert(*number).second) << "two moves of one number";
    }
  }
}

TEST(BoardShape, KnowsNoOtherMoves) {
  const BoardShape xiangqi(kFen);
  for (const char* text : {"", "a0", "a0a", "a0a10", "j0a0", "a0a1 ", "A0a1", "a0a1a2", "a-1a0", "a0 a1"})
    EXPECT_FALSE(xiangqi.number(text)) << text;
  const BoardShape small(square(4));
  for (const char* text : {"", "a", "a0", "a5", "e1", "a1a2", "pas", "passs"})
    EXPECT_FALSE(small.number(text)) << text;
  EXPECT_EQ(small.name(17), "") << "behind the pass";
}

// What the format is worth: a byte for stones of boards up to 15 x 15, two for the others.
TEST(BoardShape, PacksMovesIntoOneByteOrTwo) {
  EXPECT_EQ(BoardShape(square(15)).pack({"a1", "o15", "pass"}), std::string("\x00\xe0\xe1", 3));
  EXPECT_EQ(BoardShape(square(20)).pack({"a1", "t20"}), std::string("\x00\x00\x8f\x01", 4));
  const BoardShape xiangqi(kFen);
  EXPECT_EQ(xiangqi.pack({"h2e2"})->size(), 2u);
}

TEST(BoardShape, TurnsPackedMovesBack) {
  for (const Kind& kind : kinds()) {
    const BoardShape shape = shape_of(kind);
    for (int game = 0; game < 20; ++game) {
      const auto moves = random_moves(kind, 300);
      const auto packed = shape.pack(moves);
      ASSERT_TRUE(packed) << kind.name();
      EXPECT_EQ(shape.unpack(*packed), moves) << kind.name();
    }
  }
}

TEST(BoardShape, RefusesBytesThatAreNoMoves) {
  EXPECT_FALSE(BoardShape(square(4)).unpack("\x20"));
  EXPECT_FALSE(BoardShape(square(20)).unpack("a")) << "half a move";
  EXPECT_FALSE(BoardShape(square(4)).pack({"e5"}));
}

TEST(BoardShape, EverySymmetryLaysTheBoardOntoItselfAndBack) {
  for (const Kind& kind : kinds()) {
    const BoardShape shape = shape_of(kind);
    for (unsigned symmetry = 0; symmetry < shape.symmetries(); ++symmetry) {
      std::set<std::size_t> images;
      for (std::size_t point = 0; point < shape.points(); ++point) {
        images.insert(shape.image(point, symmetry));
        EXPECT_EQ(shape.image(shape.image(point, symmetry), BoardShape::inverse(symmetry)), point);
      }
      EXPECT_EQ(images.size(), shape.points());
    }
  }
}

}  // namespace
}  // namespace server
