#pragma once

#include <gtest/gtest.h>

#include "engine/core/game.h"
#include "tests/engine/games/antireversi/exact_positions.h"

namespace engine::antireversi {

extern const Game kGame;

/// A bot finds score and a best move of every verified position with at most `most_empties` empty squares.
inline void expect_solved_by_bot(int most_empties, std::size_t expected_positions) {
  const auto bot = kGame.new_bot({});
  const auto rows = exact_positions(most_empties);
  EXPECT_EQ(rows.size(), expected_positions);
  for (const ExactPosition& row : rows) {
    const auto match = kGame.new_match({.pos = row.pos});
    const Thought thought = bot->think(*match.value(), {.depth = row.empties}, {}, {});
    EXPECT_EQ(thought.lines.front().kind, ScoreKind::exact) << row.pos;
    EXPECT_EQ(thought.lines.front().value, row.margin) << row.pos;
    EXPECT_TRUE(row.is_best(*read_move(thought.best))) << row.pos << ' ' << thought.best;
  }
}

}  // namespace engine::antireversi
