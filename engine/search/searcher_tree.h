#pragma once

#include <algorithm>

#include "engine/search/searcher.h"

// The recursion: a node, its moves, the windows of its children, and what is remembered of it.

namespace engine::search {

/// The node to `depth` plies: fail-soft, so the score may lie outside the window and is then a bound. Steps
/// are in order of cost: rules, mate distance, TT, solver, pruning, moves.
///
/// After it node.pv is the line behind the node if kPv and the score is inside the window;
/// path_dependent_from_ tells whether the score holds on this path alone.
/// @post when the budget is exhausted the score means nothing and nothing was stored for this node
template <Policy P>
template <bool kPv>
Score Searcher<P>::alpha_beta(Node& node) {
  // Before tick(): quiescence counts the node itself.
  if (node.depth <= 0) return quiescence<kPv>(node, true);
  node.pv.clear();
  node.static_eval = node.eval = kNoEval;
  path_dependent_from_ = kPathIndependent;
  seldepth_ = std::max(seldepth_, node.ply);
  if (budget_.tick()) return 0;
  if (const auto score = terminal_score(node)) return *score;

  if (uses(Technique::alpha_beta)) {  // Mate distance: no win below can beat one nearer to the root.
    node.alpha = std::max(node.alpha, loss_in(node.ply));
    node.beta = std::min(node.beta, win_in(node.ply + 1));
    if (node.alpha >= node.beta) return node.alpha;
  }

  // The node without one move is another node: neither the TT nor the solver answers for it.
  const bool excluded = node.excluded != kNoMove;
  const auto entry = probe(node);
  if (!excluded) {
    if (const auto score = tt_cutoff(entry, node, kPv)) return *score;
    if (const auto score = solve<kPv>(node)) return *score;
  }
  if (budget_.exhausted()) return 0;
  if (uses(Technique::full)) {
    evaluate_node(node, entry);  // Before any search below, which compares itself with it.
    if (!kPv && !excluded)
      if (const auto score = prune(node)) return *score;
    if (budget_.exhausted()) return 0;
    // Internal iterative reduction (IIR, Schröder 2020): without a hash move a deep search is badly ordered,
    // and a shallower one finds a move for the next iteration.
    constexpr int kUnguidedDepth = 4;
    if (uses(Part::internal_reduction) && node.depth >= kUnguidedDepth && (!entry || entry->move == kNoMove))
      --node.depth;
  }
  return search_moves<kPv>(node, entry);
}

template <Policy P>
template <bool kPv>
Score Searcher<P>::search_moves(Node& node, const std::optional<TTEntry>& entry) {
  // Clears the killers of the grandchildren, see Killers.
  ordering_.visit(node.ply);
  const Score alpha = node.alpha;
  const bool excluded = node.excluded != kNoMove;
  MovePicker<P> picker(policy_, *position_, node, ordering_.refutations(node, hash_move(entry)),
                       ordering_.histories(),
                       uses(Technique::ordering) ? Picking::ordered : Picking::unordered);
  // For the malus of those that were tried before a cut.
  MoveList quiets_tried;
  Node child = node.child();
  Score best = -kInfinite;
  Move best_move = kNoMove;
  int dependent_from = kPathIndependent;

  DeferringPicker<MovePicker<P>> moves(picker, node.excluded);
  // @invariant: best is the greatest score so far, node.alpha the greater of it and the alpha asked for, and
  // dependent_from the oldest ply that any of the scores depends on.
  while (const std::optional<PickedMove> picked = moves.next()) {
    // Only once a move is known that does not lose (best > -kWinBound): else pruning could make a position
    // look mated. Deferred moves have passed this test before.
    const auto& [next, number, deferred] = *picked;
    if (!kPv && uses(Technique::full) && best > -kWinBound && next.score < kForcing && !next.tactical &&
        !deferred && (selectivity_.late_move_prunes(node, number) || selectivity_.futility_prunes(node))) {
      picker.keep_tactical();  // What comes later is no better.
      continue;
    }
    // Released when this move is done. A move that cannot be deferred any more is searched without a mark.
    const auto mark = mark_searching(node, *picked);
    if (!mark && moves.defer(*picked)) continue;

    // Before do_move(): it searches this node without the move.
    int extension = entry && next.score == kHashScore ? singular_extension(node, *entry) : 0;
    const int reduction =
        selectivity_.late_move_reduction(*position_, ordering_.histories(), node, next, number, kPv);
    do_move(node, next.move);
    // After do_move(): judged by the position behind it. The greater counts; they do not add up.
    extension = std::max(extension, extension_of_played(node, next.move));
    const Score score = search_child<kPv>(node, child, node.depth - 1 + extension, reduction, number);
    position_->undo_move();
    if (budget_.exhausted()) return 0;

    dependent_from = std::min(dependent_from, path_dependent_from_);
    if (score > std::max(best, node.alpha)) {
      best_move = next.move;
      if (kPv) node.update_pv(next.move, child);
      // A cut: histories learn that the move refutes, and that the quiet ones before it do not.
      if (score >= node.beta && uses(Technique::alpha_beta)) {
        dependent_from = path_dependent_from_;  // This move alone proves the bound.
        update_histories(node, next.move, quiets_tried);
        best = score;
        break;
      }
      if (uses(Technique::alpha_beta)) node.alpha = score;
    }
    best = std::max(best, score);
    // After the cut test, so the cutting move itself is not among them.
    if (was_picked_as_quiet(policy_, *position_, next)) quiets_tried.push_back(next.move);
  }

  // A dependence on this ply or a later one ends here. The window goes back to what was asked: store() and
  // learn_correction() tell the kind of bound by it.
  path_dependent_from_ = dependent_from < node.ply ? dependent_from : kPathIndependent;
  node.alpha = alpha;
  // Of an excluded move alone: it is the only one, and any score at or below alpha calls it singular.
  if (moves.count() == 0) return excluded ? alpha : position_->no_moves(node.ply);
  if (!excluded) learn_correction(node, best, best_move);
  if (!excluded) store(node, best, best_move, kPv, node.depth);
  return best;
}

/// Tells the other threads that this one searches a move from here on. None where another is at it already.
template <Policy P>
std::optional<AbdadaTable::Mark> Searcher<P>::mark_searching(const Node& node, const PickedMove& picked) {
  // Nearer to the leaves a mark would cost as much as the work that it saves.
  constexpr int kMinDepth = 3;
  // Of the first move all need the score, for the others' windows.
  if (!abdada_ || node.depth < kMinDepth || picked.number == 1) return AbdadaTable::Mark();
  return abdada_->mark(AbdadaTable::key_of(position_->key(), picked.move.move));
}

/// The value of a move just played: the first with the whole window, the others with a null window, at first
/// reduced, and again as far as they surprise (principal variation search, Marsland and Campbell 1982).
template <Policy P>
template <bool kPv>
Score Searcher<P>::search_child(const Node& node, Node& child, int depth, int reduction, int number) {
  // For measuring only: plain minimax, and alpha-beta without null windows.
  if (!uses(Technique::alpha_beta)) return search_window<true>(child, -kInfinite, kInfinite, depth);
  if (!uses(Technique::ordering)) return search_window<true>(child, node.alpha, node.beta, depth);
  // A null window asks only whether the move beats alpha. Reduced at first; where it does, again to the full
  // depth; where that does too in a PV node, again with the whole window for its score and line.
  if (!kPv || number > 1) {
    Score score = search_window<false>(child, node.alpha, node.alpha + 1, depth - reduction);
    if (reduction > 0 && score > node.alpha)
      score = search_window<false>(child, node.alpha, node.alpha + 1, depth);
    if (!kPv || score <= node.alpha) return score;
  }
  return search_window<kPv>(child, node.alpha, node.beta, depth);
}

/// Searches the child to `depth` plies with this window of its parent. Gives the score for the parent.
template <Policy P>
template <bool kPv>
Score Searcher<P>::search_window(Node& child, Score alpha, Score beta, int depth) {
  child.alpha = -beta;
  child.beta = -alpha;
  child.depth = depth;
  return -alpha_beta<kPv>(child);
}

/// The score where the rules have ended the game.
template <Policy P>
std::optional<Score> Searcher<P>::terminal_score(const Node& node) {
  if (const auto score = position_->verdict(node.ply)) {
    if constexpr (HasVerdictDependsFrom<Position>)
      path_dependent_from_ = position_->verdict_depends_from(node.ply);
    return score;
  }
  // The stack of nodes and the tables by ply end here.
  if (node.ply >= kMaxPly) return policy_.evaluate(*position_);
  return std::nullopt;
}

/// The score where the table knows enough. In principal variations it only orders moves: so they stay whole,
/// and no repetition hides behind an entry.
template <Policy P>
std::optional<Score> Searcher<P>::tt_cutoff(const std::optional<TTEntry>& entry, Node& node, bool pv) const {
  // In PV nodes only a solver's answer counts (kSolvedDepth).
  if (!entry || entry->depth < node.depth || (pv && entry->depth != kSolvedDepth) ||
      !entry->decides(node.alpha, node.beta))
    return std::nullopt;
  if (pv && entry->move != kNoMove) node.pv.push_back(entry->move);  // What follows it is not known here.
  return entry->score;
}

/// The solver's answer at a node, remembered for good.
template <Policy P>
template <bool kPv>
std::optional<Score> Searcher<P>::solve(Node& node) {
  if constexpr (HasSolver<P>) {
    if (!uses(Technique::full) || !uses(Part::solver) || !solvers_) return std::nullopt;
    const auto solved = policy_.solve(*position_, node);
    // Without budget the search ends anyway. At the root such an answer counts, see RootSearch::solve_line().
    if (!solved || budget_.exhausted()) return std::nullopt;
    node.pv.clear();
    // The policy's line is valid until its next call, so it is copied now.
    if (kPv) {
      const auto room = static_cast<std::size_t>(kMaxPly - node.ply);
      for (Move move : solved->line.first(std::min(room, solved->line.size()))) node.pv.push_back(move);
      if (node.pv.empty() && solved->best != kNoMove) node.pv.push_back(solved->best);
    }
    store(node, solved->score, solved->best, true, kSolvedDepth);
    return solved->score;
  } else {
    return std::nullopt;
  }
}

/// The static evaluation, from the table where it was made before, and the same with what Corrections adds.
template <Policy P>
void Searcher<P>::evaluate(Node& node, const std::optional<TTEntry>& entry) {
  node.static_eval = entry && entry->eval != kNoEval ? entry->eval : policy_.evaluate(*position_);
  assert(std::abs(node.static_eval) < kWinBound);
  node.eval = node.static_eval;
  if constexpr (HasCorrections<P>) {
    if (!uses(Part::corrections)) return;
    node.eval += corrections_.at(node, position_->side_to_move());
    node.eval = std::clamp(node.eval, -kWinBound + 1, kWinBound - 1);
  }
}

/// What the search of a node's moves says about its static evaluation: nothing where the best one changes the
/// evaluation at once, or where the score is a bound on the other side of it.
template <Policy P>
void Searcher<P>::learn_correction(const Node& node, Score best, Move best_move) {
  if constexpr (HasCorrections<P>) {
    // Distances of wins are no evaluations, and under a threat the evaluation means little.
    if (node.static_eval == kNoEval || node.under_threat || std::abs(best) >= kWinBound) return;
    if (best_move == kNoMove ? best >= node.eval : best >= node.beta && best <= node.eval) return;
    if (best_move != kNoMove && !is_quiet(policy_, *position_, best_move)) return;
    corrections_.learn(node, position_->side_to_move(), best - node.static_eval, node.depth);
  }
}

/// What pruning wants to know before it looks at moves. A game without margins, null move and multi-ProbCut
/// does not pay for an evaluation here.
template <Policy P>
void Searcher<P>::evaluate_node(Node& node, const std::optional<TTEntry>& entry) {
  if constexpr (HasUnderThreat<P>) node.under_threat = policy_.under_threat(*position_);
  if constexpr (HasMargins<P> || HasNullMove<P> || HasProbCut<P>) {
    // Two plies back the same side was to move. At ply 1 there is none: not improving.
    const Node* const before = node.parent ? node.parent->parent : nullptr;
    evaluate(node, entry);
    node.improving = before && !node.under_threat && node.eval > before->eval;
  }
}

template <Policy P>
void Searcher<P>::do_move(Node& node, Move move) {
  node.move = move;
  if constexpr (HasMoveIndex<P>) node.move_index = P::move_index(*position_, move);
  // The memory of the child's entry arrives while the move is made. A game that cannot tell the key gains
  // less.
  if constexpr (HasKeyAfter<Position>) tt_.prefetch(position_->key_after(move));
  position_->do_move(move);
  if constexpr (!HasKeyAfter<Position>) tt_.prefetch(position_->key());
}

/// Forcing moves come first anyway, so nothing is learned of them.
template <Policy P>
void Searcher<P>::update_histories(const Node& node, Move cut, const MoveList& quiets_tried) {
  if (!uses(Technique::ordering) || !is_quiet(policy_, *position_, cut)) return;
  if (uses(Part::histories)) ordering_.learn_cut(*position_, node, cut, quiets_tried);
  if (uses(Part::killers)) ordering_.learn_refutation(node, cut);
}

template <Policy P>
std::optional<TTEntry> Searcher<P>::probe(const Node& node) const {
  if (!uses(Technique::table)) return std::nullopt;
  return tt_.probe(position_->key(), node.ply);
}

/// Writes the score of a node into the transposition table, unless it holds on this path alone.
///
/// Graph-history interaction (Campbell 1985): reached by another path a position may have another score,
/// since repetitions and move counters look back. After each search path_dependent_from_ is the ply of the
/// oldest position that the score depends on. At the node of that ply, and nearer to the root, the dependence
/// is part of the subtree and ends; behind it the score is not stored. A repetition at ply 6 of ply 2:
///
///     ply      2 --> 3 --> 4 --> 5 --> 6     the verdict at 6 gives path_dependent_from_ = 2
///     stored   yes   no    no    no
///
/// Of several moves the oldest dependence counts; after a cut only that of the cutting move, which alone
/// proves the bound. Where the score is not stored the best move is, with a bound that answers nothing.
template <Policy P>
void Searcher<P>::store(const Node& node, Score score, Move best, bool pv, int depth) {
  if (!uses(Technique::table)) return;
  if (path_dependent_from_ < node.ply) {  // Holds on this path only: keep the move, without a score.
    if (!tt_.probe(position_->key(), node.ply))
      tt_.store(
          position_->key(), node.ply,
          {.move = best, .score = -kInfinite, .eval = node.static_eval, .depth = 0, .bound = Bound::lower});
    return;
  }
  // Fail-soft: as a bound the score may be better than the edge of the window.
  const Bound bound = score >= node.beta         ? Bound::lower
                      : pv && score > node.alpha ? Bound::exact
                                                 : Bound::upper;
  tt_.store(position_->key(), node.ply,
            {.move = best, .score = score, .eval = node.static_eval, .depth = depth, .bound = bound});
}

}  // namespace engine::search
