#pragma once

#include <algorithm>
#include <concepts>
#include <optional>
#include <span>

#include "engine/core/game.h"
#include "engine/core/types.h"
#include "engine/search/node.h"
#include "engine/search/position.h"

namespace engine::search {

// The judgement of a game, as the search sees it: concepts that a class has to satisfy (Policy), and hooks
// that it may offer. Nothing here is virtual: Searcher is compiled for each policy, and a hook that is
// missing leaves no code behind. A minimal policy:
//
//     struct MyPolicy {
//       using Position = MyPosition;                               // satisfies search::Position
//       Score evaluate(const Position&);                           // within (-kWinBound, kWinBound)
//       void order(const Position&, std::span<ScoredMove>) {}      // all moves alike
//     };
//
// Hooks run on the thread of the Searcher that owns the policy and are called at most nodes, some for each
// move: they must not allocate in the steady state. An answer may depend on the position, the node and the
// policy's own caches alone, so that equal limits search equal trees.

/// Move scores from here up are forcing (captures that do not lose, fives, defences): tried before killers,
/// never reduced or pruned. Quiet moves get scores in [-kForcing / 2, kForcing / 2]; history, within
/// [-kHistoryMax, kHistoryMax], is added to them, so that judgement and experience weigh about the same when
/// a policy's scores are of that size.
inline constexpr std::int32_t kForcing = 1 << 24;
inline constexpr std::int32_t kHistoryMax = 1 << 14;

// order() fills in `tactical` and `score`; the picker sorts. It is also called with a single move
// (is_quiet()), so a score may not depend on the other moves of the span.
template <class P>
concept HasOrder = requires(P policy, const typename P::Position position, std::span<ScoredMove> moves) {
  { policy.order(position, moves) };
};

/// Games with noisy moves (captures), which change the evaluation at once, so that a leaf must still look at
/// them: what order() does, in stages.
///
/// - generate_noisy(), generate_quiet(): the legal moves, each in one of the lists.
/// - is_legal(): of any move that another position had; is_noisy(): of a legal one.
/// - noisy_score(): the order among noisy moves, in [0, kForcing). see_loses(): whether such a move loses by
///   static exchange evaluation (SEE); called once a move, and only when the picker comes to it.
/// - QuietOrder: made once a position when the first quiet move is looked at. score() of a quiet move, and
///   is_tactical() of any.
///
/// Quiescence tries noisy moves that do not lose, and every move where HasUnderThreat says so.
template <class P>
concept HasStages = requires(P policy, const typename P::Position position, MoveList& moves, Move move,
                             const typename P::QuietOrder order) {
  { policy.generate_noisy(position, moves) } -> std::same_as<void>;
  { policy.generate_quiet(position, moves) } -> std::same_as<void>;
  { policy.is_legal(position, move) } -> std::same_as<bool>;
  { policy.is_noisy(position, move) } -> std::same_as<bool>;
  { policy.noisy_score(position, move) } -> std::same_as<std::int32_t>;
  { policy.see_loses(position, move) } -> std::same_as<bool>;
  requires std::constructible_from<typename P::QuietOrder, const typename P::Position&>;
  { order.score(move) } -> std::same_as<ScoredMove>;
  { order.is_tactical(move) } -> std::same_as<bool>;
};

/// Games whose policies share something that outlives one thread's search: weights, tables of solvers. Made
/// once a Team from its options and given to the policy of each thread, so it must bear several threads.
/// clear() forgets what positions taught.
template <class P>
concept HasSharedState =
    std::constructible_from<typename P::SharedState, const BotOptions&> &&
    std::constructible_from<P, typename P::SharedState&> && requires(typename P::SharedState shared) {
      { shared.clear() };
    };

/// Of games whose threads share nothing.
struct NoSharedState {
  explicit NoSharedState(const BotOptions&) {}
  void clear() {}
};
template <class P>
struct SharedStateOf {
  using Type = NoSharedState;
};
template <HasSharedState P>
struct SharedStateOf<P> {
  using Type = typename P::SharedState;
};

/// The policy of one thread.
template <class P>
P make_policy([[maybe_unused]] typename SharedStateOf<P>::Type& shared) {
  if constexpr (HasSharedState<P>)
    return P(shared);
  else
    return P{};
}

template <class P>
concept IsMade = std::default_initializable<P> || HasSharedState<P>;
template <class P>
concept IsOrdered = HasOrder<P> || HasStages<P>;

/// What a game teaches the search: judgement. One object a searching thread, so it may keep caches.
///
/// - Position: what the search plays on; constructible from the game's rules position, with the same moves,
///   it may carry incremental evaluation tables.
/// - SharedState, where threads share some; else the policy is default-constructible.
/// - evaluate(): an estimate for the side to move, within (-kWinBound, kWinBound).
/// - order(): fills in the static scores of the moves and says which are tactical; or HasStages.
template <class P>
concept Policy = IsMade<P> && IsOrdered<P> && Position<typename P::Position> &&
                 requires(P policy, const typename P::Position position) {
                   { policy.evaluate(position) } -> std::same_as<Score>;
                 };

/// What moves where, as a number below kMoveIndices, so small that a table can hold every pair: the index of
/// the continuation history. @pre the move may be played in the position
template <class P>
concept HasMoveIndex = requires(const typename P::Position position, Move move) {
  { P::kMoveIndices } -> std::convertible_to<std::size_t>;
  { P::move_index(position, move) } -> std::same_as<std::size_t>;
};

// Hooks: a policy may offer any of them. The search asks with `if constexpr (requires ...)`, so a game
// pays nothing for, and need not mention, a hook that it lacks. Searcher turns a hook with a wrong signature
// into a compile error.

/// Gomoku: the forced or near moves that deserve a search, instead of all. Never empty when legal moves
/// exist.
template <class P>
concept HasCandidates = requires(P policy, typename P::Position position, MoveList& moves, const Node& node) {
  { policy.candidates(position, moves, node) } -> std::same_as<void>;
};

/// A value found without the general search.
struct Solved {
  Score score;
  /// At the root none means: no move is better than `score`, which is a loss.
  Move best = kNoMove;
  /// The winning line from `best` on, for the principal variation; owned by the policy, valid until its next
  /// call.
  std::span<const Move> line = {};
  /// False: only the winner is known, and the score is a bound: `best` wins by as much or more, or every
  /// move loses by as much or more. Only at the root, and only where Node::goal allows it.
  bool exact = true;
};

/// An answer that needs no search below this node: the anti-Reversi endgame, Gomoku's winning fours.
/// Fail-soft: a score inside (alpha, beta) is exact, others are bounds. Called where the table has no answer,
/// at the root too, where only a win or a score inside the window together with its `best` move is believed.
/// When the budget runs out before the answer is known, return nothing; a known answer stands even if looking
/// up its line took the last of the budget. Node::goal says which answers are of use at the root.
template <class P>
concept HasSolver = requires(P policy, typename P::Position position, const Node& node) {
  { policy.solve(position, node) } -> std::same_as<std::optional<Solved>>;
};

/// A prediction of a deep score from a shallow one: deep = slope * shallow + offset, with error sigma (all in
/// units of the game; multi-ProbCut, Buro 1995). `confidence` is in standard deviations.
struct ProbCut {
  int shallow_depth;
  double slope;
  double offset;
  double sigma;
  double confidence;
};
template <class P>
concept HasProbCut = requires(P policy, const typename P::Position position, int depth) {
  { policy.prob_cut(position, depth) } -> std::same_as<std::optional<ProbCut>>;
};

/// How scores are told to people, where "so many plies to the win" and "an estimate" are not all there is:
/// anti-Reversi knows exact disc differences. `proven`: a solver stands for the score. Only `kind` and
/// `value` of the line are filled in.
template <class P>
concept HasReading = requires(Score score, bool proven) {
  { P::reading(score, proven) } -> std::same_as<Line>;
};

/// A score in words; see ScoreKind.
template <class P>
Line reading(Score score, bool proven) {
  if constexpr (HasReading<P>) return P::reading(score, proven);
  if (is_win(score)) return {ScoreKind::win, kWin - score, {}};
  if (is_loss(score)) return {ScoreKind::loss, kWin + score, {}};
  if (proven && score == 0) return {ScoreKind::draw, 0, {}};
  return {ScoreKind::eval, score, {}};
}

/// Extensions (+1) of a move already played, judged by the position after it.
template <class P>
concept HasExtension = requires(P policy, const typename P::Position position, Move move, const Node& node) {
  { policy.extension(position, move, node) } -> std::same_as<int>;
};

/// Where evaluate() means little because something is about to happen: the side to move is in check, or faces
/// a four. No pruning by evaluation there, and no null move.
template <class P>
concept HasUnderThreat = requires(P policy, const typename P::Position position) {
  { policy.under_threat(position) } -> std::same_as<bool>;
};

/// Games where a static evaluation that was wrong is likely to be wrong by as much behind the same moves
/// elsewhere: see Corrections.
template <class P>
concept HasCorrections = P::kCorrectsEvaluation;

/// What a beginner sees in a position: low levels choose some moves by it (Level::blunder_percent). Without
/// it they use evaluate().
template <class P>
concept HasBeginnerEval = requires(P policy, const typename P::Position position) {
  { policy.beginner_eval(position) } -> std::same_as<Score>;
};

/// Games with captures: the most that a forcing move may win at once, in the unit of the game. A capture in
/// quiescence that could not lift the score to alpha even so is skipped (delta pruning).
template <class P>
concept HasCaptureValue = requires(P policy, const typename P::Position position, Move move) {
  { policy.capture_value(position, move) } -> std::same_as<Score>;
};

/// How much shallower late quiet moves are searched: base + log(depth) * log(number of the move) / divisor,
/// where base and logarithms count 1024ths of a ply. A static constexpr member kReductions replaces this
/// default.
struct Reductions {
  int base = 410;
  int divisor = 2250;
  bool of_tactical = true;  ///< False: tactical moves are searched as deep as the first.
};
// Constants of the game; Parameters scales them (reduction_base, reduction_slope).
template <class P>
concept HasReductions = requires {
  { P::kReductions } -> std::convertible_to<Reductions>;
};

/// Scales of forward pruning, in the unit of the game. A policy without margins gets no pruning by
/// evaluation.
// Unsound by nature: a quiet move may be worth more than any margin.
struct Margins {
  Score futility;          ///< Per ply: a quiet move that is this far below alpha is skipped.
  Score reverse_futility;  ///< Per ply: a position that is this far above beta is cut; see below.
  Score razoring;          ///< Per ply: a leaf this far below alpha goes to quiescence at once.
  /// Reverse futility cuts where at most so many plies are left.
  int reverse_futility_depth = 5;
  /// So many of them ask for no margin.
  int reverse_futility_free = 0;

  /// The margin of reverse futility at so many plies; one less of them where the node is improving.
  Score reverse_futility_at(int plies) const {
    return reverse_futility * std::max(plies - reverse_futility_free, 0);
  }
};
// The search asks once, when it begins, and scales the answer by Parameters (Selectivity).
template <class P>
concept HasMargins = requires(const P policy) {
  { policy.margins() } -> std::same_as<Margins>;
};

/// Games where passing is a fair lower bound: Xiangqi. Not anti-Reversi, where having to move often loses.
template <class P>
concept HasNullMove = requires(P policy, const typename P::Position position, typename P::Position& changed) {
  { policy.may_try_null_move(position) } -> std::same_as<bool>;
  { changed.do_null_move() };
  { changed.undo_null_move() };
};

}  // namespace engine::search
