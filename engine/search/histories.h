#pragma once

#include <array>
#include <cstdlib>

#include "engine/search/policy.h"

namespace engine::search {

/// What the search has learned about quiet moves, wherever they were played.
///
/// - butterfly history: how often a move of a side caused a cut, with malus for those tried in vain
///   (Schaeffer 1983; the bounded form lets old experience fade).
/// - counter-move: the quiet move that last refuted a move (Uiterwijk 1992).
class Histories {
 public:
  std::int32_t butterfly(Side side, Move move) const { return butterfly_[index(side)][index(move)]; }
  Move counter_move(Move last) const { return counter_moves_[index(last)]; }

  void reward(Side side, Move move, std::int32_t bonus) {
    std::int16_t& value = butterfly_[index(side)][index(move)];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kHistoryMax);
  }
  void remember_counter_move(Move last, Move counter) { counter_moves_[index(last)] = counter; }

  /// A new search begins from another position: half of what was learned still holds.
  void age() {
    for (auto& side : butterfly_)
      for (auto& value : side) value = static_cast<std::int16_t>(value / 2);
  }
  void forget() {
    for (auto& side : butterfly_) side.fill(0);
    counter_moves_.fill(kNoMove);
  }

 private:
  std::array<std::array<std::int16_t, kMoveSpace>, 2> butterfly_{};
  std::array<Move, kMoveSpace> counter_moves_ = [] {
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

}  // namespace engine::search
