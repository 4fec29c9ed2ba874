#pragma once

#include <algorithm>
#include <cassert>
#include <functional>
#include <vector>

#include "engine/search/searcher.h"

// The root of a search: iterative deepening, aspiration windows, several lines, what a solver proves of them,
// and when to stop.

namespace engine::search {

// A search as it lives, begun by BotOf::think (games/bot_of.h):
//
//     Team::search            ages the TT, starts the threads
//       Searcher::search      copies the position, starts the clock, halves the histories
//         RootSearch()        lists the root moves: from here on there is an answer
//         RootSearch::run     for each depth:
//           solve_lines       what the solver can prove, within what the search has spent so far
//           search_lines      the rest, by aspiration windows
//           may_stop          proven, enough time spent, or no time for another iteration
//         result              the lines, also of an iteration that was cut short
//     Team::answer            the best result of the threads
//
// The order of root moves is the memory between iterations: the best comes to the front, the others keep
// their places. So the first move of each iteration is the last one's best, and an iteration that is cut
// short after its first move still has an answer that is no worse.

/// What is known of a root move. Only a solver raises it, and it never falls.
enum class Certainty : std::uint8_t {
  estimate,  ///< The score of a search; -kInfinite before the first.
  lost,      ///< It loses, by `upper_bound` at best. `score` still is a search's, to choose among such moves.
  bounded,   ///< It wins by `score` or more.
  exact,     ///< It is worth `score`.
};

/// One search from the root. Made for it and used once.
///
/// The root moves from the first on are lines: as many as are wanted, best first. An iteration has two
/// passes:
///
///     solve_lines()    asks the solver for the best move, then for the best of the others, and so on:
///                          estimate -> lost            every move that is left loses
///                          estimate -> bounded, exact  the move that it names
///                          lost, bounded -> exact      once the winner is known, see SolverGoal
///     search_lines()   searches the lines that are estimate or lost, each with those behind it
///
/// A proven line (bounded or exact) is not searched again, and no estimate ranks above it unless both win.
/// The search ends when nothing can improve (is_proven()), when the clock says so, or by its limits; what was
/// found until then stands.
template <Policy P>
class RootSearch {
 public:
  using Position = typename P::Position;

  /// @param searcher has begun a search of this root and these limits; must outlive this.
  /// @param among the moves to choose from; empty: all.
  RootSearch(Searcher<P>& searcher, const Limits& limits, const Progress& progress,
             std::span<const Move> among);

  /// Blocks until the search ends.
  SearchResult run(int first_depth);

 private:
  /// `pv` of a move that failed low is that of an earlier iteration, for a bound has no line; so is its
  /// `score`, unless it was the first.
  struct RootMove {
    Move move;
    bool quiet = false;
    Score score = -kInfinite;
    std::vector<Move> pv;
    Certainty certainty = Certainty::estimate;
    Score upper_bound = kInfinite;

    bool proven() const { return certainty >= Certainty::bounded; }
  };

  // Each is described at its body.
  void list_root_moves(std::span<const Move> among);
  void solve_lines();
  bool solve_line(std::size_t first);
  void search_lines();
  void search_line(std::size_t first);
  Score search_moves(Score alpha, Score beta, std::size_t first);
  Score search_move(Node& node, Node& child, const ScoredMove& move, int rank);
  std::size_t move_to_front(Certainty least);
  void bound_estimates();
  void rank_lines();

  std::span<const RootMove> lines() const { return std::span(root_moves_).first(multipv_); }
  /// On a clock the winner is enough: the margin is not worth its time.
  bool wdl_suffices() const { return limits_.optimum.has_value(); }
  bool is_proven() const;
  bool may_stop();
  bool has_thought_enough(std::chrono::milliseconds optimum) const;
  SearchResult result() const;
  void report_move(Move move, int number) const;

  Searcher<P>& searcher_;
  const Limits& limits_;
  const Progress& progress_;
  const bool restricted_;  ///< Not all moves may be chosen.

  // @invariant never empty, each move once; [0, multipv_) are the lines, best first after rank_lines().
  std::vector<RootMove> root_moves_;
  std::size_t multipv_ = 1;
  Score root_eval_ = kNoEval;
  int finished_depth_ = 0;

  /// What is asked of moves whose winner is known. score_at_any_cost: the solver may use the rest of the
  /// limits, since the search has nothing left to do; never where the limits name a depth.
  SolverGoal goal_of_decided_ = SolverGoal::score;
  std::uint64_t solver_nodes_ = 0;  ///< Visited by solve(),
  std::uint64_t wasted_nodes_ = 0;  ///< and those of them that found nothing.

