#pragma once

#include <algorithm>

#include "engine/search/searcher.h"

// Quiescence: plays on behind the horizon until evaluate() can be believed.

namespace engine::search {

/// A leaf of the regular search (`at_horizon`), and every position of the search behind it.
template <Policy P>
template <bool kPv>
Score Searcher<P>::quiescence(Node& node, bool at_horizon) {
  node.depth = 0;
  node.pv.clear();
  node.static_eval = node.eval = kNoEval;
  path_dependent_from_ = kPathIndependent;
  seldepth_ = std::max(seldepth_, node.ply);
  if (budget_.tick()) return 0;
  if (const auto score = terminal_score(node)) return *score;
  if (!uses(Technique::full)) return policy_.evaluate(*position_);
  const auto entry = probe(node);
  if (!kPv && entry && entry->decides(node.alpha, node.beta)) return entry->score;
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
  bool may_stand = true;  // Pat, on the static evaluation.
  if constexpr (HasUnderThreat<P>) may_stand = !policy_.under_threat(*position_);
  if (may_stand) evaluate(node, entry);
  Score best = may_stand ? node.eval : -kInfinite;
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
  if (!may_stand && number == 0) return position_->no_moves(node.ply);
  store(node, best, best_move, kPv, 0);
  return best;
}

}  // namespace engine::search
