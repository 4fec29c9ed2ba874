#include "engine/games/gomoku/vcf_solver.h"

#include <gtest/gtest.h>

#include "tests/engine/games/gomoku/board.h"
#include "tests/engine/games/gomoku/puzzles.h"

namespace engine::gomoku {
namespace {

search::Budget unlimited() {
  return search::Budget(Limits{}, {});
}

template <Rule R>
void solve(const Puzzle& puzzle) {
  const Position position = position_after(R, puzzle.moves);
  PatternBoard<R> board(position);
  VcfSolver<R> solver;
  search::Budget budget = unlimited();
  const Key before = board.key();
  const Proof attack = solver.solve(board, 20'000, budget);
  EXPECT_EQ(board.key(), before);
  // Where the win needs threes, a search of the fours alone must end and say no.
  EXPECT_EQ(attack.result, puzzle.by_vcf ? Proof::Result::win : Proof::Result::none);
  if (attack.wins()) expect_winning_line(position, solver.line());
  EXPECT_LE(budget.nodes(), 20'000u);
}

TEST(VcfSolver, SolvesTheVerifiedPositions) {
  const std::vector<Puzzle> all = puzzles();
  ASSERT_EQ(all.size(), 20u);
  for (const Puzzle& puzzle : all) {
    SCOPED_TRACE(puzzle.name);
    with_rule(puzzle.rule, [&]<Rule R>() { solve<R>(puzzle); });
  }
}

struct FourCase {
  std::string_view story;
  Rule rule;
  std::string_view black;
  std::string_view white;
  Side turn;
  int plies;  // 0: no win by fours.
};

constexpr FourCase kFourCases[] = {
    {"five at once", Rule::freestyle, "d8 e8 f8 g8", "c8", Side::first, 1},
    {"open four", Rule::freestyle, "f8 g8 h8", "", Side::first, 3},
    {"the opponent's five is sooner", Rule::freestyle, "f8 g8 h8", "e5 f5 g5 h5", Side::first, 0},
    {"two fours", Rule::freestyle, "d8 e8 f8 h5 h6 h7", "c8 h4", Side::first, 3},
    {"two fours are forbidden to black in renju", Rule::renju, "d8 e8 g8 h5 h6 h7", "c8 h4", Side::first, 0},
    {"four and three", Rule::freestyle, "d8 e8 f8 g7 g6", "c8", Side::first, 5},
    {"the answer to the four is a five", Rule::freestyle, "d8 e8 f8 g7 g6", "c8 h9 h10 h11 h12", Side::first,
     0},
    {"filling the opponent's four with a four", Rule::freestyle, "d8 e8 f8 f7 e6 g13", "c8 g9 g10 g11 g12",
     Side::first, 5},
    {"black may not fill the four in renju", Rule::renju, "h7 h9 g8 i8 c3", "d4 e5 f6", Side::second, 3},
    {"black may fill it in standard", Rule::standard, "h7 h9 g8 i8 c3", "d4 e5 f6", Side::second, 0},
    {"a five that is closed at both ends is none in caro", Rule::caro, "d8 e8 f8 g8", "c8 i8", Side::first,
     0},
    {"six is no five in standard", Rule::standard, "d8 e8 f8 h8 i8", "", Side::first, 0},
    {"nothing to win", Rule::freestyle, "h8 i9", "h9 i8", Side::first, 0},
};

template <Rule R>
void expect_plies(const FourCase& four) {
  const Position position = position_with(R, four.black, four.white, four.turn);
  PatternBoard<R> board(position);
  VcfSolver<R> solver;
  search::Budget budget = unlimited();
  const Proof attack = solver.solve(board, 1000, budget);
  EXPECT_EQ(attack.plies, four.plies);
  EXPECT_EQ(attack.wins(), four.plies > 0);
  if (attack.wins()) {
    EXPECT_LE(solver.line().size(), static_cast<std::size_t>(four.plies));
  }
}

TEST(VcfSolver, SmallCases) {
  for (const FourCase& four : kFourCases) {
    SCOPED_TRACE(four.story);
    with_rule(four.rule, [&]<Rule R>() { expect_plies<R>(four); });
  }
}

// Two plain fours cross in a third: only a search of all fours finds it, and what the other one did not find
// must not keep it from that.
TEST(VcfSolver, LooksForAllFoursAfterItFailedWithThoseThatBuild) {
  int only_by_all = 0;
  for (const Puzzle& puzzle : puzzles()) {
    if (!puzzle.by_vcf) continue;
    with_rule(puzzle.rule, [&]<Rule R>() {
      PatternBoard<R> board(position_after(R, puzzle.moves));
      VcfSolver<R> solver;
      search::Budget budget = unlimited();
      only_by_all += !solver.solve(board, 20'000, budget, {}, Fours::building).wins();
      EXPECT_TRUE(solver.solve(board, 20'000, budget).wins());
    });
  }
  EXPECT_GT(only_by_all, 0) << "no position tells the two apart";
}

TEST(VcfSolver, StopsAtItsLimitAndSaysSo) {
  const Puzzle hard = puzzles()[0];
  PatternBoard<Rule::renju> board(position_after(Rule::renju, hard.moves));
  VcfSolver<Rule::renju> solver;
  search::Budget budget = unlimited();
  EXPECT_EQ(solver.solve(board, 5, budget).result, Proof::Result::unknown);
  EXPECT_LE(budget.nodes(), 5u);
  EXPECT_TRUE(solver.solve(board, 20'000, budget).wins()) << "an early end must not be taken for a proof";
}

// A stop, a clock and a node limit all end a search by its budget, wherever it stands.
TEST(VcfSolver, RemembersNothingOfASearchThatTheBudgetStopped) {
  const Puzzle hard = puzzles()[0];
  PatternBoard<Rule::renju> board(position_after(Rule::renju, hard.moves));
  search::Budget whole = unlimited();
  ASSERT_TRUE(VcfSolver<Rule::renju>().solve(board, 20'000, whole).wins());
  for (std::uint64_t nodes = 1; nodes < whole.nodes(); ++nodes) {
    SCOPED_TRACE(nodes);
    VcfSolver<Rule::renju> solver;
    search::Budget stopped(Limits{.nodes = nodes}, {});
    ASSERT_EQ(solver.solve(board, 20'000, stopped).result, Proof::Result::unknown);
    search::Budget budget = unlimited();
    ASSERT_TRUE(solver.solve(board, 20'000, budget).wins());
  }
}

}  // namespace
}  // namespace engine::gomoku
