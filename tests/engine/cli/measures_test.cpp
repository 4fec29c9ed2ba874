// perft, bench and ablation: what people and scripts read of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "engine/cli/ablation.h"
#include "engine/cli/bench.h"
#include "engine/cli/perft.h"
#include "engine/games/registry.h"

namespace {

using namespace engine;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(Perft, PrintsItsTotalLast) {
  const Game& game = *find_game("antireversi");
  std::ostringstream out;
  cli::print_perft(game, **game.new_match({}), 5, {.divide = true, .threads = 2}, out);
  EXPECT_THAT(out.str(), ContainsRegex("d3: 349\n"));
  EXPECT_THAT(out.str(), ContainsRegex("Time: [0-9]+ ms\nNodes/s: [0-9]+\nNodes searched: 1396\n$"));
}

TEST(Perft, OfNoPlyIsThePositionItself) {
  const Game& game = *find_game("xiangqi");
  std::ostringstream out;
  cli::print_perft(game, **game.new_match({}), 0, {.divide = true}, out);
  EXPECT_THAT(out.str(), ContainsRegex("^Time: [0-9]+ ms\nNodes/s: [0-9]+\nNodes searched: 1\n$"));
}

TEST(Bench, RowsAreRightAndTheTotalIsAFingerprint) {
  for (const Game& game : games())
    for (const BenchRow& row : game.bench)
      EXPECT_FALSE(cli::match_of(game, row)->outcome()) << game.id << row.moves;

  Game small = *find_game("antireversi");
  constexpr std::array<BenchRow, 2> kRows = {{{"", "", "", 4}, {"", "", "d3", 3}}};
  small.bench = kRows;
  const Game* const one[] = {&small};
  const auto total = [&one] {
    std::ostringstream out;
    cli::print_bench(one, 1, out);
    return out.str().substr(out.str().find("Bench: "));
  };
  EXPECT_THAT(total(), ContainsRegex("^Bench: [1-9][0-9]*\n$"));
  EXPECT_EQ(total(), total());

  std::ostringstream by_two;
  cli::print_bench(one, 2, by_two);
  EXPECT_THAT(by_two.str(), ContainsRegex("^antireversi +nodes +[1-9][0-9]* ms +[0-9]+ nps +[0-9]+\n$"))
      << "no fingerprint: what two threads visit differs from time to time";
}

TEST(Ablation, ComparesTheTechniquesAtEqualDepth) {
  std::ostringstream out;
  cli::print_ablation(*find_game("antireversi"), 2000, out);
  for (const char* technique : {"minimax", "alpha-beta", "+ ordering", "+ table", "+ selective"})
    EXPECT_THAT(out.str(), HasSubstr(technique));
}

TEST(Ablation, LeavesOutEachPartThatTheGameHas) {
  const auto parts_of = [](const char* game) {
    std::ostringstream out;
    cli::print_ablation(*find_game(game), 100'000, out);
    return out.str();
  };
  const std::string xiangqi = parts_of("xiangqi");
  for (const char* part : {"aspiration windows", "killers, counter-moves", "histories", "quiescence",
                           "delta pruning", "solvers", "reverse futility", "razoring", "null move",
                           "late-move pruning", "futility", "late-move reductions", "extensions of the game"})
    EXPECT_THAT(xiangqi, ContainsRegex(std::string("  - ") + part + " +[1-9][0-9]* nodes"));
  EXPECT_THAT(xiangqi, Not(HasSubstr("multi-ProbCut"))) << "which is anti-Reversi's alone";
  EXPECT_THAT(parts_of("antireversi"), ContainsRegex("  - multi-ProbCut +[1-9][0-9]* nodes"));
}

}  // namespace
