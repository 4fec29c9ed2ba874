#pragma once

#include <algorithm>
#include <climits>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <type_traits>
#include <variant>

#include "engine/core/game.h"
#include "engine/search/abdada.h"
#include "engine/search/histories.h"
#include "engine/search/levels.h"
#include "engine/search/node.h"
#include "engine/search/parameters.h"
#include "engine/search/picker.h"
#include "engine/search/policy.h"
#include "engine/search/search_result.h"
#include "engine/search/selectivity.h"
#include "engine/search/time_plan.h"
#include "engine/search/tt.h"

namespace engine::search {

template <Policy P>
class RootSearch;

/// One thread's search, written once for every game: the tree below the root (principal variation search,
/// quiescence, pruning). RootSearch drives it from the root.
///
/// What a game knows better it says through the hooks of its policy. The TT and the SharedState are shared
/// with the other threads of a Team; everything else is this thread's own, so one thread alone is
/// deterministic.
///
/// Scores are fail-soft and from the view of the side to move.
template <Policy P>
class Searcher {
  // A hook with the right name and the wrong signature must not be silently ignored.
  static_assert(
      !requires { &P::candidates; } || HasCandidates<P>, "candidates() has a wrong signature");
  static_assert(
      !requires { &P::generate_noisy; } || HasStages<P>, "one of the stages() has a wrong signature");
  static_assert(
      !requires { &P::solve; } || HasSolver<P>, "solve() has a wrong signature");
  static_assert(
      !requires { &P::prob_cut; } || HasProbCut<P>, "prob_cut() has a wrong signature");
  static_assert(
      !requires { &P::extension; } || HasExtension<P>, "extension() has a wrong signature");
  static_assert(
      !requires { &P::capture_value; } || HasCaptureValue<P>, "capture_value() has a wrong signature");
  static_assert(
      !requires { &P::margins; } || HasMargins<P>, "margins() has a wrong signature");
  static_assert(
      !requires { &P::reading; } || HasReading<P>, "reading() has a wrong signature");
  static_assert(
      !requires { &P::under_threat; } || HasUnderThreat<P>, "under_threat() has a wrong signature");
  static_assert(
      !requires { &P::beginner_eval; } || HasBeginnerEval<P>, "beginner_eval() has a wrong signature");
  static_assert(
      !requires { &P::may_try_null_move; } || HasNullMove<P>,
      "may_try_null_move() has a wrong signature, or the Position no do_null_move()");
  static_assert(
      !requires { P::kMoveIndices; } || HasMoveIndex<P>, "move_index() has a wrong signature");
  static_assert(
      !requires { &P::levels; } || HasLevels<P>, "levels() has a wrong signature");
  static_assert(
      !requires { typename P::SharedState; } || HasSharedState<P>, "SharedState() has a wrong signature");
  static_assert(
      !requires { P::kReductions; } || HasReductions<P>, "kReductions has a wrong type");
  static_assert(
      !requires { &P::Position::key_after; } || HasKeyAfter<typename P::Position>,
      "key_after() has a wrong signature");
  static_assert(
      !requires { &P::Position::verdict_depends_from; } || HasVerdictDependsFrom<typename P::Position>,
      "verdict_depends_from() has a wrong signature");

 public:
  using Position = typename P::Position;
  using SharedState = typename SharedStateOf<P>::Type;

  /// All of them must outlive this. One thread at a time may use it.
  Searcher(TranspositionTable& tt, SharedState& shared, const Parameters& parameters = {},
           AbdadaTable* abdada = nullptr)
      : tt_(tt), shared_(shared), parameters_(parameters), abdada_(abdada) {}

  /// Searches until `limits` are spent or `stop` is requested; `progress` (may be empty) is called as
  /// Limits::tell_moves_after says. `first_depth` lets threads of a team start apart; `among` are the only
  /// moves to choose from, unless empty. @pre the game is not over at `root`
  /// Blocks. The lines of the result are never empty: even a stop that was requested before the start gives a
  /// legal move. May be called again, for any position of the game; what was learned stays.
  SearchResult search(const Position& root, const Limits& limits, std::stop_token stop,
                      const Progress& progress, int first_depth = 1, std::span<const Move> among = {});

  /// A search of one ply without quiescence, which overlooks every answer: each move, or those `among`, by
  /// the verdict of the rules or the policy's beginner_eval() after it. @pre the game is not over at `root`
  /// Asks neither the clock nor a node limit; costs one evaluation a move.
  SearchResult static_search(const Position& root, std::span<const Move> among = {});

  /// Forgets what earlier searches taught.
  void forget();

 private:
  friend class RootSearch<P>;

