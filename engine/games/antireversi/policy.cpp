#include "engine/games/antireversi/policy.h"

#include <algorithm>
#include <array>

#include "engine/games/antireversi/evaluation.h"
#include "engine/games/antireversi/prob_cut.h"

/// book.bin (embedded_file.cmake).
extern "C" const unsigned char sanqi_antireversi_book[], sanqi_antireversi_book_end[];

namespace engine::antireversi {

namespace {

/// Inside the tree so few squares are solved at once.
constexpr int kLeafEmpties = 8;

/// Solving the root in vain may cost this many times what the search itself has visited: a solved root ends
/// the search, and the next try goes on with what the last one learned.
constexpr std::uint64_t kPatience = 8;

/// How many nodes solving takes, by number of empty squares: 11,500 for 14 and 2.35 times as many for each
/// one more, on average over mixed positions.
constexpr std::array<std::uint64_t, kSquares + 1> kExpectedNodes = [] {
  std::array<std::uint64_t, kSquares + 1> all{};
  double nodes = 0.03125;
  for (std::uint64_t& n : all) n = static_cast<std::uint64_t>(std::min(nodes *= 2.35, 1e18));
  return all;
}();
static_assert(kExpectedNodes[14] / 100 == 115);

/// To prove the winner takes as long as to solve a position with so many empty squares less.
constexpr int kSquaresSpared = 2;

/// A win or loss of unknown size is told by a score nearer to 0 than every result: kResult and the plies that
/// the game may last, passes aside.
static_assert(kResult + kSquares < result(1));
constexpr bool is_bound(Score score) {
  return std::abs(score) > kResult && std::abs(score) < result(1);
}

constexpr int sign(Score score) {
  return (score > 0) - (score < 0);
}

/// The largest margin whose result is not above a score.
constexpr int margin_at_most(Score score) {
  if (score < 0) return -std::max(1, (-score - kResult + kDisc - 1) / kDisc);  // Rounded away from 0.
  return std::max(0, (score - kResult) / kDisc);
}
static_assert(margin_at_most(result(3)) == 3 && margin_at_most(result(3) - 1) == 2);
static_assert(margin_at_most(result(-3)) == -3 && margin_at_most(result(-3) - 1) == -4);
static_assert(margin_at_most(kResult + kSquares) == 0 && margin_at_most(-kResult - kSquares) == -1);
static_assert(margin_at_most(250) == 0 && margin_at_most(-250) == -1 && margin_at_most(0) == 0);

// Scale of order(); history (see search::kHistoryMax) outweighs a few answers more or less, never a corner.
constexpr std::int32_t kAnswer = 1500;
constexpr std::int32_t kCornerLast = 10 * kAnswer;

}  // namespace

DiscWindow disc_window(Score alpha, Score beta) {
  return {margin_at_most(alpha), -margin_at_most(-beta)};
}

template <int N>
Score PolicyOn<N>::evaluate(const Position& position) {
  return estimate(position.discs());
}

template <int N>
void PolicyOn<N>::order(const Position& position, std::span<ScoredMove> moves) {
  const DiscsOn<N>& discs = position.discs();
  for (ScoredMove& scored : moves) {
    scored.score = 0;
    if (scored.move == kPass) continue;
    const int square = square_of(scored.move);
    // As in the endings: few answers first. No capture, no threat: all moves are quiet ones to the search.
    scored.score -= kAnswer * count(discs.played(square, discs.flips(square)).moves());
    if (bit(square) & kCornersOf<N>) scored.score -= kCornerLast;
  }
}

template <int N>
std::optional<search::Solved> PolicyOn<N>::solve(const Position& position, const search::Node& node) {
  if (node.ply == 0) return solve_root(position, node);
  // Below the root without a limit of its own: eight empty squares take about 70 nodes (kExpectedNodes).
  if (position.empties() > kLeafEmpties) return std::nullopt;
  const auto [alpha, beta] = disc_window(node.alpha, node.beta);
  const auto found = endgame_.solve(position.discs(), alpha, beta, node.budget);
  if (!found) return std::nullopt;
  return search::Solved{result(found->margin), found->best};
}

/// How many positions the solver may look at now; 0: it is no use to begin. A try costs at least as much as
/// all that were in vain before it, so that few are made.
template <int N>
std::uint64_t PolicyOn<N>::node_quota(int empties, const search::Node& node) {
  if (node.depth >= empties) return EndgameOn<N>::kNoLimit;  // Asked to look that far ahead.
  const std::uint64_t expected = kExpectedNodes[static_cast<std::size_t>(std::max(empties, 0))];
  const std::uint64_t total_quota = kPatience * node.searched;
  const std::uint64_t needed = std::max(expected, node.wasted);
  // The room is measured in the search's positions, and the solver's are quicker.
  constexpr std::uint64_t kSolverSpeed = 4;
  if (kSolverSpeed * std::min(node.budget.room(), EndgameOn<N>::kNoLimit / kSolverSpeed) < expected) return 0;
  if (node.goal == search::SolverGoal::score_at_any_cost) return EndgameOn<N>::kNoLimit;
  return total_quota < node.wasted + needed ? 0 : total_quota - node.wasted;
}

template <int N>
std::optional<search::Solved> PolicyOn<N>::solve_root(const Position& position, const search::Node& node) {
  // The margin first: where it is affordable the winner comes with it.
  if (const std::uint64_t max_nodes = node_quota(position.empties(), node))
    return solve_exact(position, node, max_nodes);
  if (node.goal != search::SolverGoal::outcome) return std::nullopt;
  if (const std::uint64_t max_nodes = node_quota(position.empties() - kSquaresSpared, node))
    return solve_wdl(position, node, max_nodes);
  return std::nullopt;
}

template <int N>
std::optional<search::Solved> PolicyOn<N>::solve_wdl(const Position& position, const search::Node& node,
                                                     std::uint64_t max_nodes) {
  const auto found = endgame_.solve(position.discs(), -1, 1, node.budget, max_nodes, node.among);
  if (!found) return std::nullopt;
  line_.assign(1, found->best);
  // A score of its own range: above every estimate, below every known margin.
  const Score bound = kResult + position.empties();
  if (found->margin > 0) return search::Solved{bound, found->best, line_, false};
  if (found->margin < 0) return search::Solved{-bound, kNoMove, {}, false};
  return search::Solved{result(0), found->best, line_};
}

template <int N>
std::optional<search::Solved> PolicyOn<N>::solve_exact(const Position& position, const search::Node& node,
                                                       std::uint64_t max_nodes) {
  const auto [alpha, beta] = disc_window(node.alpha, node.beta);
  const auto found = endgame_.solve(position.discs(), alpha, beta, node.budget, max_nodes, node.among);
  if (!found) return std::nullopt;
  line_.assign(1, found->best);
  // Outside of the window the margin is a bound, and there is no line of perfect play to follow.
  if (found->margin > alpha && found->margin < beta) {
    Position next = position;
    next.do_move(found->best);
    for (Move move : endgame_.line(next.discs(), -found->margin, node.budget)) line_.push_back(move);
  }
  return search::Solved{result(found->margin), found->best, line_};
}

template <int N>
std::optional<search::ProbCut> PolicyOn<N>::prob_cut(const Position& position, int depth) const
  requires(N == kFiles)
{
  return prob_cut_of(depth, position.empties());
}

template <int N>
Line PolicyOn<N>::reading(Score score, bool proven) {
  const Score size = std::abs(score);
  // The winner is known, the margin is not.
  if (is_bound(score) && proven) return {score > 0 ? ScoreKind::win : ScoreKind::loss, size - kResult, {}};
  if (is_bound(score)) return {ScoreKind::eval, sign(score) * kDisc, {}};
  const Score discs = size >= kResult ? sign(score) * (size - kResult) : score;
  if (proven) return {ScoreKind::exact, discs / kDisc, {}};
  return {ScoreKind::eval, discs, {}};
}

template <int N>
const Book& PolicyOn<N>::book()
  requires(N == kFiles)
{
  static const Book book = Book::read({&sanqi_antireversi_book[0], &sanqi_antireversi_book_end[0]});
  return book;
}

template class PolicyOn<8>;
template class PolicyOn<6>;
template class PolicyOn<4>;

}  // namespace engine::antireversi
