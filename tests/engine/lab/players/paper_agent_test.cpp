#include "engine/lab/players/paper_agent.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "tests/engine/games/antireversi/exact_positions.h"

namespace engine::lab {
namespace {

using antireversi::Discs;
using antireversi::ExactPosition;

Discs discs_at(const std::string& own, const std::string& opponent) {
  Discs discs{0, 0};
  for (std::size_t i = 0; i + 1 < own.size(); i += 3)
    discs.own |= antireversi::bit(antireversi::square_of(*antireversi::read_move(own.substr(i, 2))));
  for (std::size_t i = 0; i + 1 < opponent.size(); i += 3)
    discs.opponent |=
        antireversi::bit(antireversi::square_of(*antireversi::read_move(opponent.substr(i, 2))));
  return discs;
}

std::string move_of_paper(const std::string& pos, std::optional<int> depth) {
  const Game& game = *find_game("antireversi");
  const auto match = *game.new_match({.pos = pos});
  const GameState now{&game, {.pos = pos}, {}, match.get()};
  return make_player(read_player("proto=paper"))
      ->move(now, {.control = {.depth = depth}}, std::chrono::steady_clock::now());
}

// Worked out by hand. Squares: a1 -1024, b1 +128, d4 -8 against c3 -8, e5 -8, h7 +128: -904 - 112 = -1016.
// The mover can place b2 (over c3) and f6 (over e5), the opponent nothing.
TEST(PaperAgent, JudgesByTheStageOfTheRoot) {
  const Discs discs = discs_at("a1 b1 d4", "c3 e5 h7");
  EXPECT_EQ(paper_estimate(discs, {3}, 3), -1016) << "squares alone";
  EXPECT_EQ(paper_estimate(discs, {10}, 3), -1016 + 8 * 2);
  EXPECT_EQ(paper_estimate(discs, {16}, 3), -1016 + 8 * 2 - 8 * 3);
  EXPECT_EQ(paper_estimate(discs, {30}, 3), -1016 + 16 * 2 - 8 * 3);
  EXPECT_EQ(paper_estimate(discs, {36}, -2), -1016 + 8 * 2);
  EXPECT_EQ(paper_estimate(discs, {45}, -2), -1016 + 16 * 2);
  EXPECT_EQ(paper_estimate(discs.passed(), {30}, -3), 1016 - 16 * 2 + 8 * 3) << "seen by the other side";
}

// All four first moves are the same but for symmetry, so the first one tried stays: the highest square.
TEST(PaperAgent, TriesHigherSquaresFirst) {
  EXPECT_EQ(move_of_paper("", 6), "e6");
  EXPECT_EQ(move_of_paper("", std::nullopt), "e6");
}

// X: a1-c1 against O: d1. Its only move e1 is one.
TEST(PaperAgent, PlaysToTheEndOfAGame) {
  std::string board = "XXXO";
  board.resize(64, '-');
  EXPECT_EQ(move_of_paper(board + " X", std::nullopt), "e1");
  EXPECT_EQ(move_of_paper(board + " O", std::nullopt), "pass");
}

// With ten empty squares or fewer it counts discs, so it plays as well as can be, whatever its depth.
TEST(PaperAgent, CountsDiscsToTheEnd) {
  const auto rows = antireversi::exact_positions(10);
  ASSERT_GE(rows.size(), 19u);
  for (const ExactPosition& row : rows) {
    const std::string move = move_of_paper(row.pos, 2);
    EXPECT_TRUE(row.is_best(*antireversi::read_move(move))) << row.pos << ' ' << move;
  }
}

TEST(PaperAgent, PlaysNoOtherGame) {
  const Game& game = *find_game("gomoku");
  const auto match = *game.new_match({});
  const GameState start{&game, {}, {}, match.get()};
  EXPECT_THROW(make_player(read_player("proto=paper"))->begin(start, {}), PlayerFailed);
}

}  // namespace
}  // namespace engine::lab
