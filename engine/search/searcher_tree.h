#pragma once

#include <algorithm>

#include "engine/search/searcher.h"

// The recursion itself.

namespace engine::search {

template <Policy P>
template <bool kPv>
Score Searcher<P>::alpha_beta(Score alpha, Score beta, int depth, int ply) {
  if (depth <= 0) return leaf<kPv>(alpha, beta, ply);
  Frame& frame = frames_[ply];
  frame.pv.clear();
  reach_ = kItself;
  if (enter(ply)) return 0;
  if (const auto ended = position_->verdict(ply)) {
    reach_ = verdict_reach(ply);
    return *ended;
  }
  if (ply >= kMaxPly) return policy_.evaluate(*position_);

  if (uses(Technique::alpha_beta)) {  // No win found here can beat one that is already nearer to the root.
    alpha = std::max(alpha, loss_in(ply));
    beta = std::min(beta, win_in(ply + 1));
    if (alpha >= beta) return alpha;
  }

  // In principal variations the table only orders: so they stay whole, and no repetition hides behind an
  // entry.
  const bool whole = frame.excluded == kNoMove;
  const auto entry = probe(ply);
  if (whole && entry && entry->depth >= depth && (!kPv || entry->depth == kSolvedDepth) &&
      entry->decides(alpha, beta)) {
    if (kPv && entry->move != kNoMove) frame.pv.push_back(entry->move);  // What follows it is not known here.
    return entry->score;
  }
  Task node{.alpha = alpha, .beta = beta, .depth = depth, .ply = ply};
  if (whole)
    if (const auto solved = solve<kPv>(node)) return *solved;
  if (budget_.exhausted()) return 0;
  if (uses(Technique::full)) {
    assess(node, entry);
    frame.eval = node.eval;  // Before any search below, which compares itself with it.
    if (!kPv && whole)
      if (const auto cut = prune(node)) return *cut;
    if (budget_.exhausted()) return 0;
    // Without a move to begin with a deep search is badly ordered: it is cheaper to come back later.
    constexpr int kUnguidedDepth = 4;
    if (depth >= kUnguidedDepth && (!entry || entry->move == kNoMove)) --node.depth;
  }
  return search_moves<kPv>(node, entry);
}

template <Policy P>
template <bool kPv>
Score Searcher<P>::search_moves(Task node, const std::optional<Entry>& entry) {
  Frame& frame = frames_[node.ply];
  killers_.visit(node.ply);
  const Score alpha_before = node.alpha;
  const bool whole = frame.excluded == kNoMove;
  MoveList moves;
  list_moves(node, moves);
  MovePicker<P> picker(moves, favourites(node.ply, entry), uses(Technique::ordering));
  Score best = -kInfinite;
  Move best_move = kNoMove;
  int number = 0;
  int reach = kItself;

  for (ScoredMove next = picker.next(policy_, *position_, experience_); next.move != kNoMove;
       next = picker.next(policy_, *position_, experience_)) {
    if (next.move == frame.excluded) continue;
    ++number;
    if (!kPv && best > -kWinBound && is_hopeless(node, next, number)) {
      picker.keep_sharp();  // What comes later is no better.
      continue;
    }

    int longer = entry && next.score == MovePicker<P>::kHash ? singular_extension(node, *entry) : 0;
    const int less = reduction(node, next, number, kPv);
    play(next.move, node.ply);
    longer = std::max(longer, extension_of_played(node, next.move));
    const Score score = search_child<kPv>(node, node.depth - 1 + longer, less, number);
    position_->undo_move();
    if (budget_.exhausted()) return 0;

    reach = std::min(reach, reach_);
    if (score <= best) continue;
    best = score;
    if (score <= node.alpha) continue;
    best_move = next.move;
    if (kPv) lead_pv(next.move, node.ply);
    if (!uses(Technique::alpha_beta)) continue;
    if (score >= node.beta) {
      reach = reach_;  // This move alone proves the bound.
      learn(node, picker.tried());
      break;
    }
    node.alpha = score;
  }

  reach_ = reach < node.ply ? reach : kItself;
  if (number == 0) return whole ? position_->no_moves(node.ply) : alpha_before;
  node.alpha = alpha_before;
  if (whole) store(node, best, best_move, kPv, node.depth);
  return best;
}

/// The value of a move just played: the first with the whole window, the others with a null window, at first
/// reduced, and again as far as they surprise (principal variation search, Marsland and Campbell 1982).
template <Policy P>
template <bool kPv>
Score Searcher<P>::search_child(const Task& node, int child_depth, int reduction, int number) {
  const Score alpha = node.alpha, beta = node.beta;
  const int ply = node.ply;
  if (technique_ == Technique::minimax) return -alpha_beta<true>(-kInfinite, kInfinite, child_depth, ply + 1);
  if (technique_ == Technique::alpha_beta) return -alpha_beta<true>(-beta, -alpha, child_depth, ply + 1);
  if (!kPv || number > 1) {
    Score score = -alpha_beta<false>(-alpha - 1, -alpha, child_depth - reduction, ply + 1);
    if (reduction > 0 && score > alpha) score = -alpha_beta<false>(-alpha - 1, -alpha, child_depth, ply + 1);
    if (!kPv || score <= alpha) return score;
  }
  return -alpha_beta<kPv>(-beta, -alpha, child_depth, ply + 1);
}

/// The end of the regular search, and every position of the quiescence search behind it.
template <Policy P>
template <bool kPv>
Score Searcher<P>::leaf(Score alpha, Score beta, int ply, bool solving) {
  frames_[ply].pv.clear();
  reach_ = kItself;
  if (enter(ply)) return 0;
  if (const auto ended = position_->verdict(ply)) {
    reach_ = verdict_reach(ply);
    return *ended;
  }
  if (ply >= kMaxPly || !uses(Technique::full)) return policy_.evaluate(*position_);
  const Task node{.alpha = alpha, .beta = beta, .depth = 0, .ply = ply};
  const auto entry = probe(ply);
  if (!kPv && entry && entry->decides(alpha, beta)) return entry->score;
  if (solving)
    if (const auto solved = solve<kPv>(node)) return *solved;
  if constexpr (HasQuiescence<P>)
    return quiesce<kPv>(node, entry);
  else
    return evaluate(entry);
}

/// Plays on until the position is quiet enough for evaluate().
template <Policy P>
template <bool kPv>
Score Searcher<P>::quiesce(Task node, const std::optional<Entry>& entry) {
  MoveList moves;
  const bool may_stand = policy_.quiesce(*position_, moves);
  if (!may_stand && moves.empty()) return position_->no_moves(node.ply);
  const Score alpha_before = node.alpha;
  if (may_stand) node.eval = evaluate(entry);
  Score best = may_stand ? node.eval : -kInfinite;
  if (best >= node.beta) return best;
  node.alpha = std::max(node.alpha, best);

  Move best_move = kNoMove;
  int reach = kItself;
  MovePicker<P> picker(moves, favourites(node.ply, entry), true);
  for (ScoredMove next = picker.next(policy_, *position_, experience_); next.move != kNoMove;
       next = picker.next(policy_, *position_, experience_)) {
    if (may_stand && gains_too_little(node, next.move)) continue;
    play(next.move, node.ply);
    const Score score = -leaf<kPv>(-node.beta, -node.alpha, node.ply + 1, false);
    position_->undo_move();
    if (budget_.exhausted()) return 0;
    reach = std::min(reach, reach_);
    if (score <= best) continue;
    best = score;
    if (score <= node.alpha) continue;
    best_move = next.move;
    if (kPv) lead_pv(next.move, node.ply);
    if (score >= node.beta) {
      reach = reach_;
      break;
    }
    node.alpha = score;
  }
  reach_ = reach < node.ply ? reach : kItself;
  node.alpha = alpha_before;
  store(node, best, best_move, kPv, 0);
  return best;
}

/// The solver's answer at a node, remembered for good.
template <Policy P>
template <bool kPv>
std::optional<Score> Searcher<P>::solve(const Task& node) {
  if constexpr (HasSolver<P>) {
    if (!uses(Technique::full)) return std::nullopt;
    const auto solved = policy_.solve(*position_, Node{node.depth, node.ply, node.alpha, node.beta, budget_});
    if (!solved || budget_.exhausted()) return std::nullopt;
    Pv& pv = frames_[node.ply].pv;
    pv.clear();
    if (kPv) {
      const auto room = static_cast<std::size_t>(kMaxPly - node.ply);
      for (Move move : solved->line.first(std::min(room, solved->line.size()))) pv.push_back(move);
      if (pv.empty() && solved->best != kNoMove) pv.push_back(solved->best);
    }
    store(node, solved->score, solved->best, true, kSolvedDepth);
    return solved->score;
  } else {
    return std::nullopt;
  }
}

/// Asked after a verdict: how far back along the line it looked.
template <Policy P>
int Searcher<P>::verdict_reach(int ply) const {
  if constexpr (HasVerdictReach<Position>) return position_->verdict_reach(ply);
  return kItself;
}

template <Policy P>
bool Searcher<P>::enter(int ply) {
  seldepth_ = std::max(seldepth_, ply);
  return budget_.tick();
}

template <Policy P>
void Searcher<P>::list_moves(const Task& node, MoveList& moves) {
  if constexpr (HasCandidates<P>)
    policy_.candidates(*position_, moves, Node{node.depth, node.ply, node.alpha, node.beta, budget_});
  else
    position_->generate(moves);
}

template <Policy P>
Favourites Searcher<P>::favourites(int ply, const std::optional<Entry>& entry) const {
  Favourites favourites;
  if (entry) favourites.hash = entry->move;
  favourites.killers = killers_.at(ply);
  if (ply > 0) favourites.reply = experience_.reply(frames_[ply - 1].move);
  return favourites;
}

/// The static evaluation, from the table where it was made before.
template <Policy P>
Score Searcher<P>::evaluate(const std::optional<Entry>& entry) {
  if (entry && entry->eval != kNoEval) return entry->eval;
  const Score score = policy_.evaluate(*position_);
  assert(std::abs(score) < kWinBound);
  return score;
}

/// What the selective search wants to know before it looks at moves. A game without margins and null move
/// does not pay for an evaluation here.
template <Policy P>
void Searcher<P>::assess(Task& node, const std::optional<Entry>& entry) {
  if constexpr (HasUnderThreat<P>) node.under_threat = policy_.under_threat(*position_);
  if constexpr (HasMargins<P> || HasNullMove<P>) {
    node.eval = evaluate(entry);
    node.improving = node.ply >= 2 && !node.under_threat && node.eval > frames_[node.ply - 2].eval;
  }
}

template <Policy P>
void Searcher<P>::play(Move move, int ply) {
  frames_[ply].move = move;
  position_->do_move(move);
  if (uses(Technique::table)) table_.prefetch(position_->key());
}

/// The variation from `ply` on: this move, then what the child found best.
template <Policy P>
void Searcher<P>::lead_pv(Move move, int ply) {
  Pv& pv = frames_[ply].pv;
  const Pv& rest = frames_[ply + 1].pv;
  pv.clear();
  pv.push_back(move);
  for (Move next : rest) pv.push_back(next);
}

/// The last of `tried` caused a cut: it is a move to remember, and those before it are not.
template <Policy P>
void Searcher<P>::learn(const Task& node, std::span<const ScoredMove> tried) {
  if (!uses(Technique::ordering)) return;
  const Side side = position_->side_to_move();
  ScoredMove cut = tried.back();
  policy_.order(*position_, std::span(&cut, 1));
  if (cut.score >= kForcing) return;  // Forcing moves come first anyway.
  const std::int32_t bonus = std::min(16 * node.depth * node.depth + 32 * node.depth, 2000);
  experience_.reward(side, cut.move, bonus);
  for (const ScoredMove& vain : tried.first(tried.size() - 1))
    if (vain.score < kForcing) experience_.reward(side, vain.move, -bonus);
  killers_.remember(node.ply, cut.move);
  if (node.ply > 0) experience_.remember_reply(frames_[node.ply - 1].move, cut.move);
}

template <Policy P>
std::optional<Entry> Searcher<P>::probe(int ply) const {
  if (!uses(Technique::table)) return std::nullopt;
  return table_.probe(position_->key(), ply);
}

template <Policy P>
void Searcher<P>::store(const Task& node, Score score, Move best, bool pv, int depth) {
  if (!uses(Technique::table)) return;
  if (reach_ < node.ply) {  // True on this path only: worth a move to begin with, and no score.
    if (!table_.probe(position_->key(), node.ply))
      table_.store(position_->key(), node.ply,
                   {.move = best, .score = -kInfinite, .eval = node.eval, .depth = 0, .bound = Bound::lower});
    return;
  }
  const Bound bound = score >= node.beta         ? Bound::lower
                      : pv && score > node.alpha ? Bound::exact
                                                 : Bound::upper;
  table_.store(position_->key(), node.ply,
               {.move = best, .score = score, .eval = node.eval, .depth = depth, .bound = bound});
}

}  // namespace engine::search
