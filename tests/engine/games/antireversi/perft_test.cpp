#include <gtest/gtest.h>

#include "engine/games/antireversi/position.h"

namespace engine::antireversi {
namespace {

/// Leaves at `depth`; a pass is one ply and a finished game is a leaf. Through the same interface as the
/// search.
std::uint64_t perft(Position& position, int depth) {
  MoveList moves;
  position.generate(moves);
  if (moves.empty()) return 1;
  EXPECT_EQ(moves.size(), static_cast<std::size_t>(position.count_moves()));
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (Move move : moves) {
    position.do_move(move);
    leaves += perft(position, depth - 1);
    position.undo_move();
  }
  return leaves;
}

// Known counts: edax and Egaroucid agree on them. At depth 9 the first passes and 228 finished games occur.
TEST(Perft, CountsFromTheStartAreTheKnownOnes) {
  constexpr std::uint64_t kLeaves[] = {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288};
  Position position;
  for (int depth = 1; depth <= 9; ++depth) EXPECT_EQ(perft(position, depth), kLeaves[depth - 1]) << depth;
}

}  // namespace
}  // namespace engine::antireversi
