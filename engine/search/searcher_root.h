#pragma once

#include <algorithm>

#include "engine/search/searcher.h"

// The root of the search: deepening, aspiration windows, several lines, and when to stop.

namespace engine::search {

template <Policy P>
Found Searcher<P>::search(const Position& root, const Limits& limits, std::stop_token stop,
                          const Progress& progress, int first_depth, std::span<const Move> among) {
  start(root, limits, std::move(stop), among);
  const int last_depth = std::min(limits.depth.value_or(kMaxPly), kMaxPly);
  for (root_depth_ = std::min(first_depth, last_depth); root_depth_ <= last_depth; ++root_depth_) {
    if (budget_.check()) break;
    if (!solve_root() && !budget_.exhausted()) deepen();
    if (budget_.exhausted()) break;
    finished_depth_ = root_depth_;
    if (progress) progress(found());
    if (may_stop(limits)) break;
  }
  return found();
}

template <Policy P>
void Searcher<P>::forget() {
  experience_.forget();
  policy_ = P{};
}

template <Policy P>
void Searcher<P>::start(const Position& root, const Limits& limits, std::stop_token stop,
                        std::span<const Move> among) {
  // The clock is read every Budget::kInterval nodes, and the answer has to travel.
  constexpr std::chrono::milliseconds kReplyMargin{2};
  Limits own = limits;
  if (own.time) *own.time -= std::min(kReplyMargin, *own.time / 10);
  budget_ = Budget(own, std::move(stop));
  position_.emplace(root);
  experience_.age();
  frames_.fill(Frame{});
  finished_depth_ = seldepth_ = verifying_until_ = stable_iterations_ = equal_iterations_ = 0;
  last_best_ = kNoMove;
  solved_ = false;
  list_root_moves(among);
  wanted_lines_ = std::clamp<std::size_t>(static_cast<std::size_t>(limits.multipv), 1, root_moves_.size());
}

/// All root moves, or those `among` which to choose, best guesses first: from here on there is a move to
/// answer with, whatever happens.
template <Policy P>
void Searcher<P>::list_root_moves(std::span<const Move> among) {
  MoveList moves;
  if (among.empty()) list_moves({-kInfinite, kInfinite, 1, 0}, moves);
  for (const Move move : among) moves.push_back(move);
  assert(!moves.empty() && "the game is not over");
  MovePicker<P> picker(moves, favourites(0, probe(0)), uses(Technique::ordering));
  root_moves_.clear();
  for (auto next = picker.next(policy_, *position_, experience_); next.move != kNoMove;
       next = picker.next(policy_, *position_, experience_))
    root_moves_.push_back({.move = next.move, .quiet = next.score < kForcing, .pv = {next.move}});
}

/// Asks the solver for the root itself. Only an answer with a move that decides the game or is exact will do.
template <Policy P>
bool Searcher<P>::solve_root() {
  if constexpr (HasSolver<P>) {
    if (!uses(Technique::full) || wanted_lines_ > 1) return false;
    const auto solved = policy_.solve(*position_, Node{root_depth_, 0, -kInfinite, kInfinite, budget_});
    if (!solved || budget_.exhausted()) return false;
    const auto best = std::ranges::find(root_moves_, solved->best, &RootMove::move);
    if (best == root_moves_.end()) return false;
    best->score = solved->score;
    best->pv.assign(1, solved->best);
    if (!solved->line.empty()) best->pv.assign(solved->line.begin(), solved->line.end());
    std::rotate(root_moves_.begin(), best, best + 1);
    return solved_ = true;
  } else {
    return false;
  }
}

/// One iteration: the best line, then the best of the other moves, and so on.
template <Policy P>
void Searcher<P>::deepen() {
  for (std::size_t first = 0; first < wanted_lines_; ++first) {
    aspire(first);
    if (budget_.exhausted()) return;
  }
  // A later pass may know better what an earlier one thought of as second.
  std::stable_sort(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(wanted_lines_),
                   [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
}

/// Searches with a small window around the last score, wider where the score turns out to lie outside.
template <Policy P>
void Searcher<P>::aspire(std::size_t first) {
  constexpr int kFirstDepth = 5;  // Before it, scores swing.
  constexpr Score kHalfWidth = 25;
  constexpr Score kWidest = 1000;
  const Score expected = root_moves_[first].score;
  Score below = kHalfWidth, above = kHalfWidth;
  const bool narrow = uses(Technique::ordering) && root_depth_ >= kFirstDepth && expected > -kWinBound &&
                      expected < kWinBound;
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
template <Policy P>
Score Searcher<P>::search_root(Score alpha, Score beta, std::size_t first) {
  Score best = -kInfinite;
  for (std::size_t i = first; i < root_moves_.size(); ++i) {
    const auto rank = static_cast<int>(i - first) + 1;
    const Task node{.alpha = alpha, .beta = beta, .depth = root_depth_, .ply = 0, .improving = true};
    const ScoredMove move{
        .move = root_moves_[i].move, .sharp = false, .score = root_moves_[i].quiet ? 0 : kForcing};
    const int less = reduction(node, move, rank, true);
    play(move.move, 0);
    const Score score = search_child<true>(node, root_depth_ - 1, less, rank);
    position_->undo_move();
    if (budget_.exhausted()) return best;
    if (rank == 1 || score > alpha) {
      RootMove& root_move = root_moves_[i];
      root_move.score = score;
      if (score > alpha) {
        root_move.pv.assign(1, root_move.move);
        root_move.pv.insert(root_move.pv.end(), frames_[1].pv.begin(), frames_[1].pv.end());
      }
      const auto begin = root_moves_.begin() + static_cast<std::ptrdiff_t>(first);
      std::rotate(begin, begin + (rank - 1), begin + rank);
    }
    best = std::max(best, score);
    alpha = std::max(alpha, score);
    if (alpha >= beta && uses(Technique::alpha_beta)) break;
  }
  return best;
}

/// Whether to answer after this iteration though the limits allow another.
template <Policy P>
bool Searcher<P>::may_stop(const Limits& limits) {
  compare_with_last();
  if (is_proven()) return true;
  // There is nothing to choose: a small part of the time tells what the only move is worth.
  constexpr int kShareOfOnlyMove = 10;
  if (root_moves_.size() == 1 && limits.time && budget_.elapsed() >= *limits.time / kShareOfOnlyMove)
    return true;
  return limits.optimum && has_thought_enough(*limits.optimum);
}

/// A win or loss whose length no deeper search can better, on every line; or the solver's word.
template <Policy P>
bool Searcher<P>::is_proven() const {
  if (solved_) return true;
  return std::all_of(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(wanted_lines_),
                     [this](const RootMove& line) {
                       return (is_win(line.score) || is_loss(line.score)) &&
                              kWin - std::abs(line.score) <= root_depth_;
                     });
}

template <Policy P>
void Searcher<P>::compare_with_last() {
  const RootMove& best = root_moves_.front();
  stable_iterations_ = best.move == last_best_ ? stable_iterations_ + 1 : 0;
  equal_iterations_ = best.score == last_score_ ? equal_iterations_ + 1 : 0;
  falling_ = last_best_ != kNoMove && best.score < last_score_ - kFall;
  last_best_ = best.move;
  last_score_ = best.score;
}

/// With a clock running. Spends less than the optimum while the choice stays the same, and more when the
/// score falls.
template <Policy P>
bool Searcher<P>::has_thought_enough(std::chrono::milliseconds optimum) const {
  // A long win is played as well now as later, once a few deeper searches have found none that is shorter.
  constexpr int kSameWin = 3;
  if (root_moves_.size() == 1 || (is_win(last_score_) && equal_iterations_ >= kSameWin)) return true;
  const double share = 1.3 - 0.12 * std::min(stable_iterations_, 6) + (falling_ ? 0.7 : 0.0);
  return static_cast<double>(budget_.elapsed().count()) >= static_cast<double>(optimum.count()) * share;
}

template <Policy P>
Found Searcher<P>::found() const {
  Found found;
  for (std::size_t i = 0; i < wanted_lines_; ++i)
    // Lines that this search had no time to look at are none; but there is always a move to play.
    if (i == 0 || root_moves_[i].score > -kInfinite)
      found.lines.push_back({root_moves_[i].score, root_moves_[i].pv});
  if (found.lines.front().score == -kInfinite) found.lines.front().score = 0;
  found.depth = finished_depth_;
  found.seldepth = std::max(seldepth_, finished_depth_);
  found.nodes = budget_.nodes();
  found.time = budget_.elapsed();
  return found;
}

}  // namespace engine::search
