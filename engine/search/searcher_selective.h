#pragma once

#include <algorithm>
#include <cmath>

#include "engine/search/searcher.h"

// What makes the search selective: cuts by evaluation, null move and ProbCut, reductions and extensions.
// All of it is absent below Technique::full.

namespace engine::search {

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

/// A cut of a null-window node before any of its moves is tried. @pre the budget may be exhausted afterwards
template <Policy P>
std::optional<Score> Searcher<P>::prune(const Task& node) {
  if (std::abs(node.beta) >= kWinBound) return std::nullopt;
  if constexpr (HasMargins<P>) {
    constexpr int kReverseFutilityDepth = 5, kRazoringDepth = 3;
    if (!node.under_threat) {
      const Score margin = margins_.reverse_futility * (node.depth - node.improving);
      if (node.depth <= kReverseFutilityDepth && node.eval - margin >= node.beta) return node.eval;
      if (node.depth <= kRazoringDepth && node.eval + margins_.razoring * node.depth <= node.alpha) {
        const Score score = leaf<false>(node.alpha, node.beta, node.ply);
        if (score <= node.alpha) return score;
      }
    }
  }
  if (const auto cut = try_null_move(node)) return cut;
  return try_prob_cut(node);
}

/// Lets the opponent move twice: a position that is still good enough needs no search of its moves. At high
/// depth the cut is verified by a search without null moves, against zugzwang (Adelson-Velsky 1975; Tabibi
/// and Netanyahu 2002).
template <Policy P>
std::optional<Score> Searcher<P>::try_null_move(const Task& node) {
  if constexpr (HasNullMove<P>) {
    constexpr int kLeastDepth = 3, kVerifiedDepth = 10;
    const bool twice = frames_[node.ply - 1].move == kNoMove;
    if (node.depth < kLeastDepth || node.under_threat || node.eval < node.beta || twice ||
        node.ply < verifying_until_ || !policy_.may_try_null_move(*position_))
      return std::nullopt;
    const int depth = node.depth - parameters_.null_move_base - node.depth / parameters_.null_move_slope;
    frames_[node.ply].move = kNoMove;
    position_->do_null_move();
    const Score score = -alpha_beta<false>(-node.beta, -node.alpha, depth, node.ply + 1);
    position_->undo_null_move();
    if (budget_.exhausted() || score < node.beta) return std::nullopt;
    const Score bound = is_win(score) ? node.beta : score;  // A win after a free move proves no distance.
    if (node.depth < kVerifiedDepth || verifying_until_ > 0) return bound;
    const int reach = reach_;
    verifying_until_ = node.ply + 3 * std::max(depth, 1) / 4 + 1;
    const Score verified = alpha_beta<false>(node.alpha, node.beta, std::max(depth, 1), node.ply);
    verifying_until_ = 0;
    reach_ = std::min(reach, reach_);
    if (verified >= node.beta) return bound;
  }
  return std::nullopt;
}

/// Multi-ProbCut (Buro 1997): when a shallow search says that the deep one will fall outside the window with
/// the wanted confidence, it is believed.
template <Policy P>
std::optional<Score> Searcher<P>::try_prob_cut(const Task& node) {
  if constexpr (HasProbCut<P>) {
    const std::optional<ProbCut> cut = policy_.prob_cut(*position_, node.depth);
    if (!cut) return std::nullopt;
    const double doubt = cut->confidence * cut->sigma;
    const auto shallow_of = [&](double deep) { return std::lround((deep - cut->offset) / cut->slope); };
    const long high = shallow_of(node.beta + doubt);
    if (high < kWinBound && alpha_beta<false>(static_cast<Score>(high) - 1, static_cast<Score>(high),
                                              cut->shallow_depth, node.ply) >= high)
      return node.beta;
    if (budget_.exhausted()) return std::nullopt;
    const long low = shallow_of(node.alpha - doubt);
    if (low > -kWinBound && alpha_beta<false>(static_cast<Score>(low), static_cast<Score>(low) + 1,
                                              cut->shallow_depth, node.ply) <= low)
      return node.alpha;
  }
  return std::nullopt;
}

/// Whether a capture could not lift a standing position to alpha even if it were for free (delta pruning).
template <Policy P>
bool Searcher<P>::gains_too_little(const Task& node, Move capture) {
  if constexpr (HasGain<P> && HasMargins<P>)
    return node.eval + policy_.gain(*position_, capture) + margins_.futility <= node.alpha;
  return false;
}

/// Whether a quiet move is not worth a search: too late in the list, or too far below alpha.
template <Policy P>
bool Searcher<P>::is_hopeless(const Task& node, const ScoredMove& move, int number) const {
  if constexpr (HasMargins<P>) {
    constexpr int kFutilityDepth = 6, kLateDepth = 8;
    if (!uses(Technique::full) || move.score >= kForcing || move.sharp || node.under_threat) return false;
    const int enough = (parameters_.late_moves + node.depth * node.depth) / (node.improving ? 1 : 2);
    if (node.depth <= kLateDepth && number > enough) return true;
    return node.depth <= kFutilityDepth && node.eval + margins_.futility * (node.depth + 1) <= node.alpha;
  }
  return false;
}

/// How many plies less a late quiet move gets at first.
template <Policy P>
int Searcher<P>::reduction(const Task& node, const ScoredMove& move, int number, bool pv) const {
  constexpr int kLeastDepth = 3;
  if (!uses(Technique::full) || node.depth < kLeastDepth || number <= (pv ? 3 : 1) || move.score >= kForcing)
    return 0;
  const int logs = kLogarithms[static_cast<std::size_t>(node.depth)] *
                   kLogarithms[static_cast<std::size_t>(std::min(number, 255))];
  int less = (reductions_.base + logs / reductions_.divisor) / 1024;
  less += !node.improving - pv - node.under_threat;
  less -= experience_.history(position_->side_to_move(), move.move) / (kHistoryMax / 2);
  return std::clamp(less, 0, node.depth - 2);
}

/// +1 where the hash move is the only good one: every other fails well below its score (Anantharaman et al.
/// 1988). Asked before it is played.
template <Policy P>
int Searcher<P>::singular_extension(const Task& node, const Entry& entry) {
  constexpr int kLeastDepth = 8;
  Frame& frame = frames_[node.ply];
  if (!uses(Technique::full) || node.depth < kLeastDepth || frame.excluded != kNoMove ||
      entry.bound == Bound::upper || entry.depth < node.depth - 3 || std::abs(entry.score) >= kWinBound ||
      node.ply >= 2 * root_depth_)
    return 0;
  const Score bound = entry.score - parameters_.singular_margin * node.depth;
  frame.excluded = entry.move;
  const Score others = alpha_beta<false>(bound - 1, bound, (node.depth - 1) / 2, node.ply);
  frame.excluded = kNoMove;
  return others < bound ? 1 : 0;
}

template <Policy P>
int Searcher<P>::extension_of_played(const Task& node, Move move) {
  if constexpr (HasExtension<P>) {
    // Twice the nominal depth is as far as extensions carry, or some lines would never end.
    if (!uses(Technique::full) || node.ply >= 2 * root_depth_) return 0;
    return policy_.extension(*position_, move, Node{node.depth, node.ply, node.alpha, node.beta, budget_});
  } else {
    return 0;
  }
}

}  // namespace engine::search
