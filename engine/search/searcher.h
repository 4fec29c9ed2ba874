#pragma once

#include <array>
#include <climits>
#include <optional>
#include <span>
#include <stop_token>
#include <type_traits>
#include <variant>
#include <vector>

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
#include "engine/search/techniques.h"
#include "engine/search/time_plan.h"
#include "engine/search/tt.h"

namespace engine::search {

/// One thread's principal-variation search with iterative deepening, written once for every game.
///
/// Owns what all games share: deepening, aspiration windows, killers and histories, reductions, pruning,
/// time. What a game knows better it says through the hooks of its policy. The TT and the SharedState are
/// shared with the other threads of a Team; everything else is this thread's own, so one thread alone is
/// deterministic.
///
/// Scores are fail-soft and from the view of the side to move.
template <Policy P, class Techniques = EveryTechnique>
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
      !requires { &P::Position::verdict_depends_from; } || HasVerdictDependsFrom<typename P::Position>,
      "verdict_depends_from() has a wrong signature");

 public:
  using Position = typename P::Position;
  using SharedState = typename SharedStateOf<P>::Type;

  Searcher(TranspositionTable& tt, SharedState& shared, Techniques techniques = {},
           const Parameters& parameters = {}, AbdadaTable* abdada = nullptr)
      : tt_(tt), shared_(shared), techniques_(techniques), parameters_(parameters), abdada_(abdada) {}

  /// Searches until `limits` are spent or `stop` is requested; `progress` (may be empty) hears of each
  /// iteration. `first_depth` lets threads of a team start apart; `among` are the only moves
  /// to think about, if there are any. @pre the game is not over at `root`
  SearchResult search(const Position& root, const Limits& limits, std::stop_token stop,
                      const Progress& progress, int first_depth = 1, std::span<const Move> among = {});

  /// A search of one ply without quiescence, which overlooks every answer: each move, or those `among`, by
  /// the verdict of the rules or the policy's beginner_eval() after it. @pre the game is not over at `root`
  SearchResult static_search(const Position& root, std::span<const Move> among = {});

  /// Forgets what earlier searches taught.
  void forget();

 private:
  struct RootMove {
    Move move;
    bool quiet = false;
    Score score = -kInfinite;
    std::vector<Move> pv;
    bool proven = false;            ///< A solver stands for the score; no search needs to look at it again.
    bool exact = false;             ///< Proven, and by more than a bound.
    Score upper_bound = kInfinite;  ///< Of a proven loss; kInfinite: none is proven.

    bool is_won_or_lost() const { return proven || upper_bound < kInfinite; }
  };

  // The root (searcher_root.h).
  void start(const Position& root, const Limits& limits, std::stop_token stop, std::span<const Move> among);
  void list_root_moves(std::span<const Move> among);
  Score static_score();
  void solve_root();
  bool solve_line(std::size_t first);
  SolverGoal solver_goal(std::size_t first) const;
  void search_lines();
  std::size_t move_to_front(bool RootMove::*known);
  void bound_estimates();
  void rank_lines();
  void aspiration(std::size_t first);
  Score search_root(Score alpha, Score beta, std::size_t first);
  bool may_stop(const Limits& limits);
  bool all_lines_are_proven() const;
  bool is_proven() const;
  void compare_with_last();
  bool has_thought_enough(std::chrono::milliseconds optimum) const;
  SearchResult result() const;
  void tell_move(Move move, int number) const;

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
  std::optional<Score> terminal_score(const Node& node);
  std::optional<Score> tt_cutoff(const std::optional<TTEntry>& entry, Node& node, bool pv) const;
  template <bool kPv>
  std::optional<Score> solve(Node& node);

  // Quiescence (searcher_quiescence.h).
  template <bool kPv>
  Score quiescence(Node& node, bool at_horizon);
  template <bool kPv>
  Score search_noisy(Node& node, const std::optional<TTEntry>& entry);
  bool delta_prunes(const Node& node, Move capture);

  // Selectivity (searcher_selective.h).
  std::optional<Score> prune(Node& node);
  std::optional<Score> razoring(const Node& node);
  std::optional<Score> null_move(Node& node);
  bool verifies_null_move(const Node& node, int depth);
  std::optional<Score> prob_cut(const Node& node);
  int singular_extension(const Node& node, const TTEntry& entry);
  int extension_of_played(const Node& node, Move move);

  // Small parts.
  int verdict_depends_from(int ply) const;
  bool uses(Technique technique) const { return techniques_.uses(technique); }
  bool uses(Part part) const { return techniques_.uses(part); }
  bool count_node(const Node& node);
  void evaluate(Node& node, const std::optional<TTEntry>& entry);
  void learn_correction(const Node& node, Score best, Move best_move);
  void evaluate_node(Node& node, const std::optional<TTEntry>& entry);
  void do_move(Node& node, Move move);
  void update_histories(const Node& node, Move cut, const MoveList& quiets_tried);
  std::optional<TTEntry> probe(const Node& node) const;
  void store(const Node& node, Score score, Move best, bool pv, int depth);

  TranspositionTable& tt_;
  SharedState& shared_;
  [[no_unique_address]] Techniques techniques_;
  Parameters parameters_;
  AbdadaTable* abdada_;  ///< Of the team; none for one thread.
  P policy_ = make_policy<P>(shared_);
  std::optional<Position> position_;
  Budget budget_{Limits{}, {}};
  OrderingMemory<P> ordering_;
  [[no_unique_address]] std::conditional_t<HasCorrections<P>, Corrections, std::monostate> corrections_;
  Selectivity<P, Techniques> selectivity_{techniques_, parameters_, policy_};

  std::vector<RootMove> root_moves_;
  std::size_t wanted_lines_ = 1;
  Score root_eval_ = kNoEval;
  int root_depth_ = 0;
  int finished_depth_ = 0;
  int seldepth_ = 0;
  int verifying_until_ = 0;  ///< No null move above this ply while one is being verified.

  /// Ply of the oldest position of the line that the score last returned depends on: a repetition counts only
  /// along its own path. kPathIndependent: on nothing above the node that returned it.
  int path_dependent_from_ = kPathIndependent;
  static constexpr int kPathIndependent = INT_MAX;

  bool solvers_ = true;
  bool restricted_ = false;         ///< Not all moves of the root may be chosen.
  std::uint64_t solver_nodes_ = 0;  ///< Visited by solve() at the root,
  std::uint64_t wasted_nodes_ = 0;  ///< and those of them that found nothing.
  bool wdl_suffices_ = false;       ///< On a clock: win, draw or loss is enough.
  bool depth_limited_ = false;      ///< The limits name a depth.
  bool solver_unlimited_ =
      false;  ///< The solver had all that was left of the limits; never set in a search to a depth.

  IterationTimes iteration_times_;
  Progress progress_;
  std::optional<std::chrono::milliseconds> tell_moves_after_;  ///< None: progress_ hears of iterations only.

  // How settled the choice is.
  Move last_best_ = kNoMove;
  Score last_score_ = 0;
  int stable_iterations_ = 0;  ///< Since the best move changed.
  int equal_iterations_ = 0;   ///< Since its score changed.
  bool falling_ = false;       ///< The last iteration found it worse by kFall or more.
  static constexpr Score kFall = 30;
};

}  // namespace engine::search

#include "engine/search/searcher_quiescence.h"
#include "engine/search/searcher_root.h"
#include "engine/search/searcher_root_solver.h"
#include "engine/search/searcher_selective.h"
#include "engine/search/searcher_tree.h"
