#pragma once

#include <algorithm>

#include "engine/search/searcher.h"

// Quiescence: plays on behind the horizon until evaluate() can be believed.

namespace engine::search {

/// A leaf of the regular search (`at_horizon`), and every position of the search behind it.
template <Policy P, class T>
template <bool kPv>
Score Searcher<P, T>::quiescence(Node& node, bool at_horizon) {
  node.depth = 0;
  node.pv.clear();
  node.eval = kNoEval;
  reach_ = kItself;
  if (enter(node)) return 0;
  if (const auto score = ended(node)) return *score;
  if (!uses(Technique::full)) return policy_.evaluate(*position_);
  const auto entry = probe(node);
  if (!kPv && entry && entry->decides(node.alpha, node.beta)) return entry->score;
  if (at_horizon)
    if (const auto score = solve<kPv>(node)) return *score;
  if constexpr (HasQuiescence<P>)
    return search_captures<kPv>(node, entry);
  else
    return evaluate(entry);
}

template <Policy P, class T>
template <bool kPv>
Score Searcher<P, T>::search_captures(Node& node, const std::optional<Entry>& entry) {
  MoveList moves;
  const bool may_stand = policy_.quiesce(*position_, moves);
  if (!may_stand && moves.empty()) return position_->no_moves(node.ply);
  if (may_stand) node.eval = evaluate(entry);
  Score best = may_stand ? node.eval : -kInfinite;
  if (best >= node.beta) return best;
  const Score alpha = node.alpha;
  node.alpha = std::max(alpha, best);

  Node child = node.child();
  Move best_move = kNoMove;
  int reach = kItself;
  MovePicker<P> picker(moves, refutations(node, entry), true);
  for (ScoredMove next = picker.next(policy_, *position_, histories_); next.move != kNoMove;
       next = picker.next(policy_, *position_, histories_)) {
    if (may_stand && delta_prunes(node, next.move)) continue;
    play(node, next.move);
    child.alpha = -node.beta;
    child.beta = -node.alpha;
    const Score score = -quiescence<kPv>(child, false);
    position_->undo_move();
    if (budget_.exhausted()) return 0;
    reach = std::min(reach, reach_);
    if (score <= best) continue;
    best = score;
    if (score <= node.alpha) continue;
    best_move = next.move;
    if (kPv) node.update_pv(next.move, child);
    if (score >= node.beta) {
      reach = reach_;
      break;
    }
    node.alpha = score;
  }
  reach_ = reach < node.ply ? reach : kItself;
  node.alpha = alpha;
  store(node, best, best_move, kPv, 0);
  return best;
}

/// Delta pruning: a capture that could not lift a standing position to alpha even if it were for free.
template <Policy P, class T>
bool Searcher<P, T>::delta_prunes(const Node& node, Move capture) {
  if constexpr (HasGain<P> && HasMargins<P>)
    return node.eval + policy_.gain(*position_, capture) + margins_.futility <= node.alpha;
  return false;
}

}  // namespace engine::search
