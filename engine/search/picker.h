#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "engine/search/histories.h"
#include "engine/search/policy.h"

// The order in which a node tries its moves. Most nodes are cut by their first move, so as little as possible
// is generated and scored before the next move is asked for.

namespace engine::search {

// A node uses it so:
//
//     MovePicker<P> picker(policy, position, node, refutations, histories, Picking::ordered);
//     for (ScoredMove next = picker.next(); next.move != kNoMove; next = picker.next()) ...
//
// A picker lives on the stack of its node (a list of 400 moves) and gives each of its moves once, whatever
// the hash move, killers and counter-move name. It looks at the position whenever it begins a stage, so the
// position must be back at the node at each call of next(). Histories may have changed meanwhile: each stage
// uses those of the moment when it is scored.

/// What a node wants of its moves.
enum class Picking {
  unordered,  ///< All, as they are generated.
  ordered,    ///< All, the best first.
  noisy,      ///< In quiescence: noisy moves only.
};

/// The score of the hash move; above every other.
inline constexpr std::int32_t kHashScore = INT32_MAX;

inline constexpr ScoredMove kLastMove{.move = kNoMove, .tactical = false, .score = 0};

/// The best of the moves from `at` on comes to `at`.
/// One step of a selection sort. Most nodes are cut after a few moves, so a whole sort would be wasted.
inline void bring_best(ScoredMoveList& list, std::size_t at) {
  const auto best = std::max_element(list.begin() + at, list.end(),
                                     [](const auto& a, const auto& b) { return a.score < b.score; });
  std::swap(list[at], *best);
}

/// Games whose moves are all of one kind: the hash move, forcing moves by the policy's score, killers, the
/// counter-move, then quiet moves by judgement and history.
// Moves are generated at once, in the constructor; only their scores wait until the hash move has failed.
template <class P>
class ListPicker {
 public:
  using Position = typename P::Position;

  ListPicker(P& policy, Position& position, const Node& node, const Refutations& refutations,
             const Histories<P>& histories, Picking picking)
      : policy_(policy),
        position_(position),
        node_(node),
        refutations_(refutations),
        histories_(histories),
        ordered_(picking != Picking::unordered) {
    MoveList moves;
    if constexpr (HasCandidates<P>)
      policy_.candidates(position, moves, node);
    else
      position.generate(moves);
    for (const Move move : moves) list_.push_back({.move = move, .tactical = false, .score = 0});
  }

  /// Leaves out what is still to come, but for tactical moves. @pre the last move given was a quiet one
  void keep_tactical() {
    auto* const rest = list_.begin() + at_;
    auto* const end = std::remove_if(rest, list_.end(), [](const auto& scored) { return !scored.tactical; });
    list_.shrink(static_cast<std::size_t>(end - list_.begin()));
  }

  /// The next move, or kNoMove after the last.
  ScoredMove next() {
    if (at_ == list_.size()) return kLastMove;
    if (ordered_) bring_forward();
    return list_[at_++];
  }

 private:
  void bring_forward() {
    if (!tried_hash_) {
      tried_hash_ = true;
      if (bring_hash_move()) return;
    }
    if (!scored_) {
      scored_ = true;
      score();
    }
    bring_best(list_, at_);
  }

  // A hash move that is not in the list is illegal here (equal keys of two positions) or no candidate: it is
  // left out.
  bool bring_hash_move() {
    const auto hash = std::find_if(list_.begin(), list_.end(),
                                   [this](const auto& scored) { return scored.move == refutations_.hash; });
    if (hash == list_.end()) return false;
    hash->score = kHashScore;
    std::swap(list_[0], *hash);
    return true;
  }

  void score() {
    const std::span<ScoredMove> rest(list_.begin() + at_, list_.end());
    policy_.order(position_, rest);
    for (ScoredMove& scored : rest)
      if (scored.score < kForcing) scored.score = quiet_score(scored);
  }

