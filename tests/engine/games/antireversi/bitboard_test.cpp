#include "engine/games/antireversi/bitboard.h"

#include <gtest/gtest.h>

#include "tests/engine/games/antireversi/array_board.h"
#include "tests/engine/games/antireversi/random_boards.h"

namespace engine::antireversi {
namespace {

constexpr std::uint64_t kBoardSeed = 20241120;

Bitboard set_of(const std::vector<int>& squares) {
  Bitboard set = 0;
  for (int square : squares) set |= bit(square);
  return set;
}

TEST(Bitboard, MovesAndFlipsAreThoseOfTheArrayBoard) {
  SCOPED_TRACE(kBoardSeed);
  SplitMix64 random(kBoardSeed);
  for (int round = 0; round < 2000; ++round) {
    const Discs discs = random_discs(random);
    const auto array = oracle::ArrayBoard::from(write_position(Position(discs, Side::first)));
    ASSERT_EQ(moves(discs.own, discs.opponent), set_of(array.moves('X'))) << array.text();
    for (Bitboard rest = discs.empty(); rest != 0; rest &= rest - 1) {
      const int square = lowest_square(rest);
      const auto expected = array.flips(square % kFiles, square / kFiles, 'X');
      ASSERT_EQ(discs.flips(square), set_of(expected)) << array.text() << ' ' << square;
    }
  }
}

// The build for this machine may use AVX2; both ways must agree whichever of them the engine calls.
TEST(Bitboard, PortableOperationsAgreeWithTheFastOnes) {
  SCOPED_TRACE(kBoardSeed);
  SplitMix64 random(kBoardSeed);
  for (int round = 0; round < 200'000; ++round) {
    const Discs discs = random_discs(random);
    ASSERT_EQ(portable::moves(discs.own, discs.opponent), discs.moves());
    const Bitboard empty = discs.empty();
    if (empty == 0) continue;
    const int square = lowest_square(empty);
    ASSERT_EQ(portable::flips(square, discs.own, discs.opponent), discs.flips(square));
  }
}

TEST(Bitboard, NeighboursStayOnTheBoard) {
  EXPECT_EQ(with_neighbours(bit(square_at(0, 0))), bit(0) | bit(1) | bit(8) | bit(9));
  EXPECT_EQ(with_neighbours(bit(square_at(7, 3))), bit(22) | bit(23) | bit(30) | bit(31) | bit(38) | bit(39));
  EXPECT_EQ(count(with_neighbours(bit(square_at(3, 3)))), 9);
  EXPECT_EQ(with_neighbours(0), 0u);
}

}  // namespace
}  // namespace engine::antireversi
