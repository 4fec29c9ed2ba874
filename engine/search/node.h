#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/core/types.h"
#include "engine/search/budget.h"

namespace engine::search {

// What travels down the recursion. A Node is plain data: the search fills it in, hooks and histories read it.

/// No static evaluation has been made.
inline constexpr Score kNoEval = -32768;

/// What a solver is asked at the root.
enum class SolverGoal : std::uint8_t {
  outcome,            ///< All that can be proven: the score, or which side wins.
  score,              ///< The score. The winner is known.
  score_at_any_cost,  ///< The same; the search has nothing else to do with the rest of its limits.
};

/// A triangular table of variations: each node on the path holds its own, a move longer than its child's.
using PrincipalVariation = FixedList<Move, kMaxPly + 1>;

/// One node of the line being searched: what is asked of it, what is known of it before its moves are tried,
/// and the best line behind it.
///
/// Lives on the stack of the recursion. A node makes one child, which stands for each of its moves in turn
/// and is asked again with other windows and depths. Hooks read it.
struct Node {
  static constexpr std::size_t kNoIndex = SIZE_MAX;

  // Set by the parent; the node itself may narrow the window (mate distance, moves that raise alpha) and take
  // a ply of the depth (internal iterative reduction).
  // What is asked.
  int depth;  ///< Plies still to search; 0 or less at a leaf.
  int ply;    ///< Plies from the root.
  Score alpha;
  Score beta;
  Budget& budget;                ///< Count the positions that a hook visits itself, and stop when it says so.
  const Node* parent = nullptr;  ///< None at the root.
  Move excluded = kNoMove;       ///< Left out, while it is asked whether it is singular.

  /// At the root: the moves to choose from; empty: all. The others are lines already, or not asked for.
  std::span<const Move> among = {};
  std::uint64_t searched = 0;  ///< At the root: positions that the search itself has visited so far.
  std::uint64_t wasted = 0;    ///< At the root: positions that solve() has visited in vain so far.
  SolverGoal goal = SolverGoal::outcome;  ///< At the root: which answers of solve() are of use.

  // Filled in by alpha_beta() and quiescence() in the order of their steps. A hook that is called before a
  // step sees a default, or what the node held for an earlier move of its parent.
  // What is known.
  Score static_eval = kNoEval;        ///< What the policy says.
  Score eval = kNoEval;               ///< The same with what Corrections adds.
  bool under_threat = false;          ///< See HasUnderThreat.
  bool improving = false;             ///< Better than two plies ago, when the same side was to move.
  Move move = kNoMove;                ///< The move that is being searched; kNoMove for a null move.
  std::size_t move_index = kNoIndex;  ///< Of that move, where moves have one: see HasMoveIndex.
  PrincipalVariation pv = {};

  /// The node behind a move from here; depth and window are still to be set.
  /// One child serves all moves of a node: each search of it sets what that search uses.
  Node child() const {
    return {.depth = 0, .ply = ply + 1, .alpha = 0, .beta = 0, .budget = budget, .parent = this};
  }
  /// The same position with another window and depth.
  /// For searches of a node besides its own (razoring, verification, ProbCut, singular extension). It shares
  /// the parent, so histories and last_move() are those of the node; what is known starts from nothing.
  Node with_window(Score new_alpha, Score new_beta, int new_depth) const {
    return {.depth = new_depth,
            .ply = ply,
            .alpha = new_alpha,
            .beta = new_beta,
            .budget = budget,
            .parent = parent};
  }
  /// The move that led here; kNoMove at the root and after a null move.
  Move last_move() const { return parent ? parent->move : kNoMove; }

  /// The index of the move that was played so many plies ago; kNoIndex before the root and for a null move.
  std::size_t last_index(int plies) const {
    const Node* node = parent;
    for (; node && plies > 1; --plies) node = node->parent;
    return node ? node->move_index : kNoIndex;
  }

  /// The variation from here on: this move, then what the child found best.
  void update_pv(Move best, const Node& child) {
    pv.clear();
    pv.push_back(best);
    for (const Move next : child.pv) pv.push_back(next);
  }
};

}  // namespace engine::search
