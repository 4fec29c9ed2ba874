#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/search/histories.h"
#include "engine/search/parameters.h"
#include "engine/search/policy.h"

// What makes the search selective without searching: which nodes and moves are pruned by their numbers, and
// how far late moves are reduced. All of it is absent below Technique::full. `sanqi-engine ablation` measures
// what each part saves in nodes (docs/lab/search.md). Depth limits are plies, and not tuned by games.

namespace engine::search {

// Pruning here is unsound by design: a node or move is given up by an estimate. What keeps the error small is
// the depth limit of each method, that nothing is pruned under a threat nor (but for delta pruning) in PV
// nodes, and that moves which change the situation (tactical, forcing) are never pruned.
//
//     method             compares                               is blind to
//     reverse futility   eval - margin(depth) >= beta           quiet threats of the opponent
//     razoring           eval + margin * depth <= alpha         quiet moves that save
//     late-move pruning  number of the move                     good moves that are ordered late
//     futility           eval + margin * (depth + 1) <= alpha   quiet moves that win later
//     delta pruning      eval + captured + margin <= alpha      captures that do more than take
//     LMR                number, depth, history                 moves that a shallow search misjudges

/// The natural logarithm in 1024ths, in whole numbers so that every machine reduces alike: ln n = ln(n - 1) +
/// 2 artanh(1 / (2n - 1)), and three terms of artanh are exact enough from n = 2 on.
inline constexpr std::array<int, 256> kLogarithms = [] {
  std::array<int, 256> logs{};
  constexpr std::int64_t kOne = std::int64_t{1} << 30;
  std::int64_t log = 0;
  for (std::int64_t n = 2; n < 256; ++n) {
    const std::int64_t odd = 2 * n - 1;
    log += 2 * kOne / odd + 2 * kOne / (3 * odd * odd * odd) + 2 * kOne / (5 * odd * odd * odd * odd * odd);
    logs[static_cast<std::size_t>(n)] = static_cast<int>(log >> 20);
  }
  return logs;
}();

/// Pruning and reductions of one search: the margins and reductions of a policy, scaled by the parameters.
///
/// No node under a threat is pruned (HasUnderThreat), and none of a game without margins.
template <Policy P>
class Selectivity {
 public:
  using Position = typename P::Position;

  /// Made anew for each search, since the policy's margins and the parameters are fixed while it lasts.
  Selectivity(const Parameters& parameters, const P& policy) : parameters_(parameters) {
    if constexpr (HasMargins<P>) {
      margins_ = policy.margins();
      const auto scale = [](Score& margin, int percent) { margin = margin * percent / 100; };
      scale(margins_.futility, parameters.futility);
      scale(margins_.reverse_futility, parameters.reverse_futility);
      scale(margins_.razoring, parameters.razoring);
    }
    if constexpr (HasReductions<P>) reductions_ = P::kReductions;
    reductions_.base += parameters.reduction_base;
    reductions_.divisor = reductions_.divisor * 100 / parameters.reduction_slope;
  }

  /// Reverse futility (static null move): so far above beta that no quiet reply will matter.
  bool reverse_futility(const Node& node) const {
    return may_prune(node, Part::reverse_futility, margins_.reverse_futility_depth) &&
           node.eval - margins_.reverse_futility_at(node.depth - node.improving) >= node.beta;
  }

  /// Razoring (Birmingham and Kent 1977): so far below alpha that only captures could help.
  bool razors(const Node& node) const {
    constexpr int kMaxDepth = 3;
    return may_prune(node, Part::razoring, kMaxDepth) &&
           node.eval + margins_.razoring * node.depth <= node.alpha;
  }

  /// Late-move pruning (LMP): a quiet move that comes too late in the list; `number` counts from 1.
  bool late_move_prunes(const Node& node, int number) const {
    // "Late" grows with the square of the depth, and comes twice as soon where the position does not improve:
    // the formula of Stockfish but for the base.
    constexpr int kMaxDepth = 8;
    return may_prune(node, Part::late_move_pruning, kMaxDepth) &&
           number > (parameters_.late_move_pruning_base + node.depth * node.depth) / (node.improving ? 1 : 2);
  }

  /// Futility: a quiet move where the evaluation is too far below alpha (Heinz 1998).
  bool futility_prunes(const Node& node) const {
    constexpr int kMaxDepth = 6;
    return may_prune(node, Part::futility, kMaxDepth) &&
           node.eval + margins_.futility * (node.depth + 1) <= node.alpha;
  }

  /// Delta pruning: a capture that could not lift a standing position to alpha even if it were for free.
  bool delta_prunes(const Node& node, P& policy, const Position& position, Move capture) const {
    if constexpr (HasCaptureValue<P> && HasMargins<P>)
      return parameters_.uses(Part::delta_pruning) &&
             node.eval + policy.capture_value(position, capture) + margins_.futility <= node.alpha;
    return false;
  }

  /// Late-move reductions (LMR, Romstad 2006): how many plies less a late quiet move is searched at first.
  /// At least one ply is left to search, so a reduced search never falls into quiescence at once. The caller
  /// searches again to full depth where the reduced one beats alpha (searcher_tree.h).
  int late_move_reduction(const Position& position, const Histories<P>& histories, const Node& node,
                          const ScoredMove& move, int number, bool pv) const {
    constexpr int kMinDepth = 3;
    if (!parameters_.uses(Technique::full) || !parameters_.uses(Part::late_move_reductions) ||
        node.depth < kMinDepth || number <= (pv ? 3 : 1) || move.score >= kForcing ||
        (move.tactical && !reductions_.of_tactical))
      return 0;
    const int logs = kLogarithms[static_cast<std::size_t>(node.depth)] *
                     kLogarithms[static_cast<std::size_t>(std::min(number, 255))];
    // Base, then what is known of node and move: a ply more where the side is not improving, a ply less in PV
    // nodes and under threat, and as many plies less (or more) as the histories weigh.
    int reduction = (reductions_.base + logs / reductions_.divisor) / 1024;
    reduction += !node.improving - pv - node.under_threat;
    // History worth a ply: half of a full butterfly history, a third of three full ones. Not tuned.
    constexpr int kPerPly = kHistoryMax / 4 * (Histories<P>::kKinds + 1);
    reduction -= histories.quiet(position, node, move.move) / kPerPly;
    return std::clamp(reduction, 0, node.depth - 2);
  }

 private:
  // Callers restrict this to null-window nodes: search_moves() and prune() are where kPv is known.
  bool may_prune(const Node& node, Part part, int max_depth) const {
    return HasMargins<P> && parameters_.uses(part) && !node.under_threat && node.depth <= max_depth;
  }

  Parameters parameters_;
  Margins margins_{};
  Reductions reductions_{};  ///< The divisor counts 1024ths of the policy's.
};

}  // namespace engine::search
