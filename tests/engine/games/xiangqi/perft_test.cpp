#include <gtest/gtest.h>

#include <sstream>

#include "tests/engine/games/xiangqi/verified_data.h"

namespace engine::xiangqi {
namespace {

std::uint64_t perft(Position& position, int depth) {
  if (depth == 1) return static_cast<std::uint64_t>(position.count_moves());
  std::uint64_t leaves = 0;
  MoveList moves;
  position.generate(moves);
  for (const Move move : moves) {
    position.do_move(move);
    leaves += perft(position, depth - 1);
    position.undo_move();
  }
  return leaves;
}

/// Counts that three other generators agree on: openings, endgames, checks, double checks, pins by the flying
/// general, eyes, legs, screens, last-rank pawns, mates and stalemates.
TEST(XiangqiPerft, AgreesWithVerifiedCounts) {
  constexpr int kDeepest = 4;  // Depth 5, 250 million leaves, is for benchmarks.
  int counted = 0;
  for (const std::string& line : verified_lines("xiangqi_perft.epd")) {
    const auto fields = line.find(';');
    Position position = position_of(line.substr(0, fields - 1));
    std::istringstream counts(line.substr(fields));
    std::string depth;
    for (std::uint64_t leaves = 0; counts >> depth >> leaves;) {  // ";D4 3290240"
      if (depth[2] - '0' > kDeepest) continue;
      EXPECT_EQ(perft(position, depth[2] - '0'), leaves) << line << " " << depth;
      ++counted;
    }
  }
  EXPECT_EQ(counted, 26 * kDeepest);
}

}  // namespace
}  // namespace engine::xiangqi