  // The tree (searcher_tree.h). kPv is false for a node with a null window: neither its exact score nor its
  // line is needed.
  template <bool kPv>
  Score alpha_beta(Node& node);
  template <bool kPv>
  Score search_moves(Node& node, const std::optional<TTEntry>& entry);
  std::optional<AbdadaTable::Mark> mark_searching(const Node& node, const PickedMove& picked);
  template <bool kPv>
  Score search_child(const Node& node, Node& child, int depth, int reduction, int number);
  template <bool kPv>
  Score search_window(Node& child, Score alpha, Score beta, int depth);
  // Functions that give an optional score answer the node; without one the next step is asked.
  std::optional<Score> terminal_score(const Node& node);
  std::optional<Score> tt_cutoff(const std::optional<TTEntry>& entry, Node& node, bool pv) const;
  template <bool kPv>
  std::optional<Score> solve(Node& node);

  // Quiescence (searcher_quiescence.h).
  template <bool kPv>
  Score quiescence(Node& node, bool at_horizon);
  template <bool kPv>
  Score search_noisy(Node& node, const std::optional<TTEntry>& entry);

  // Selectivity (searcher_selective.h).
  std::optional<Score> prune(Node& node);
  std::optional<Score> razoring(const Node& node);
  std::optional<Score> null_move(Node& node);
  bool verifies_null_move(const Node& node, int depth);
  std::optional<Score> prob_cut(const Node& node);
  int singular_extension(const Node& node, const TTEntry& entry);
  int extension_of_played(const Node& node, Move move);

  // Parts of all of them.
  template <class What>  // A Technique or a Part.
  bool uses(What what) const {
    return parameters_.uses(what);
  }
  void evaluate(Node& node, const std::optional<TTEntry>& entry);
  void learn_correction(const Node& node, Score best, Move best_move);
  void evaluate_node(Node& node, const std::optional<TTEntry>& entry);
  void do_move(Node& node, Move move);
  void update_histories(const Node& node, Move cut, const MoveList& quiets_tried);
  std::optional<TTEntry> probe(const Node& node) const;
  void store(const Node& node, Score score, Move best, bool pv, int depth);

  TranspositionTable& tt_;
  SharedState& shared_;
  Parameters parameters_;
  AbdadaTable* abdada_;  ///< Of the team; none for one thread.
  // The order of these members matters: policy_ is made from shared_, selectivity_ from policy_.
  P policy_ = make_policy<P>(shared_);
  std::optional<Position> position_;
  // Of the search that runs; between searches the one of the last.
  Budget budget_{Limits{}, {}};
  OrderingMemory<P> ordering_;
  [[no_unique_address]] std::conditional_t<HasCorrections<P>, Corrections, std::monostate> corrections_;
  Selectivity<P> selectivity_{parameters_, policy_};

  // Of the search that runs; set by search() and RootSearch.
  bool solvers_ = true;      ///< Limits::solvers.
  int root_depth_ = 0;       ///< Of the iteration.
  int seldepth_ = 0;         ///< The deepest ply visited.
  int verifying_until_ = 0;  ///< No null move above this ply while one is being verified.

  /// Ply of the oldest position of the line that the score last returned depends on: a repetition counts only
  /// along its own path. kPathIndependent: on nothing above the node that returned it.
  int path_dependent_from_ = kPathIndependent;
  static constexpr int kPathIndependent = INT_MAX;
};

template <Policy P>
SearchResult Searcher<P>::search(const Position& root, const Limits& limits, std::stop_token stop,
                                 const Progress& progress, int first_depth, std::span<const Move> among) {
  // The clock is read every Budget::kInterval nodes, and the answer has to travel.
  // Rather answer 2 ms early than late. A tenth for very short times, which would otherwise become nothing.
  constexpr std::chrono::milliseconds kReplyMargin{2};
  Limits own = limits;
  if (own.time) *own.time -= std::min(kReplyMargin, *own.time / 10);
  budget_ = Budget(own, std::move(stop));
  // The only copy of the position in a search; do_move() and undo_move() do the rest.
  position_.emplace(root);
  ordering_.age();
  selectivity_ = Selectivity<P>(parameters_, policy_);
  solvers_ = limits.solvers;
  seldepth_ = verifying_until_ = 0;
  return RootSearch<P>(*this, limits, progress, among).run(first_depth);
}

template <Policy P>
SearchResult Searcher<P>::static_search(const Position& root, std::span<const Move> among) {
  constexpr int kPly = 1;
  position_.emplace(root);
  // Of the side to move after the first move.
  const auto static_score = [&]() -> Score {
    if (const auto score = position_->verdict(kPly)) return *score;
    MoveList answers;
    position_->generate(answers);
    if (answers.empty()) return position_->no_moves(kPly);
    if constexpr (HasBeginnerEval<P>)
      return policy_.beginner_eval(*position_);
    else
      return policy_.evaluate(*position_);
  };
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

template <Policy P>
void Searcher<P>::forget() {
  ordering_.forget();
  corrections_ = {};
  policy_ = make_policy<P>(shared_);
}

}  // namespace engine::search

#include "engine/search/root_search.h"
#include "engine/search/searcher_quiescence.h"
#include "engine/search/searcher_selective.h"
#include "engine/search/searcher_tree.h"
