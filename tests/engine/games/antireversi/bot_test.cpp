#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "tests/engine/games/antireversi/exact_positions.h"

namespace engine::antireversi {
namespace {

const Game& game() {
  return *find_game("antireversi");
}

void expect_solved(int most_empties, std::size_t expected_positions) {
  const auto bot = game().new_bot({});
  const auto rows = exact_positions(most_empties);
  EXPECT_EQ(rows.size(), expected_positions);
  for (const ExactPosition& row : rows) {
    const auto match = game().new_match({.pos = row.pos}).value()->clone();
    const Thought thought = bot->think(*match, {.depth = row.empties}, {}, {});
    EXPECT_EQ(thought.lines.front().kind, ScoreKind::exact) << row.pos;
    EXPECT_EQ(thought.lines.front().value, row.difference) << row.pos;
    EXPECT_TRUE(row.is_best(*read_move(thought.best))) << row.pos << ' ' << thought.best;
  }
}

TEST(AntireversiBot, SolvesTheVerifiedEndings) {
  expect_solved(12, 34);
}
TEST(AntireversiBotSlow, SolvesAllTheVerifiedEndings) {
  expect_solved(18, 60);
}

}  // namespace
}  // namespace engine::antireversi
