#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "engine/search/policy.h"

namespace engine::search {

/// What the search has learned about quiet moves, wherever they were played.
///
/// - history: how often a move of a side caused a cut, with malus for those tried in vain (Schaeffer 1983;
/// the
///   bounded form lets old experience fade).
/// - replies: the quiet move that last refuted a move (counter-move heuristic, Uiterwijk 1992).
class Experience {
 public:
  std::int32_t history(Side side, Move move) const { return history_[index(side)][index(move)]; }
  Move reply(Move last) const { return replies_[index(last)]; }

  void reward(Side side, Move move, std::int32_t bonus) {
    std::int16_t& value = history_[index(side)][index(move)];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kHistoryMax);
  }
  void remember_reply(Move last, Move reply) { replies_[index(last)] = reply; }

  /// A new search begins from another position: half of what was learned still holds.
  void age() {
    for (auto& side : history_)
      for (auto& value : side) value = static_cast<std::int16_t>(value / 2);
  }
  void forget() {
    for (auto& side : history_) side.fill(0);
    replies_.fill(kNoMove);
  }

 private:
  std::array<std::array<std::int16_t, kMoveSpace>, 2> history_{};
  std::array<Move, kMoveSpace> replies_ = [] {
    std::array<Move, kMoveSpace> none;
    none.fill(kNoMove);
    return none;
  }();
};

/// Quiet moves that lately caused a cut at the same ply (killer heuristic, Akl and Newborn 1977). Sisters
/// share them, and so do cousins: whoever visits a node forgets those of its grandchildren only.
class Killers {
 public:
  using Pair = std::array<Move, 2>;

  const Pair& at(int ply) const { return of_[static_cast<std::size_t>(ply)]; }
  void visit(int ply) { of_[static_cast<std::size_t>(ply) + 2] = {kNoMove, kNoMove}; }
  void remember(int ply, Move move) {
    Pair& pair = of_[static_cast<std::size_t>(ply)];
    if (pair[0] != move) pair = {move, pair[0]};
  }
  void forget() { of_.fill({kNoMove, kNoMove}); }

 private:
  std::array<Pair, kMaxPly + 3> of_ = [] {
    std::array<Pair, kMaxPly + 3> none;
    none.fill({kNoMove, kNoMove});
    return none;
  }();
};

/// The quiet moves to try first at a node, before history has its say.
struct Favourites {
  Move hash = kNoMove;
  std::array<Move, 2> killers = {kNoMove, kNoMove};
  Move reply = kNoMove;
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
  MovePicker(const MoveList& moves, const Favourites& favourites, bool ordered)
      : favourites_(favourites), ordered_(ordered) {
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
  ScoredMove next(P& policy, const typename P::Position& position, const Experience& experience) {
    if (at_ == list_.size()) return {.move = kNoMove, .sharp = false, .score = 0};
    if (ordered_) bring_forward(policy, position, experience);
    return list_[at_++];
  }

 private:
  void bring_forward(P& policy, const typename P::Position& position, const Experience& experience) {
    if (!tried_hash_) {
      tried_hash_ = true;
      if (bring_hash_move()) return;
    }
    if (!scored_) {
      scored_ = true;
      score(policy, position, experience);
    }
    const auto best = std::max_element(list_.begin() + at_, list_.end(),
                                       [](const auto& a, const auto& b) { return a.score < b.score; });
    std::swap(list_[at_], *best);
  }

  bool bring_hash_move() {
    const auto hash = std::find_if(list_.begin(), list_.end(),
                                   [this](const auto& scored) { return scored.move == favourites_.hash; });
    if (hash == list_.end()) return false;
    hash->score = kHash;
    std::swap(list_[0], *hash);
    return true;
  }

  void score(P& policy, const typename P::Position& position, const Experience& experience) {
    const std::span<ScoredMove> rest(list_.begin() + at_, list_.end());
    policy.order(position, rest);
    const Side side = position.side_to_move();
    for (ScoredMove& scored : rest)
      if (scored.score < kForcing) scored.score = quiet_score(scored, experience.history(side, scored.move));
  }

  std::int32_t quiet_score(const ScoredMove& scored, std::int32_t history) const {
    if (scored.move == favourites_.killers[0]) return kForcing - 1;
    if (scored.move == favourites_.killers[1]) return kForcing - 2;
    if (scored.move == favourites_.reply) return kForcing - 3;
    return scored.score + history;
  }

  ScoredMoveList list_;
  Favourites favourites_;
  std::size_t at_ = 0;
  bool ordered_;
  bool tried_hash_ = false;
  bool scored_ = false;
};

}  // namespace engine::search
