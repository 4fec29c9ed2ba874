#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "engine/search/policy.h"

namespace engine::search {

// What a searching thread learns from its own tree: which moves cut (for the order of moves and for LMR), and
// where the static evaluation errs (for pruning). All of it is heuristic: it may be lost or wrong without
// making a score wrong by itself. One thread's own: the threads of a team order moves differently.
//
//     holds              | by                             | lives
//     Killers            | ply                            | one search
//     CounterMoves       | last move                      | until forget()
//     butterfly          | side, move                     | halved by each search
//     continuation       | move index, last move index    | until forget()
//     Corrections        | side, last move, last two      | until forget()

/// How well a move did, within [-kHistoryMax, kHistoryMax]. The nearer to a bound, the less it moves there,
/// so that old experience fades.
class HistoryScore {
 public:
  operator std::int32_t() const { return value_; }
  /// `bonus` is negative for a malus. The step shrinks linearly to nothing at the bound ("history gravity"),
  /// so the value cannot leave its range. @pre |bonus| <= kHistoryMax
  void reward(std::int32_t bonus) {
    value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / kHistoryMax);
  }
  void halve() { value_ = static_cast<std::int16_t>(value_ / 2); }

 private:
  std::int16_t value_ = 0;
};

/// The quiet move that last refuted a move (counter-move heuristic, Uiterwijk 1992).
// Packed moves say from where to where, not by which piece: in Xiangqi different pieces share a place. The
// picker checks that a move can be played before it is tried.
class CounterMoves {
 public:
  CounterMoves() { forget(); }
  /// kNoMove where none is known. `last` may be kNoMove, which has a place as well.
  Move after(Move last) const { return counters_[index(last)]; }
  void remember(Move last, Move counter) { counters_[index(last)] = counter; }
  void forget() { counters_.fill(kNoMove); }

 private:
  std::array<Move, kMoveSpace> counters_;
};

/// What the search has learned about moves, wherever they were played.
///
/// - butterfly: how often a quiet move of a side caused a cut, less a malus where it was tried in vain
///   (history heuristic, Schaeffer 1983).
/// - continuation: the same by the move before and by the one two plies before (Stockfish 2016), in games
///   whose moves have an index (HasMoveIndex).
template <class P>
class Histories {
 public:
  using Position = typename P::Position;

  /// How many histories know a quiet move.
  static constexpr int kKinds = HasMoveIndex<P> ? 3 : 1;
  /// The sum of what they know, of a move that may be played at the node.
  std::int32_t quiet(const Position& position, const Node& node, Move move) const {
    std::int32_t sum = butterfly_[index(position.side_to_move())][index(move)];
    if constexpr (HasMoveIndex<P>) {
      const std::size_t i = P::move_index(position, move);
      sum += continuation(node.last_index(1))[i] + continuation(node.last_index(2))[i];
    }
    return sum;
  }
  /// @pre the position is the node's, the move not yet played: move_index() looks at it.
  void reward_quiet(const Position& position, const Node& node, Move move, std::int32_t bonus) {
    butterfly_[index(position.side_to_move())][index(move)].reward(bonus);
    if constexpr (HasMoveIndex<P>) {
      const std::size_t i = P::move_index(position, move);
      continuation(node.last_index(1))[i].reward(bonus);
      continuation(node.last_index(2))[i].reward(bonus);
    }
  }

  /// Called when a search of another position begins. Halves the butterfly history; the continuation history
  /// depends less on the position and is kept.
  void age() {
    for (auto& side : butterfly_)
      for (HistoryScore& score : side) score.halve();
  }
  void forget() { *this = Histories(); }

 private:
  static constexpr std::size_t kIndices = [] {
    if constexpr (HasMoveIndex<P>) return P::kMoveIndices;
    return std::size_t{0};
  }();
  using Row = std::array<HistoryScore, kIndices>;

  // The last row stands for "no move": so the sum needs no branch.
  // Node::kNoIndex, for what is before the root and after a null move, has a row as well.
  const Row& continuation(std::size_t last) const { return continuation_[std::min(last, kIndices)]; }
  Row& continuation(std::size_t last) { return continuation_[std::min(last, kIndices)]; }

  // On the heap: together they are too large for objects on a stack, and forget() assigns new ones.
  std::vector<std::array<HistoryScore, kMoveSpace>> butterfly_ =
      std::vector<std::array<HistoryScore, kMoveSpace>>(2);
  std::vector<Row> continuation_ = std::vector<Row>(kIndices > 0 ? kIndices + 1 : 0);
};

