#pragma once

#include <algorithm>
#include <functional>

#include "engine/search/searcher.h"

// The root of the search: deepening, aspiration windows, several lines, and when to stop.

namespace engine::search {

template <Policy P, class T>
SearchResult Searcher<P, T>::search(const Position& root, const Limits& limits, std::stop_token stop,
                                    const Progress& progress, int first_depth, std::span<const Move> among) {
  start(root, limits, std::move(stop), among);
  progress_ = progress;
  tell_moves_after_ = progress ? limits.tell_moves_after : std::nullopt;
  const int last_depth = std::min(limits.depth.value_or(kMaxPly), kMaxPly);
  for (root_depth_ = std::min(first_depth, last_depth); root_depth_ <= last_depth; ++root_depth_) {
    if (budget_.check()) break;
    solve_root();
    if (!budget_.exhausted()) search_lines();
    if (budget_.exhausted()) break;
    finished_depth_ = root_depth_;
    if (progress) progress(result());
    if (may_stop(limits)) break;
  }
  return result();
}

template <Policy P, class T>
SearchResult Searcher<P, T>::static_search(const Position& root, std::span<const Move> among) {
  position_.emplace(root);
  MoveList all;
  position_->generate(all);
  SearchResult result;
  for (const Move move : all) {
    if (!among.empty() && std::ranges::find(among, move) == among.end()) continue;
    position_->do_move(move);
    result.lines.push_back({.score = -static_score(), .pv = {move}});
    position_->undo_move();
  }
  std::ranges::stable_sort(result.lines, std::ranges::greater(), &RootLine::score);
  result.depth = result.seldepth = 1;
  result.nodes = result.lines.size();
  return result;
}

/// Of the side to move after the first move.
template <Policy P, class T>
Score Searcher<P, T>::static_score() {
  constexpr int kPly = 1;
  if (const auto score = position_->verdict(kPly)) return *score;
  MoveList answers;
  position_->generate(answers);
  if (answers.empty()) return position_->no_moves(kPly);
  if constexpr (HasBeginnerEval<P>)
    return policy_.beginner_eval(*position_);
  else
    return policy_.evaluate(*position_);
}

template <Policy P, class T>
void Searcher<P, T>::forget() {
  ordering_.forget();
  corrections_ = {};
  policy_ = make_policy<P>(shared_);
}

template <Policy P, class T>
void Searcher<P, T>::start(const Position& root, const Limits& limits, std::stop_token stop,
                           std::span<const Move> among) {
  // The clock is read every Budget::kInterval nodes, and the answer has to travel.
  constexpr std::chrono::milliseconds kReplyMargin{2};
  Limits own = limits;
  if (own.time) *own.time -= std::min(kReplyMargin, *own.time / 10);
  budget_ = Budget(own, std::move(stop));
  position_.emplace(root);
  ordering_.age();
  finished_depth_ = seldepth_ = verifying_until_ = stable_iterations_ = equal_iterations_ = 0;
  last_best_ = kNoMove;
  iteration_times_ = IterationTimes();
  solver_nodes_ = wasted_nodes_ = 0;
  wdl_suffices_ = limits.optimum.has_value();
  depth_limited_ = limits.depth.has_value();
  solver_unlimited_ = false;
  solvers_ = limits.solvers;
  restricted_ = !among.empty();
  selectivity_ = Selectivity<P, T>(techniques_, parameters_, policy_);
  list_root_moves(among);
  if constexpr (HasMargins<P> || HasNullMove<P> || HasProbCut<P>) root_eval_ = policy_.evaluate(*position_);
  wanted_lines_ = std::clamp<std::size_t>(static_cast<std::size_t>(limits.multipv), 1, root_moves_.size());
}

/// All root moves, or those `among` which to choose, best guesses first: from here on there is a move to
/// answer with, whatever happens.
template <Policy P, class T>
void Searcher<P, T>::list_root_moves(std::span<const Move> among) {
  const Node root{.depth = 1, .ply = 0, .alpha = -kInfinite, .beta = kInfinite, .budget = budget_};
  MovePicker<P> picker(policy_, *position_, root, ordering_.refutations(root, hash_move(probe(root))),
                       ordering_.histories(),
                       uses(Technique::ordering) ? Picking::ordered : Picking::unordered);
  root_moves_.clear();
  for (ScoredMove next = picker.next(); next.move != kNoMove; next = picker.next())
    if (among.empty() || std::ranges::find(among, next.move) != among.end())
      root_moves_.push_back({.move = next.move, .quiet = next.score < kForcing, .pv = {next.move}});
  // What a policy does not take for a candidate may be asked for all the same.
  for (const Move move : among)
    if (std::ranges::find(root_moves_, move, &RootMove::move) == root_moves_.end())
      root_moves_.push_back({.move = move, .quiet = true, .pv = {move}});
  assert(!root_moves_.empty() && "the game is not over");
}

/// One iteration: the best line that is not solved yet, then the best of the other moves, and so on.
template <Policy P, class T>
void Searcher<P, T>::search_lines() {
  std::size_t first = move_to_front(&RootMove::proven);
  for (; first < wanted_lines_; ++first) {
    aspiration(first);
    if (budget_.exhausted()) break;
  }
  bound_estimates();
  if (!budget_.exhausted()) rank_lines();  // Half an iteration is not compared with a whole one.
}

/// No move is better than a solved best, unless both win, for a solver's win need not be the shortest.
template <Policy P, class T>
void Searcher<P, T>::bound_estimates() {
  const auto lines = std::span(root_moves_).first(wanted_lines_);
  Score upper_bound = kInfinite;
  for (const RootMove& line : lines)
    if (line.proven && !is_win(line.score)) upper_bound = std::min(upper_bound, line.score);
  for (RootMove& line : lines)
    if (!line.proven) line.score = std::min(line.score, upper_bound);
}

/// Best first: a later pass may know better what an earlier one thought of as second.
template <Policy P, class T>
void Searcher<P, T>::rank_lines() {
  std::ranges::stable_sort(std::span(root_moves_).first(wanted_lines_), std::ranges::greater(),
                           &RootMove::score);
}

/// Aspiration: searches with a small window around the last score, wider where the score turns out to lie
/// outside.
template <Policy P, class T>
void Searcher<P, T>::aspiration(std::size_t first) {
  constexpr int kFirstDepth = 5;  // Before it, scores swing.
  constexpr Score kWidest = 1000;
  const Score expected = root_moves_[first].score;
  Score below = parameters_.aspiration, above = below;
  const bool narrow = uses(Technique::ordering) && uses(Part::aspiration) && root_depth_ >= kFirstDepth &&
                      expected > -kWinBound && expected < kWinBound;
  while (true) {
    const Score alpha = narrow && below < kWidest ? std::max(expected - below, -kInfinite) : -kInfinite;
    const Score beta = narrow && above < kWidest ? std::min(expected + above, kInfinite) : kInfinite;
    const Score score = search_root(alpha, beta, first);
    if (budget_.exhausted() || (score > alpha && score < beta)) return;
    (score <= alpha ? below : above) *= 4;
  }
}

/// Searches the root moves from the `first` on, those before it being lines already. The best comes to
/// `first`.
/// @post when the budget is exhausted, what was found until then stands
template <Policy P, class T>
Score Searcher<P, T>::search_root(Score alpha, Score beta, std::size_t first) {
  Node node{.depth = root_depth_, .ply = 0, .alpha = alpha, .beta = beta, .budget = budget_};
  node.static_eval = node.eval = root_eval_;
  node.improving = true;
  Node child = node.child();
  Score best = -kInfinite;
  for (std::size_t i = first; i < root_moves_.size(); ++i) {
    const auto rank = static_cast<int>(i - first) + 1;
    const ScoredMove move{
        .move = root_moves_[i].move, .tactical = false, .score = root_moves_[i].quiet ? 0 : kForcing};
    const int reduction =
        selectivity_.late_move_reduction(*position_, ordering_.histories(), node, move, rank, true);
    tell_move(move.move, static_cast<int>(i) + 1);
    do_move(node, move.move);
    const Score score = search_child<true>(node, child, root_depth_ - 1, reduction, rank);
    position_->undo_move();
    if (budget_.exhausted()) return best;
    if (rank == 1 || score > node.alpha) {
      RootMove& root_move = root_moves_[i];
      root_move.score = score;
      if (score > node.alpha) {
        root_move.pv.assign(1, root_move.move);
        root_move.pv.insert(root_move.pv.end(), child.pv.begin(), child.pv.end());
      }
      const auto begin = root_moves_.begin() + static_cast<std::ptrdiff_t>(first);
      std::rotate(begin, begin + (rank - 1), begin + rank);
    }
    best = std::max(best, score);
    node.alpha = std::max(node.alpha, score);
    if (node.alpha >= beta && uses(Technique::alpha_beta)) break;
  }
  return best;
}

/// Whether to answer after this iteration though the limits allow another.
template <Policy P, class T>
bool Searcher<P, T>::may_stop(const Limits& limits) {
  compare_with_last();
  iteration_times_.iteration_ended(budget_.elapsed());
  if (is_proven()) return true;
  // There is nothing to choose: a small part of the time tells what the only move is worth.
  constexpr int kShareOfOnlyMove = 10;
  if (root_moves_.size() == 1 && limits.time && budget_.elapsed() >= *limits.time / kShareOfOnlyMove)
    return true;
  if (!limits.optimum) return false;
  return has_thought_enough(*limits.optimum) ||
         (limits.time && !iteration_times_.can_finish_another(*limits.time));
}

template <Policy P, class T>
bool Searcher<P, T>::all_lines_are_proven() const {
  return std::ranges::all_of(std::span(root_moves_).first(wanted_lines_), &RootMove::proven);
}

/// On every line the solver's last word, a loss as long as the search is deep, or a win that a search twice
/// as deep as it is long has not bettered: pruning hides shorter ones.
template <Policy P, class T>
bool Searcher<P, T>::is_proven() const {
  const bool is_final = wdl_suffices_ || solver_unlimited_;
  return std::ranges::all_of(std::span(root_moves_).first(wanted_lines_), [&](const RootMove& line) {
    if (line.proven) return line.exact || is_final;
    const int plies = kWin - std::abs(line.score);
    return (is_win(line.score) && 2 * plies <= root_depth_ + 1) ||
           (is_loss(line.score) && plies <= root_depth_);
  });
}

template <Policy P, class T>
void Searcher<P, T>::compare_with_last() {
  const RootMove& best = root_moves_.front();
  stable_iterations_ = best.move == last_best_ ? stable_iterations_ + 1 : 0;
  equal_iterations_ = best.score == last_score_ ? equal_iterations_ + 1 : 0;
  falling_ = last_best_ != kNoMove && best.score < last_score_ - kFall;
  last_best_ = best.move;
  last_score_ = best.score;
}

/// With a clock running. Spends less than the optimum while the choice stays the same, and more when the
/// score falls.
template <Policy P, class T>
bool Searcher<P, T>::has_thought_enough(std::chrono::milliseconds optimum) const {
  // A long win is played as well now as later, once a few deeper searches have found none that is shorter.
  constexpr int kSameWin = 3;
  if (root_moves_.size() == 1 || (is_win(last_score_) && equal_iterations_ >= kSameWin)) return true;
  // From 1.3 of the optimum for a new best move down to 0.58 after six stable iterations. Guessed.
  const double share = 1.3 - 0.12 * std::min(stable_iterations_, 6) + (falling_ ? 0.7 : 0.0);
  return static_cast<double>(budget_.elapsed().count()) >= static_cast<double>(optimum.count()) * share;
}

template <Policy P, class T>
SearchResult Searcher<P, T>::result() const {
  SearchResult result;
  for (const RootMove& line : std::span(root_moves_).first(wanted_lines_)) {
    const bool is_lost = !line.proven && line.is_won_or_lost();
    // Lines that this search had no time to look at are none; but there is always a move to play.
    if (result.lines.empty() || line.score > -kInfinite)
      result.lines.push_back({is_lost ? line.upper_bound : line.score, line.pv, line.is_won_or_lost()});
  }
  if (result.lines.front().score == -kInfinite) result.lines.front().score = 0;
  result.depth = finished_depth_;
  result.seldepth = std::max(seldepth_, finished_depth_);
  result.nodes = budget_.nodes();
  result.time = budget_.elapsed();
  result.hash_permille = tt_.permille_used();
  return result;
}

template <Policy P, class T>
void Searcher<P, T>::tell_move(Move move, int number) const {
  if (!tell_moves_after_ || budget_.elapsed() < *tell_moves_after_) return;
  SearchResult now = result();
  now.depth = root_depth_;
  now.current = move;
  now.current_number = number;
  progress_(now);
}

}  // namespace engine::search
