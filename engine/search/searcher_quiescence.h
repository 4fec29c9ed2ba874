#pragma once

#include <algorithm>

#include "engine/search/searcher.h"

// Quiescence: plays on behind the horizon until evaluate() can be believed.

namespace engine::search {

// Captures end by themselves, since pieces run out. Quiet moves are tried as answers to a threat only; where
// such answers threaten in turn, repetition and kMaxPly end the line (terminal_score()). Games without noisy
// moves return the evaluation.

/// A leaf of the regular search (`at_horizon`), and every position of the search behind it.
template <Policy P>
template <bool kPv>
Score Searcher<P>::quiescence(Node& node, bool at_horizon) {
  // Depth 0 marks all of quiescence, whatever plies the reduction left: the TT and the hooks see a leaf.
  node.depth = 0;
  node.pv.clear();
  node.static_eval = node.eval = kNoEval;
  path_dependent_from_ = kPathIndependent;
  seldepth_ = std::max(seldepth_, node.ply);
  if (budget_.tick()) return 0;
  if (const auto score = terminal_score(node)) return *score;
  if (!uses(Technique::full)) return policy_.evaluate(*position_);
  const auto entry = probe(node);
  // Any entry will do: none is shallower than quiescence.
  if (!kPv && entry && entry->decides(node.alpha, node.beta)) return entry->score;
  // Solvers are asked once, at the leaf: behind it they would be asked for each capture.
  if (at_horizon)
    if (const auto score = solve<kPv>(node)) return *score;
  if constexpr (HasStages<P>)
    if (uses(Part::quiescence)) return search_noisy<kPv>(node, entry);
  evaluate(node, entry);
  return node.eval;
}

template <Policy P>
template <bool kPv>
Score Searcher<P>::search_noisy(Node& node, const std::optional<TTEntry>& entry) {
  // Under a threat the evaluation cannot be trusted, so all moves are tried and none is a fallback.
  bool may_stand = true;  // Pat, on the static evaluation.
  if constexpr (HasUnderThreat<P>) may_stand = !policy_.under_threat(*position_);
  if (may_stand) evaluate(node, entry);
  Score best = may_stand ? node.eval : -kInfinite;
  // The side to move need not capture: the evaluation is a lower bound (unsound in zugzwang).
  if (best >= node.beta) return best;
  const Score alpha = node.alpha;
  node.alpha = std::max(alpha, best);

  Node child = node.child();
  Move best_move = kNoMove;
  int dependent_from = kPathIndependent;
  int number = 0;
  MovePicker<P> picker(policy_, *position_, node, ordering_.refutations(node, hash_move(entry)),
                       ordering_.histories(), may_stand ? Picking::noisy : Picking::ordered);
  for (ScoredMove next = picker.next(); next.move != kNoMove; next = picker.next()) {
    ++number;
    // Delta pruning first: it is a table look-up, the exchange evaluation is not.
    if (may_stand && (selectivity_.delta_prunes(node, policy_, *position_, next.move) ||
                      policy_.see_loses(*position_, next.move)))
      continue;
    do_move(node, next.move);
    child.alpha = -node.beta;
    child.beta = -node.alpha;
    const Score score = -quiescence<kPv>(child, false);
    position_->undo_move();
    if (budget_.exhausted()) return 0;
    dependent_from = std::min(dependent_from, path_dependent_from_);
    if (score <= best) continue;
    best = score;
    if (score <= node.alpha) continue;
    best_move = next.move;
    if (kPv) node.update_pv(next.move, child);
    if (score >= node.beta) {
      dependent_from = path_dependent_from_;
      break;
    }
    node.alpha = score;
  }
  path_dependent_from_ = dependent_from < node.ply ? dependent_from : kPathIndependent;
  node.alpha = alpha;
  // Only where all moves were generated does an empty list mean that there are none.
  if (!may_stand && number == 0) return position_->no_moves(node.ply);
  store(node, best, best_move, kPv, 0);
  return best;
}

}  // namespace engine::search
