#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "engine/search/histories.h"
#include "engine/search/policy.h"

namespace engine::search {

/// Moves to try first at a node: the table's, and quiet ones that refuted something like it.
struct Refutations {
  Move hash = kNoMove;
  std::array<Move, 2> killers = {kNoMove, kNoMove};
  Move counter_move = kNoMove;
};

/// Gives the moves of a node in the order in which the search should try them: the hash move, forcing moves,
/// killers, the counter-move, then quiet moves by judgement and history. Works lazily: most nodes are cut by
/// their first move, so nothing is scored before the second is asked for.
template <class P>
class MovePicker {
 public:
  /// The score of the hash move; above every other.
  static constexpr std::int32_t kHash = INT32_MAX;

  /// Only listed here; next() does the work. `ordered` false keeps the order of generation.
  MovePicker(const MoveList& moves, const Refutations& refutations, bool ordered)
      : refutations_(refutations), ordered_(ordered) {
    for (Move move : moves) list_.push_back({.move = move, .sharp = false, .score = 0});
  }

  /// The moves given so far, in that order.
  std::span<const ScoredMove> tried() const { return {list_.begin(), list_.begin() + at_}; }

  /// Leaves out what is still to come, but for sharp moves. @pre the last move given was a quiet one
  void keep_sharp() {
    auto* const rest = list_.begin() + at_;
    auto* const end = std::remove_if(rest, list_.end(), [](const auto& scored) { return !scored.sharp; });
    list_.shrink(static_cast<std::size_t>(end - list_.begin()));
  }

  /// The next move, or kNoMove after the last.
  ScoredMove next(P& policy, const typename P::Position& position, const Histories& histories) {
    if (at_ == list_.size()) return {.move = kNoMove, .sharp = false, .score = 0};
    if (ordered_) bring_forward(policy, position, histories);
    return list_[at_++];
  }

 private:
  void bring_forward(P& policy, const typename P::Position& position, const Histories& histories) {
    if (!tried_hash_) {
      tried_hash_ = true;
      if (bring_hash_move()) return;
    }
    if (!scored_) {
      scored_ = true;
      score(policy, position, histories);
    }
    const auto best = std::max_element(list_.begin() + at_, list_.end(),
                                       [](const auto& a, const auto& b) { return a.score < b.score; });
    std::swap(list_[at_], *best);
  }

  bool bring_hash_move() {
    const auto hash = std::find_if(list_.begin(), list_.end(),
                                   [this](const auto& scored) { return scored.move == refutations_.hash; });
    if (hash == list_.end()) return false;
    hash->score = kHash;
    std::swap(list_[0], *hash);
    return true;
  }

  void score(P& policy, const typename P::Position& position, const Histories& histories) {
    const std::span<ScoredMove> rest(list_.begin() + at_, list_.end());
    policy.order(position, rest);
    const Side side = position.side_to_move();
    for (ScoredMove& scored : rest)
      if (scored.score < kForcing) scored.score = quiet_score(scored, histories.butterfly(side, scored.move));
  }

  std::int32_t quiet_score(const ScoredMove& scored, std::int32_t history) const {
    if (scored.move == refutations_.killers[0]) return kForcing - 1;
    if (scored.move == refutations_.killers[1]) return kForcing - 2;
    if (scored.move == refutations_.counter_move) return kForcing - 3;
    return scored.score + history;
  }

  ScoredMoveList list_;
  Refutations refutations_;
  std::size_t at_ = 0;
  bool ordered_;
  bool tried_hash_ = false;
  bool scored_ = false;
};

}  // namespace engine::search
