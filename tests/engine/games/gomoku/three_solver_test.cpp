#include "engine/games/gomoku/three_solver.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/engine/games/gomoku/puzzles.h"
#include "tests/seed.h"

namespace engine::gomoku {
namespace {

struct ThreeCase {
  std::string_view story;
  Rule rule;
  std::string_view black;
  std::string_view white;
  int plies;  // 0: no win by threats.
};

constexpr ThreeCase kThreeCases[] = {
    {"two threes at once", Rule::freestyle, "g8 i8 h7 h9", "", 5},
    {"two threes are forbidden to black in renju", Rule::renju, "g8 i8 h7 h9", "a1 a3 a5 a7 c1 c3 c5 c7", 0},
    {"a four of the defender comes between", Rule::freestyle, "g8 i8 h7 h9", "a1 b1 c1 a3 a4 a5", 0},
    {"one three alone", Rule::freestyle, "g8 h8", "", 0},
};

template <Rule R>
Attack attack_in(const Position& position) {
  PatternBoard<R> board(position);
  ThreeSolver<R> solver;
  search::Budget budget = unlimited();
  return solver.solve(board, 4, 20'000, budget);
}

TEST(ThreeSolver, SmallCases) {
  for (const ThreeCase& three : kThreeCases) {
    SCOPED_TRACE(three.story);
    const Position position = position_with(three.rule, three.black, three.white);
    const Attack attack = with_rule(three.rule, [&]<Rule R>() { return attack_in<R>(position); });
    EXPECT_EQ(attack.wins(), three.plies > 0);
    EXPECT_EQ(attack.plies, three.plies);
  }
}

TEST(ThreeSolver, FindsAnAttackOfThreesAndFours) {
  const Puzzle puzzle = puzzles()[14];
  PatternBoard<Rule::freestyle> board(position_after(Rule::freestyle, puzzle.moves));
  ThreeSolver<Rule::freestyle> solver;
  search::Budget budget = unlimited();
  const Attack attack = solver.solve(board, 4, 2000, budget);
  ASSERT_TRUE(attack.wins());
  // The line may end early, where the defender has nothing left to try.
  EXPECT_LE(solver.line().size(), static_cast<std::size_t>(attack.plies));
  EXPECT_EQ(solver.line().size() % 2, 1u);
  expect_legal(position_after(Rule::freestyle, puzzle.moves), solver.line());
}

/// The claim of the solver taken at its word: after its move, every single reply still loses.
template <Rule R>
int check_every_reply(const Position& position) {
  PatternBoard<R> board(position);
  ThreeSolver<R> solver;
  search::Budget budget = unlimited();
  if (!solver.solve(board, 2, 1000, budget).wins()) return 0;
  board.do_move(solver.line().front());
  if (board.verdict(0)) return 1;
  MoveList replies;
  board.generate(replies);
  for (const Move reply : replies) {
    board.do_move(reply);
    EXPECT_TRUE(!board.verdict(0) && solver.solve(board, 2, 20'000, budget).wins())
        << Rules::look(position).pos << " and then " << Rules::write_move(position, reply);
    board.undo_move();
  }
  return 1;
}

Position scattered(Rule rule, std::mt19937& random) {
  std::vector<Cell> cells(225, Cell::empty);
  for (int i = 0; i < 18; ++i) {
    const std::size_t file = 4 + random() % 7;
    const std::size_t rank = 4 + random() % 7;
    cells[15 * rank + file] = i % 2 == 0 ? Cell::first : Cell::second;
  }
  return Position(rule, 15, cells, random() % 2 == 0 ? Side::first : Side::second);
}

TEST(ThreeSolver, ItsWinsStandAgainstEveryReply) {
  const auto seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  int wins = 0;
  for (int round = 0; round < 200; ++round) {
    const auto rule = static_cast<Rule>(round % 4);
    const Position position = scattered(rule, random);
    if (position.winner()) continue;
    wins += with_rule(rule, [&]<Rule R>() { return check_every_reply<R>(position); });
  }
  EXPECT_GT(wins, 20) << "positions too tame to test anything";
}

}  // namespace
}  // namespace engine::gomoku
