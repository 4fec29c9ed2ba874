#include "engine/games/antireversi/policy.h"

#include <algorithm>

#include "engine/games/antireversi/evaluation.h"

namespace engine::antireversi {

namespace {

/// An iteration of depth d solves a root with up to d + kLead empty squares: about then solving takes no
/// longer than the iteration itself.
constexpr int kLead = 9;
/// Inside the tree so few squares are solved at once.
constexpr int kLeafEmpties = 8;

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
  const int empties = position.empties();
  const bool whole_game = node.ply == 0 && empties <= node.depth + kLead;
  if (!whole_game && empties > kLeafEmpties) return std::nullopt;
  const int alpha = std::max(difference_at_most(node.alpha), -kSquares - 1);
  const int beta = std::min(-difference_at_most(-node.beta), kSquares + 1);
  const auto found = endgame_.solve(position.discs(), alpha, beta, node.budget);
  if (!found) return std::nullopt;
  if (!whole_game) return search::Solved{result(found->difference), found->best};
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