  // Below every forcing move, above every other quiet one: judgement and histories stay below
  // kForcing / 2 + 3 * kHistoryMax.
  std::int32_t quiet_score(const ScoredMove& scored) const {
    if (scored.move == refutations_.killers[0]) return kForcing - 1;
    if (scored.move == refutations_.killers[1]) return kForcing - 2;
    if (scored.move == refutations_.counter_move) return kForcing - 3;
    return scored.score + histories_.quiet(position_, node_, scored.move);
  }

  P& policy_;
  const Position& position_;
  const Node& node_;
  const Refutations refutations_;
  const Histories<P>& histories_;
  ScoredMoveList list_;
  std::size_t at_ = 0;
  bool ordered_;
  bool tried_hash_ = false;
  bool scored_ = false;
};

/// Games with noisy moves: hash move, noisy moves that do not lose, killers, counter-move, quiet moves by
/// judgement and history, losing noisy moves. Each stage is generated and scored when it begins, and whether
/// a noisy move loses is asked when its turn comes.
template <HasStages P>
class StagedPicker {
 public:
  using Position = typename P::Position;

  StagedPicker(P& policy, const Position& position, const Node& node, const Refutations& refutations,
               const Histories<P>& histories, Picking picking)
      : policy_(policy),
        position_(position),
        node_(node),
        refutations_(refutations),
        histories_(histories),
        stage_(picking == Picking::unordered ? Stage::list_all : Stage::hash),
        noisy_only_(picking == Picking::noisy) {}

  /// As ListPicker::keep_tactical(); moves of stages that have not begun are filtered when they are listed.
  void keep_tactical() {
    tactical_only_ = true;
    if (stage_ == Stage::quiet) drop_quiet(at_);
  }

  /// A state machine: each case falls through to the next stage when its own has nothing left.
  ScoredMove next() {
    switch (stage_) {
      case Stage::hash:
        stage_ = Stage::list_noisy;
        if (is_playable(refutations_.hash)) return {refutations_.hash, false, kHashScore};
        [[fallthrough]];
      case Stage::list_noisy:
        list_noisy();
        stage_ = Stage::noisy;
        [[fallthrough]];
      case Stage::noisy:
        if (const ScoredMove move = next_noisy(); move.move != kNoMove) return move;
        if (noisy_only_) return kLastMove;
        stage_ = Stage::refutation;
        [[fallthrough]];
      case Stage::refutation:
        if (const ScoredMove move = next_refutation(); move.move != kNoMove) return move;
        list_quiet();
        stage_ = Stage::quiet;
        [[fallthrough]];
      case Stage::quiet:
        if (const ScoredMove move = next_quiet(); move.move != kNoMove) return move;
        stage_ = Stage::losing;
        at_ = 0;
        [[fallthrough]];
      case Stage::losing:
        return next_losing();
      case Stage::list_all:
        list_all();
        stage_ = Stage::all;
        [[fallthrough]];
      case Stage::all:
        return at_ < list_.size() ? list_[at_++] : kLastMove;
    }
    return kLastMove;
  }

 private:
  enum class Stage { hash, list_noisy, noisy, refutation, quiet, losing, list_all, all };
  using QuietOrder = typename P::QuietOrder;

  /// Below every quiet move.
  // So late-move reductions, which ask for score < kForcing, apply to losing captures too.
  static constexpr std::int32_t kLosing = -kForcing;

  // The hash move is tried before any move is generated, and the TT may hold it of another position with an
  // equal key: so it has to be checked.
  bool is_playable(Move move) const {
    return move != kNoMove && policy_.is_legal(position_, move) &&
           (!noisy_only_ || policy_.is_noisy(position_, move));
  }

  void list_noisy() {
    MoveList moves;
    policy_.generate_noisy(position_, moves);
    for (const Move move : moves)
      if (move != refutations_.hash)
        list_.push_back({move, false, kForcing + policy_.noisy_score(position_, move)});
  }

  /// Losing moves go to the front of the list, whose moves have been given out, and come again after the
  /// quiet ones.
  ScoredMove next_noisy() {
    while (at_ < list_.size()) {
      bring_best(list_, at_);
      const ScoredMove move = list_[at_++];
      if (noisy_only_ || !policy_.see_loses(position_, move.move)) return move;
      list_[losing_++] = {move.move, false, kLosing};
    }
    return kLastMove;
  }

