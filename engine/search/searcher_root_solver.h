#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "engine/search/searcher.h"

// What the game's solver is asked about the root, and what becomes of its answers.

namespace engine::search {

/// Asks the solver about the root: for the best move, then for the best of the others, and so on, as far as
/// lines are wanted and it has an answer.
template <Policy P, class T>
void Searcher<P, T>::solve_root() {
  if constexpr (HasSolver<P>) {
    if (!uses(Technique::full) || !uses(Part::solver) || !solvers_) return;
    move_to_front(&RootMove::proven);
    solver_unlimited_ = !wdl_suffices_ && !depth_limited_ && all_lines_are_proven();
    for (std::size_t first = move_to_front(&RootMove::exact); first < wanted_lines_; ++first)
      if (!solve_line(first) && !root_moves_[first].proven) break;
    bound_estimates();
    rank_lines();
  }
}

/// How many root moves are `known`: those that the solver stands for, or knows all of. They come first.
template <Policy P, class T>
std::size_t Searcher<P, T>::move_to_front(bool RootMove::*known) {
  return root_moves_.size() - std::ranges::stable_partition(root_moves_, std::identity(), known).size();
}

/// Once the winner is known of the moves from the `first` on, only a score is of use.
template <Policy P, class T>
SolverGoal Searcher<P, T>::solver_goal(std::size_t first) const {
  if (!root_moves_[first].is_won_or_lost()) return SolverGoal::outcome;
  return solver_unlimited_ ? SolverGoal::score_at_any_cost : SolverGoal::score;
}

/// The best of the root moves from the `first` on, if the solver knows it. Only an answer with a move that
/// decides the game or is exact will do.
template <Policy P, class T>
bool Searcher<P, T>::solve_line(std::size_t first) {
  std::vector<Move> among;
  if (first > 0 || restricted_)
    for (std::size_t i = first; i < root_moves_.size(); ++i) among.push_back(root_moves_[i].move);
  const std::uint64_t before = budget_.nodes();
  const auto solved = policy_.solve(*position_, Node{.depth = root_depth_,
                                                     .ply = 0,
                                                     .alpha = -kInfinite,
                                                     .beta = kInfinite,
                                                     .budget = budget_,
                                                     .among = among,
                                                     .searched = before - solver_nodes_,
                                                     .wasted = wasted_nodes_,
                                                     .goal = solver_goal(first)});
  solver_nodes_ += budget_.nodes() - before;
  if (!solved) wasted_nodes_ += budget_.nodes() - before;
  if (!solved) return false;
  const auto rest = std::span(root_moves_).subspan(first);
  if (solved->best == kNoMove && !solved->exact)  // Which of them to play is left to the search.
    for (RootMove& move : rest) move.upper_bound = solved->score;
  const auto best = std::ranges::find(rest, solved->best, &RootMove::move);
  if (best == rest.end()) return false;
  best->score = solved->score;
  best->proven = true;
  best->exact = solved->exact;
  best->pv.assign(1, solved->best);
  if (!solved->line.empty()) best->pv.assign(solved->line.begin(), solved->line.end());
  std::rotate(rest.begin(), best, best + 1);
  return true;
}

}  // namespace engine::search
