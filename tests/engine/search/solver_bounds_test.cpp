// Solvers that know the winner before the margin.

#include <gtest/gtest.h>

#include "engine/search/team.h"
#include "tests/engine/search/drop_four.h"
#include "tests/engine/search/plain_minimax.h"

namespace {

using namespace drop_four;
using engine::Limits;
using engine::search::Node;
using engine::search::SearchResult;
using engine::search::Solved;
using engine::search::SolverGoal;
using engine::search::Team;

constexpr Score kBound = 1000, kExact = 1500;
constexpr Move kWinner{2}, kBiggestWinner{3};

/// Knows that the third column wins, and, when nothing else is left to do, that the fourth does by more.
struct WinnerKnown : PlainPolicy {
  std::optional<Solved> solve(Position&, const Node& node) {
    if (node.ply > 0 || node.searched < 200) return std::nullopt;
    if (node.goal == SolverGoal::outcome) return Solved{kBound, kWinner, {}, false};
    if (node.goal == SolverGoal::score_at_any_cost) return Solved{kExact, kBiggestWinner};
    return std::nullopt;
  }
};

/// The same, but never by how much.
struct OnlyWinnerKnown : WinnerKnown {
  std::optional<Solved> solve(Position& position, const Node& node) {
    if (node.goal != SolverGoal::outcome) return std::nullopt;
    return WinnerKnown::solve(position, node);
  }
};

/// Knows that every move loses.
struct LossKnown : PlainPolicy {
  std::optional<Solved> solve(Position&, const Node& node) {
    if (node.ply > 0 || node.goal != SolverGoal::outcome) return std::nullopt;
    return Solved{-kBound, engine::kNoMove, {}, false};
  }
};

template <class P>
SearchResult search(const Limits& limits) {
  return Team<P>({.hash_bytes = std::size_t{1} << 20}).search(Position(), limits, {}, {});
}

// A depth is looked to without more questions than it allows.
TEST(SolverBounds, AWinIsEnoughForWhoHasAClockOrWantsADepth) {
  for (const Limits& limits :
       {Limits{.depth = 12}, Limits{.optimum = std::chrono::hours(1), .nodes = 1'000'000}}) {
    const SearchResult found = search<WinnerKnown>(limits);
    EXPECT_EQ(found.lines.front().pv.front(), kWinner);
    EXPECT_EQ(found.lines.front().score, kBound);
    EXPECT_TRUE(found.lines.front().proven);
    EXPECT_LT(found.nodes, 20'000u) << "nothing is left to think about";
  }
}

TEST(SolverBounds, OthersAreToldByHowMuchWhereThatCanBeKnown) {
  const SearchResult found = search<WinnerKnown>({.nodes = 1'000'000});
  EXPECT_EQ(found.lines.front().pv.front(), kBiggestWinner);
  EXPECT_EQ(found.lines.front().score, kExact);
  EXPECT_LT(found.nodes, 20'000u);
}

TEST(SolverBounds, ASearchThatCannotLearnMoreEnds) {
  const SearchResult found = search<OnlyWinnerKnown>({.nodes = 1'000'000});
  EXPECT_EQ(found.lines.front().score, kBound);
  EXPECT_TRUE(found.lines.front().proven);
  EXPECT_LT(found.nodes, 20'000u);
}

// What wins is no estimate's worse: the other lines are searched, and none ranks above it.
TEST(SolverBounds, OtherLinesAreSearchedAndRankBelowAProvenWin) {
  const SearchResult found = search<OnlyWinnerKnown>({.nodes = 30'000, .multipv = 3});
  ASSERT_EQ(found.lines.size(), 3u);
  EXPECT_EQ(found.lines[0].pv.front(), kWinner);
  EXPECT_GT(found.nodes, 20'000u);
  for (std::size_t i = 1; i < found.lines.size(); ++i) {
    EXPECT_LE(found.lines[i].score, kBound);
    EXPECT_NE(found.lines[i].pv.front(), kWinner);
  }
}

// A loss names no move: the search chooses as it would without the solver, and every line is told as lost.
TEST(SolverBounds, WhichMoveOfALossToPlayIsLeftToTheSearch) {
  const Limits limits{.depth = 7, .multipv = 4};
  const SearchResult without = search<PlainPolicy>(limits), with = search<LossKnown>(limits);
  ASSERT_EQ(with.lines.size(), without.lines.size());
  EXPECT_EQ(with.nodes, without.nodes);
  for (std::size_t i = 0; i < with.lines.size(); ++i) {
    EXPECT_EQ(with.lines[i].pv.front(), without.lines[i].pv.front());
    EXPECT_EQ(with.lines[i].score, -kBound);
    EXPECT_TRUE(with.lines[i].proven);
  }
}

}  // namespace