  IterationTimes iteration_times_;
  BestMoveStability stability_;
};

template <Policy P>
RootSearch<P>::RootSearch(Searcher<P>& searcher, const Limits& limits, const Progress& progress,
                          std::span<const Move> among)
    : searcher_(searcher), limits_(limits), progress_(progress), restricted_(!among.empty()) {
  list_root_moves(among);
  // The root itself is never pruned; its evaluation tells nodes two plies on whether they improve.
  if constexpr (HasMargins<P> || HasNullMove<P> || HasProbCut<P>)
    root_eval_ = searcher_.policy_.evaluate(*searcher_.position_);
  multipv_ = std::clamp<std::size_t>(static_cast<std::size_t>(limits.multipv), 1, root_moves_.size());
}

template <Policy P>
SearchResult RootSearch<P>::run(int first_depth) {
  const Budget& budget = searcher_.budget_;
  const int last_depth = std::min(limits_.depth.value_or(kMaxPly), kMaxPly);
  int& depth = searcher_.root_depth_;
  for (depth = std::min(first_depth, last_depth); depth <= last_depth; ++depth) {
    // A stop or a deadline that came while the last iteration was reported.
    if (searcher_.budget_.check()) break;
    solve_lines();
    if (!budget.exhausted()) search_lines();
    if (budget.exhausted()) break;
    // Only now: a depth is told when all of its lines are done.
    finished_depth_ = depth;
    if (progress_) progress_(result());
    if (may_stop()) break;
  }
  return result();
}

/// All root moves, or those `among` which to choose, best guesses first: from here on there is a move to
/// answer with, whatever happens.
template <Policy P>
void RootSearch<P>::list_root_moves(std::span<const Move> among) {
  const Node root{.depth = 1, .ply = 0, .alpha = -kInfinite, .beta = kInfinite, .budget = searcher_.budget_};
  const Refutations refutations = searcher_.ordering_.refutations(root, hash_move(searcher_.probe(root)));
  MovePicker<P> picker(searcher_.policy_, *searcher_.position_, root, refutations,
                       searcher_.ordering_.histories(),
                       searcher_.uses(Technique::ordering) ? Picking::ordered : Picking::unordered);
  for (ScoredMove next = picker.next(); next.move != kNoMove; next = picker.next())
    if (among.empty() || std::ranges::find(among, next.move) != among.end())
      root_moves_.push_back({.move = next.move, .quiet = next.score < kForcing, .pv = {next.move}});
  // What a policy does not take for a candidate may be asked for all the same.
  for (const Move move : among)
    if (std::ranges::find(root_moves_, move, &RootMove::move) == root_moves_.end())
      root_moves_.push_back({.move = move, .quiet = true, .pv = {move}});
  assert(!root_moves_.empty() && "the game is not over");
}

// ---- The solver.

template <Policy P>
void RootSearch<P>::solve_lines() {
  if constexpr (HasSolver<P>) {
    if (!searcher_.uses(Technique::full) || !searcher_.uses(Part::solver) || !limits_.solvers) return;
    move_to_front(Certainty::bounded);
    // Only without a clock and a depth: there an answer is wanted soon.
    const bool may_take_all =
        !wdl_suffices() && !limits_.depth && std::ranges::all_of(lines(), &RootMove::proven);
    goal_of_decided_ = may_take_all ? SolverGoal::score_at_any_cost : SolverGoal::score;
    for (std::size_t first = move_to_front(Certainty::exact); first < multipv_; ++first)
      // What is not known of the best of the rest is not asked of the rest without it.
      if (!solve_line(first) && !root_moves_[first].proven()) break;
    bound_estimates();
    rank_lines();
  }
}

/// The best of the root moves from the `first` on comes to `first`, if the solver knows it; else false. Only
/// an answer with a move that decides the game or is exact will do.
template <Policy P>
bool RootSearch<P>::solve_line(std::size_t first) {
  const auto rest = std::span(root_moves_).subspan(first);
  std::vector<Move> among;
  // Empty means all: most often, and then the solver need not compare moves.
  if (first > 0 || restricted_)
    for (const RootMove& move : rest) among.push_back(move.move);
  Budget& budget = searcher_.budget_;
  const std::uint64_t before = budget.nodes();
  // Lost or bounded: who wins is known, only by how much is not.
  const bool decided = rest.front().certainty >= Certainty::lost;
  const auto solved = searcher_.policy_.solve(*searcher_.position_,
                                              Node{.depth = searcher_.root_depth_,
                                                   .ply = 0,
                                                   .alpha = -kInfinite,
                                                   .beta = kInfinite,
                                                   .budget = budget,
                                                   .among = among,
                                                   .searched = before - solver_nodes_,
                                                   .wasted = wasted_nodes_,
                                                   .goal = decided ? goal_of_decided_ : SolverGoal::outcome});
  solver_nodes_ += budget.nodes() - before;
  if (!solved) wasted_nodes_ += budget.nodes() - before;
  if (!solved) return false;
  if (solved->best == kNoMove && !solved->exact)  // Which of them to play is left to the search.
    for (RootMove& move : rest) {
      move.upper_bound = solved->score;
      move.certainty = std::max(move.certainty, Certainty::lost);
    }
  // None for a loss without a move, or for an answer outside of what may be chosen: the search chooses then.
  const auto best = std::ranges::find(rest, solved->best, &RootMove::move);
  if (best == rest.end()) return false;
  best->score = solved->score;
  best->certainty = solved->exact ? Certainty::exact : Certainty::bounded;
  best->pv.assign(1, solved->best);
  if (!solved->line.empty()) best->pv.assign(solved->line.begin(), solved->line.end());
  // Not a swap: the others keep their order.
  std::rotate(rest.begin(), best, best + 1);
  return true;
}

// ---- The search.

/// The best line that is not proven yet, then the best of the other moves, and so on.
template <Policy P>
void RootSearch<P>::search_lines() {
  for (std::size_t first = move_to_front(Certainty::bounded); first < multipv_; ++first) {
    search_line(first);
    if (searcher_.budget_.exhausted()) break;
  }
  bound_estimates();
  // Half an iteration is not compared with a whole one.
  if (!searcher_.budget_.exhausted()) rank_lines();
}

/// Aspiration: searches with a small window around the last score, wider where the score turns out to lie
/// outside.
template <Policy P>
void RootSearch<P>::search_line(std::size_t first) {
  constexpr int kFirstDepth = 5;  // Before it, scores swing.
  // After 25, 100 and 400 points the side is opened wholly: a score that jumps that far jumps further.
  constexpr Score kWidest = 1000;
  const Score expected = root_moves_[first].score;
  Score below = searcher_.parameters_.aspiration, above = below;
  // Around a win there is nothing to aspire to: distances differ by single plies, and each would fail.
  const bool narrow = searcher_.uses(Technique::ordering) && searcher_.uses(Part::aspiration) &&
                      searcher_.root_depth_ >= kFirstDepth && expected > -kWinBound && expected < kWinBound;
  while (true) {
    const Score alpha = narrow && below < kWidest ? std::max(expected - below, -kInfinite) : -kInfinite;
    const Score beta = narrow && above < kWidest ? std::min(expected + above, kInfinite) : kInfinite;
    const Score score = search_moves(alpha, beta, first);
    if (searcher_.budget_.exhausted() || (score > alpha && score < beta)) return;
    // Only on the side that failed. The loop ends, since an open window cannot fail.
    (score <= alpha ? below : above) *= 4;
  }
}

/// Searches the root moves from the `first` on, those before it being lines already. The best comes to
/// `first`.
/// @post when the budget is exhausted, what was found until then stands
template <Policy P>
Score RootSearch<P>::search_moves(Score alpha, Score beta, std::size_t first) {
  Node node{
      .depth = searcher_.root_depth_, .ply = 0, .alpha = alpha, .beta = beta, .budget = searcher_.budget_};
  // As if improving: the root has no position two plies back to compare with.
  node.static_eval = node.eval = root_eval_;
  node.improving = true;
  Node child = node.child();
  Score best = -kInfinite;
  for (std::size_t i = first; i < root_moves_.size(); ++i) {
    const auto rank = static_cast<int>(i - first) + 1;
    const ScoredMove move{
        .move = root_moves_[i].move, .tactical = false, .score = root_moves_[i].quiet ? 0 : kForcing};
    report_move(move.move, static_cast<int>(i) + 1);
    const Score score = search_move(node, child, move, rank);
    if (searcher_.budget_.exhausted()) return best;
    // Others failed low: their scores are bounds, worth less than what an earlier iteration said.
    if (rank == 1 || score > node.alpha) {
      RootMove& root_move = root_moves_[i];
      root_move.score = score;
      // At the first move's fail-low the old line stays; its score falls, for time control and aspiration.
      if (score > node.alpha) {
        root_move.pv.assign(1, root_move.move);
        root_move.pv.insert(root_move.pv.end(), child.pv.begin(), child.pv.end());
      }
      const auto begin = root_moves_.begin() + static_cast<std::ptrdiff_t>(first);
      std::rotate(begin, begin + (rank - 1), begin + rank);
    }
    best = std::max(best, score);
    node.alpha = std::max(node.alpha, score);
    // Aspiration failed high: the move is at the front and is searched again with a wider window.
    if (node.alpha >= beta && searcher_.uses(Technique::alpha_beta)) break;
  }
  return best;
}

/// `rank` counts from 1, the moves of lines that are done left out.
template <Policy P>
Score RootSearch<P>::search_move(Node& node, Node& child, const ScoredMove& move, int rank) {
  Position& position = *searcher_.position_;
  // As a PV node. No extension here: each root move is searched to the depth of the iteration.
  const int reduction = searcher_.selectivity_.late_move_reduction(position, searcher_.ordering_.histories(),
                                                                   node, move, rank, true);
  searcher_.do_move(node, move.move);
  const Score score = searcher_.template search_child<true>(node, child, node.depth - 1, reduction, rank);
  position.undo_move();
  return score;
}

/// Moves that are at least so certain come first. Gives how many they are.
template <Policy P>
std::size_t RootSearch<P>::move_to_front(Certainty least) {
  const auto is_certain = [least](const RootMove& move) { return move.certainty >= least; };
  return root_moves_.size() - std::ranges::stable_partition(root_moves_, is_certain).size();
}

/// No move is better than a proven best, unless both win, for a solver's win need not be the shortest.
template <Policy P>
void RootSearch<P>::bound_estimates() {
  const auto lines = std::span(root_moves_).first(multipv_);
  Score upper_bound = kInfinite;
  // A win may be bettered by a shorter one, so it bounds nothing.
  for (const RootMove& line : lines)
    if (line.proven() && !is_win(line.score)) upper_bound = std::min(upper_bound, line.score);
  for (RootMove& line : lines)
    if (!line.proven()) line.score = std::min(line.score, upper_bound);
}

/// Best first: a later pass may know better what an earlier one thought of as second.
template <Policy P>
void RootSearch<P>::rank_lines() {
  std::ranges::stable_sort(std::span(root_moves_).first(multipv_), std::ranges::greater(), &RootMove::score);
}

// ---- When to stop.

/// Whether to answer after this iteration though the limits allow another.
template <Policy P>
bool RootSearch<P>::may_stop() {
  const auto elapsed = searcher_.budget_.elapsed();
  // Both are told of every iteration, so they are before the first return.
  stability_.iteration_ended(root_moves_.front().move, root_moves_.front().score);
  iteration_times_.iteration_ended(elapsed);
  if (is_proven()) return true;
  // There is nothing to choose: a small part of the time tells what the only move is worth.
  constexpr int kShareOfOnlyMove = 10;
  if (root_moves_.size() == 1 && limits_.time && elapsed >= *limits_.time / kShareOfOnlyMove) return true;
  if (!limits_.optimum) return false;
  return has_thought_enough(*limits_.optimum) ||
         (limits_.time && !iteration_times_.can_finish_another(*limits_.time));
}

/// On every line the solver's last word, a loss as long as the search is deep, or a win that a search twice
/// as deep as it is long has not bettered: pruning hides shorter ones.
template <Policy P>
bool RootSearch<P>::is_proven() const {
  const bool bound_is_enough = wdl_suffices() || goal_of_decided_ == SolverGoal::score_at_any_cost;
  const int depth = searcher_.root_depth_;
  return std::ranges::all_of(lines(), [&](const RootMove& line) {
    if (line.proven()) return line.certainty == Certainty::exact || bound_is_enough;
    const int plies = kWin - std::abs(line.score);
    return (is_win(line.score) && 2 * plies <= depth + 1) || (is_loss(line.score) && plies <= depth);
  });
}

/// With a clock running. Spends less than the optimum while the choice stays the same, and more when the
/// score falls.
template <Policy P>
bool RootSearch<P>::has_thought_enough(std::chrono::milliseconds optimum) const {
  if (root_moves_.size() == 1 || stability_.has_settled_win()) return true;
  return static_cast<double>(searcher_.budget_.elapsed().count()) >=
         static_cast<double>(optimum.count()) * stability_.share_of_optimum();
}

// ---- The answer.

template <Policy P>
SearchResult RootSearch<P>::result() const {
  SearchResult result;
  for (const RootMove& line : lines()) {
    const bool is_lost = line.certainty == Certainty::lost;
    // Lines that this search had no time to look at are none; but there is always a move to play.
    if (result.lines.empty() || line.score > -kInfinite)
      result.lines.push_back({is_lost ? line.upper_bound : line.score, line.pv, is_lost || line.proven()});
  }
  // Stopped before the first move was searched: no score is known, and 0 claims nothing.
  if (result.lines.front().score == -kInfinite) result.lines.front().score = 0;
  result.depth = finished_depth_;
  result.seldepth = std::max(searcher_.seldepth_, finished_depth_);
  result.nodes = searcher_.budget_.nodes();
  result.time = searcher_.budget_.elapsed();
  result.hash_permille = searcher_.tt_.permille_used();
  return result;
}

template <Policy P>
void RootSearch<P>::report_move(Move move, int number) const {
  if (!progress_ || !limits_.tell_moves_after || searcher_.budget_.elapsed() < *limits_.tell_moves_after)
    return;
  // The depth of the iteration that runs; result() tells that of the last that ended.
  SearchResult now = result();
  now.depth = searcher_.root_depth_;
  now.current = move;
  now.current_number = number;
  progress_(now);
}

}  // namespace engine::search