/// By how much static evaluations have been wrong behind a move, and behind two in a row: the mean of both is
/// added to the next one there (correction history; Caissa 2023, Stockfish 2023). One thread's own.
class Corrections {
 public:
  /// What to add to the static evaluation of a node where `turn` is to move.
  Score at(const Node& node, Side turn) const {
    const Places at = places(node, turn);
    return (by_move_[at.move] + by_pair_[at.pair]) / (2 * kUnit);
  }
  /// A search of `depth` plies from the node found `miss` more than the static evaluation.
  /// An exponential moving average: a miss weighs (depth + 1) / 256, at most 16 / 256.
  void learn(const Node& node, Side turn, Score miss, int depth) {
    // A miss beyond 400 points is tactics that no average should follow.
    constexpr int kShares = 256, kMaxShare = 16;
    constexpr Score kMaxMiss = 400;
    const int share = std::min(depth + 1, kMaxShare);
    const int target = std::clamp(miss, -kMaxMiss, kMaxMiss) * kUnit;
    const Places at = places(node, turn);
    for (std::int16_t* const value : {&by_move_[at.move], &by_pair_[at.pair]})
      *value = static_cast<std::int16_t>(std::clamp((*value * (kShares - share) + target * share) / kShares,
                                                    -kMaxCorrection, kMaxCorrection));
  }

 private:
  static constexpr int kUnit = 256;  ///< The unit of the game, so a correction is 127 of them at most.
  static constexpr int kMaxCorrection = INT16_MAX;
  static constexpr std::size_t kPairs = std::size_t{1} << 16;

  struct Places {
    std::size_t move;
    std::size_t pair;
  };
  // Two plies before the root, after a null move, and at the root: kNoMove, which has a place of its own.
  static Places places(const Node& node, Side turn) {
    const std::size_t last = index(node.last_move());
    const std::size_t before = index(node.parent ? node.parent->last_move() : kNoMove);
    const std::size_t pair = (last * 0x9E37 ^ before * 0x85EB) % kPairs;  // Pairs may share a place.
    return {index(turn) * kMoveSpace + last, index(turn) * kPairs + pair};
  }

  std::vector<std::int16_t> by_move_ = std::vector<std::int16_t>(2 * kMoveSpace);
  std::vector<std::int16_t> by_pair_ = std::vector<std::int16_t>(2 * kPairs);
};

/// Quiet moves that lately caused a cut at the same ply (killer heuristic, Akl and Newborn 1977). Nodes of
/// a ply share them; a visit of a node clears those of its grandchildren only.
class Killers {
 public:
  using Pair = std::array<Move, 2>;

  /// The newer first; kNoMove where there is none.
  const Pair& at(int ply) const { return of_[static_cast<std::size_t>(ply)]; }
  /// A node begins to try its moves. What its grandchildren learned below a sibling is of another subtree.
  void visit(int ply) { of_[static_cast<std::size_t>(ply) + 2] = {kNoMove, kNoMove}; }
  /// The newest first; a move that is the newest already does not push the other out.
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

/// Moves to try first at a node: the table's, and quiet ones that refuted something like it.
// A guess only: none of them need be legal in the position. The pickers check.
struct Refutations {
  Move hash = kNoMove;
  std::array<Move, 2> killers = {kNoMove, kNoMove};
  Move counter_move = kNoMove;
};

/// What earlier searches of one thread taught about the order of moves.
template <class P>
class OrderingMemory {
 public:
  using Position = typename P::Position;

  /// For pickers and late-move reductions; valid as long as this is.
  const Histories<P>& histories() const { return histories_; }
  /// What to try first at a node whose hash move is `hash`.
  Refutations refutations(const Node& node, Move hash) const {
    Refutations refutations{.hash = hash, .killers = killers_.at(node.ply)};
    if (node.parent) refutations.counter_move = counter_moves_.after(node.last_move());
    return refutations;
  }
  void visit(int ply) { killers_.visit(ply); }
  /// A quiet move caused a cut at the node, and those tried before it did not.
  void learn_cut(const Position& position, const Node& node, Move cut, const MoveList& quiets_tried) {
    // Grows with the nodes that the cut saved. Not tuned.
    const std::int32_t bonus = std::min(16 * node.depth * node.depth + 32 * node.depth, 2000);
    histories_.reward_quiet(position, node, cut, bonus);
    for (const Move vain : quiets_tried) histories_.reward_quiet(position, node, vain, -bonus);
  }
  /// Where the search has no last move, at the root, no counter-move is kept.
  void learn_refutation(const Node& node, Move cut) {
    killers_.remember(node.ply, cut);
    if (node.parent) counter_moves_.remember(node.last_move(), cut);
  }

  /// A search of another position begins.
  void age() {
    histories_.age();
    killers_.forget();
  }
  /// Forgets everything but the killers, which age() forgets.
  void forget() {
    histories_.forget();
    counter_moves_.forget();
  }

 private:
  Histories<P> histories_;
  CounterMoves counter_moves_;
  Killers killers_;
};

}  // namespace engine::search
