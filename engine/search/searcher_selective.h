#pragma once

#include <algorithm>
#include <cmath>

#include "engine/search/searcher.h"

// What makes the search selective by searching: razoring, null move, multi-ProbCut, extensions. What decides
// by numbers alone is in selectivity.h.

namespace engine::search {

// Each method judges a node by a smaller search: without quiet moves (razoring), after a pass (null move),
// shallower (ProbCut), or without the hash move (singular extension). Such a search may exhaust the budget;
// then its score means nothing. It leaves path_dependent_from_ as of its own score: right where that score is
// returned; where it is not, search_moves() sets it anew.

/// A null-window node that needs no search of its moves. The budget may be exhausted afterwards.
template <Policy P>
std::optional<Score> Searcher<P>::prune(Node& node) {
  // In order of cost. Windows at wins and losses are left alone: estimates say nothing of
  // distances, and a proof must not rest on them.
  if (std::abs(node.beta) >= kWinBound) return std::nullopt;
  if (selectivity_.reverse_futility(node)) return node.eval;
  if (const auto score = razoring(node)) return score;
  if (const auto score = null_move(node)) return score;
  return prob_cut(node);
}

/// Quiescence decides whether captures can lift the score; if not, its score, an upper bound, stands.
template <Policy P>
std::optional<Score> Searcher<P>::razoring(const Node& node) {
  if (!selectivity_.razors(node)) return std::nullopt;
  Node leaf = node.with_window(node.alpha, node.beta, 0);
  const Score score = quiescence<false>(leaf, true);
  if (score > node.alpha) return std::nullopt;
  return score;
}

/// Null move (Beal 1989; Donninger 1993): lets the opponent move twice. A position that is still good enough
/// needs no search of its moves.
template <Policy P>
std::optional<Score> Searcher<P>::null_move(Node& node) {
  if constexpr (HasNullMove<P>) {
    constexpr int kMinDepth = 3;
    // Not below depth 3, where a search of the moves costs little more. Not twice in a row (last_move()), or
    // both sides would pass down to the horizon. Only where the evaluation is at beta already, for else it
    // rarely cuts.
    if (!uses(Part::null_move) || node.depth < kMinDepth || node.under_threat || node.eval < node.beta ||
        node.last_move() == kNoMove || node.ply < verifying_until_ || !policy_.may_try_null_move(*position_))
      return std::nullopt;
    const int depth = node.depth - parameters_.null_move_base - node.depth / parameters_.null_move_slope;
    // So that the child sees a null move as its last; histories keep a place apart for that.
    node.move = kNoMove;
    node.move_index = Node::kNoIndex;
    Node child = node.child();
    position_->do_null_move();
    const Score score = search_window<false>(child, node.alpha, node.beta, depth);
    position_->undo_null_move();
    if (budget_.exhausted() || score < node.beta) return std::nullopt;
    // A win after a free move proves no distance.
    if (verifies_null_move(node, depth)) return is_win(score) ? node.beta : score;
  }
  return std::nullopt;
}

/// Against zugzwang a deep cut has to be confirmed by a search without null moves (Tabibi and Netanyahu
/// 2002).
template <Policy P>
bool Searcher<P>::verifies_null_move(const Node& node, int depth) {
  // One verification at a time: inside it, and below, cuts by null moves are believed.
  constexpr int kVerifiedDepth = 10;
  if (node.depth < kVerifiedDepth || verifying_until_ > 0) return true;
  const int dependent_from = path_dependent_from_;
  // Three quarters of the reduced depth without null moves; deeper they are allowed again, or the
  // verification would cost as much as the search that the cut saves.
  verifying_until_ = node.ply + 3 * std::max(depth, 1) / 4 + 1;
  Node verification = node.with_window(node.alpha, node.beta, std::max(depth, 1));
  const Score verified = alpha_beta<false>(verification);
  verifying_until_ = 0;
  // The cut rests on both searches, so on the older of what they depend on.
  path_dependent_from_ = std::min(dependent_from, path_dependent_from_);
  return verified >= node.beta;
}

/// Multi-ProbCut (Buro 1997): when a shallow search says that the deep one will fall outside the window with
/// the wanted confidence, it is believed. It is asked about the side of the window on which the evaluation
/// lies.
template <Policy P>
std::optional<Score> Searcher<P>::prob_cut(const Node& node) {
  if constexpr (HasProbCut<P>) {
    if (!uses(Part::prob_cut) || parameters_.prob_cut == 0) return std::nullopt;
    const std::optional<ProbCut> cut = policy_.prob_cut(*position_, node.depth);
    if (!cut) return std::nullopt;
    // deep >= beta is expected with `confidence` when the predicted score lies `doubt` above beta: solved for
    // the shallow score, that is the bound to search with.
    const double doubt = cut->confidence * cut->sigma * parameters_.prob_cut / 100;
    // Asking one side costs one null-window search; the other side would rarely cut.
    const bool high = node.eval >= node.beta;
    const double deep = high ? node.beta + doubt : node.alpha - doubt;
    const long wanted = std::lround((deep - cut->offset) / cut->slope);
    if (std::abs(wanted) >= kWinBound) return std::nullopt;
    const auto bound = static_cast<Score>(wanted);
    Node shallow = high ? node.with_window(bound - 1, bound, cut->shallow_depth)
                        : node.with_window(bound, bound + 1, cut->shallow_depth);
    const Score score = alpha_beta<false>(shallow);
    if (budget_.exhausted()) return std::nullopt;
    if (high && score >= bound) return node.beta;
    if (!high && score <= bound) return node.alpha;
  }
  return std::nullopt;
}

/// Singular extension (Anantharaman et al. 1988): +1 where the hash move is the only good one, for every
/// other fails well below its score. Asked before it is played.
template <Policy P>
int Searcher<P>::singular_extension(const Node& node, const TTEntry& entry) {
  // An entry that is nearly as deep and no upper bound says that the hash move is good; whether it alone is,
  // a search of the others at half the depth tells. Not below depth 8, since it costs a search, and not
  // within itself.
  constexpr int kMinDepth = 8;
  if (!uses(Technique::full) || !uses(Part::singular_extension) || node.depth < kMinDepth ||
      node.excluded != kNoMove || entry.bound == Bound::upper || entry.depth < node.depth - 3 ||
      std::abs(entry.score) >= kWinBound || node.ply >= 2 * root_depth_)
    return 0;
  const Score bound = entry.score - parameters_.singular_margin * node.depth;
  Node others = node.with_window(bound - 1, bound, (node.depth - 1) / 2);
  // The TT does not know of excluded moves: a node that has one neither reads a cut from it nor writes to it.
  others.excluded = entry.move;
  return alpha_beta<false>(others) < bound ? 1 : 0;
}

template <Policy P>
int Searcher<P>::extension_of_played(const Node& node, Move move) {
  if constexpr (HasExtension<P>) {
    // Twice the nominal depth is as far as extensions carry, or some lines would never end.
    if (!uses(Technique::full) || !uses(Part::extensions) || node.ply >= 2 * root_depth_) return 0;
    return policy_.extension(*position_, move, node);
  } else {
    return 0;
  }
}

}  // namespace engine::search