  ScoredMove next_refutation() {
    // Killers and counter-moves were learned elsewhere: they may be captures or illegal here. Captures are
    // left to their own stages.
    while (refutation_ < 3) {
      const std::size_t i = refutation_++;
      const Move move = i < 2 ? refutations_.killers[i] : refutations_.counter_move;
      if (move == kNoMove || move == refutations_.hash || was_refutation(move, i)) continue;
      if (policy_.is_noisy(position_, move) || !policy_.is_legal(position_, move)) continue;
      return {move, order().is_tactical(move), kForcing - 1 - static_cast<std::int32_t>(i)};
    }
    return kLastMove;
  }
  bool was_refutation(Move move, std::size_t before) const {
    return (before > 0 && move == refutations_.killers[0]) || (before > 1 && move == refutations_.killers[1]);
  }

  void list_quiet() {
    MoveList moves;
    policy_.generate_quiet(position_, moves);
    for (const Move move : moves) {
      if (move == refutations_.hash || was_refutation(move, 2) || move == refutations_.counter_move) continue;
      if (tactical_only_ && !order().is_tactical(move)) continue;
      // A policy may give a quiet move a forcing score; histories would only blur it.
      ScoredMove scored = order().score(move);
      if (scored.score < kForcing) scored.score += histories_.quiet(position_, node_, move);
      list_.push_back(scored);
    }
  }

  ScoredMove next_quiet() {
    if (at_ == list_.size()) return kLastMove;
    bring_best(list_, at_);
    return list_[at_++];
  }

  // What next_noisy() put aside lies at the front of the list, in the order of the scores it had.
  ScoredMove next_losing() {
    while (at_ < losing_) {
      ScoredMove& move = list_[at_++];
      move.tactical = order().is_tactical(move.move);
      if (!tactical_only_ || move.tactical) return move;
    }
    return kLastMove;
  }

  void list_all() {
    MoveList moves;
    position_.generate(moves);
    for (const Move move : moves) list_.push_back({move, false, 0});
  }

  void drop_quiet(std::size_t from) {
    auto* const end = std::remove_if(list_.begin() + from, list_.end(),
                                     [](const auto& scored) { return !scored.tactical; });
    list_.shrink(static_cast<std::size_t>(end - list_.begin()));
  }

  /// Made when the first quiet move is looked at.
  const QuietOrder& order() {
    if (!order_) order_.emplace(position_);
    return *order_;
  }

  P& policy_;
  const Position& position_;
  const Node& node_;
  const Refutations refutations_;
  const Histories<P>& histories_;
  std::optional<QuietOrder> order_;
  ScoredMoveList list_;
  std::size_t at_ = 0;
  std::size_t losing_ = 0;
  std::size_t refutation_ = 0;
  Stage stage_;
  bool noisy_only_;
  bool tactical_only_ = false;
};

template <class P>
struct PickerOf {
  using Type = ListPicker<P>;
};
template <HasStages P>
struct PickerOf<P> {
  using Type = StagedPicker<P>;
};
template <class P>
using MovePicker = typename PickerOf<P>::Type;

/// Whether a legal move is none that the picker gives as noisy or forcing.
// ListPicker games have no other name for it than the policy's score, so order() is asked about this move.
template <class P>
bool is_quiet(P& policy, const typename P::Position& position, Move move) {
  if constexpr (HasStages<P>) {
    return !policy.is_noisy(position, move);
  } else {
    ScoredMove scored{.move = move, .tactical = false, .score = 0};
    policy.order(position, std::span(&scored, 1));
    return scored.score < kForcing;
  }
}

/// Whether the picker gave a move as a quiet one. The hash move was not picked for what the histories say, so
/// they learn nothing where it fails.
template <class P>
bool was_picked_as_quiet([[maybe_unused]] P& policy, [[maybe_unused]] const typename P::Position& position,
                         const ScoredMove& move) {
  if constexpr (HasStages<P>) return move.score != kHashScore && !policy.is_noisy(position, move.move);
  return move.score < kForcing;
}

}  // namespace engine::search
