#include "engine/games/antireversi/policy.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/games/antireversi/evaluation.h"

namespace engine::antireversi {

namespace {

/// Inside the tree so few squares are solved at once.
constexpr int kLeafEmpties = 8;

/// The root is solved when that will take about this many times what has been searched by then: a solved root
/// ends the search, and one that takes too long has cost no more than was already invested, times this.
constexpr std::uint64_t kPatience = 8;

/// How many nodes solving takes, by number of empty squares: 15,000 for 14 and 2.4 times as many for each one
/// more, on average over mixed positions.
constexpr std::array<std::uint64_t, kSquares + 1> kExpectedNodes = [] {
  std::array<std::uint64_t, kSquares + 1> all{};
  double nodes = 0.03;
  for (std::uint64_t& n : all) n = static_cast<std::uint64_t>(std::min(nodes *= 2.4, 1e18));
  return all;
}();
static_assert(kExpectedNodes[14] / 1000 == 15);

/// Added to the size of a result that holds for the whole tree below the root, not only for one line.
constexpr Score kSolved = 1;

constexpr Score solved_result(int difference) {
  if (difference == 0) return 0;
  return result(difference) + (difference > 0 ? kSolved : -kSolved);
}

constexpr int sign(Score score) {
  return (score > 0) - (score < 0);
}

/// The difference of a result, and the biggest whose result is not above an estimate.
constexpr int difference_at_most(Score score) {
  if (score >= 0) return std::max(0, (score - kResult) / kDisc);
  // Rounded away from 0; results have a little more than whole discs.
  return -std::max(1, (-score - kResult - kSolved + kDisc - 1) / kDisc);
}
static_assert(difference_at_most(result(3)) == 3 && difference_at_most(solved_result(-3)) == -3);
static_assert(difference_at_most(250) == 0 && difference_at_most(-250) == -1);

/// The window of a node in discs. Among estimates it asks who wins.
std::pair<int, int> differences(const search::Node& node) {
  constexpr int kBeyond = kSquares + 1;
  return {std::max(difference_at_most(node.alpha), -kBeyond),
          std::min(-difference_at_most(-node.beta), kBeyond)};
}

// Scale of order(); history (see search::kHistoryMax) outweighs a few answers more or less, never a corner.
constexpr std::int32_t kAnswer = 1500;
constexpr std::int32_t kCornerLast = 10 * kAnswer;

}  // namespace

Score Policy::evaluate(const Position& position) {
  return estimate(position.discs());
}

void Policy::order(const Position& position, std::span<ScoredMove> moves) {
  const Discs& discs = position.discs();
  for (ScoredMove& scored : moves) {
    scored.score = 0;
    if (scored.move == kPass) continue;
    const int square = square_of(scored.move);
    scored.score -= kAnswer * count(discs.played(square, discs.flips(square)).moves());
    if (bit(square) & kCorners) scored.score -= kCornerLast;
  }
}

std::optional<search::Solved> Policy::solve(const Position& position, const search::Node& node) {
  if (node.ply == 0) return solve_root(position, node);
  if (position.empties() > kLeafEmpties) return std::nullopt;
  const auto [alpha, beta] = differences(node);
  const auto found = endgame_.solve(position.discs(), alpha, beta, node.budget);
  if (!found) return std::nullopt;
  return search::Solved{result(found->difference), found->best};
}

std::optional<search::Solved> Policy::solve_root(const Position& position, const search::Node& node) {
  const int empties = position.empties();
  const bool must = node.depth >= empties;  // Asked to look that far ahead.
  const std::uint64_t most_nodes = must ? Endgame::kNoLimit : kPatience * node.budget.nodes();
  if (most_nodes < kExpectedNodes[static_cast<std::size_t>(empties)]) return std::nullopt;
  const auto [alpha, beta] = differences(node);
  const auto found = endgame_.solve(position.discs(), alpha, beta, node.budget, most_nodes);
  if (!found) return std::nullopt;
  line_.clear();
  if (found->difference > alpha && found->difference < beta) {
    line_ = endgame_.line(position.discs(), found->difference, node.budget);
  }
  return search::Solved{solved_result(found->difference), found->best, line_};
}

Line Policy::reading(Score score) {
  const Score size = std::abs(score);
  if (size < kResult && score != 0) return {ScoreKind::eval, score, {}};
  const bool solved = score == 0 || (size - kResult) % kDisc == kSolved;
  if (solved) return {ScoreKind::exact, sign(score) * (size - kResult) / kDisc, {}};
  return {ScoreKind::eval, sign(score) * (size - kResult), {}};
}

}  // namespace engine::antireversi
