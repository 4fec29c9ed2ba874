#pragma once

#include <optional>
#include <span>

#include "engine/games/book.h"
#include "engine/games/gomoku/forced.h"
#include "engine/games/gomoku/levels.h"
#include "engine/games/gomoku/network_evaluator.h"
#include "engine/games/gomoku/pattern_board.h"
#include "engine/games/gomoku/point_weights.h"
#include "engine/games/gomoku/vcf_solver.h"
#include "engine/search/policy.h"

namespace engine::gomoku {

/// Under the standard rule the engine opens better by itself.
constexpr bool has_book(Rule rule) {
  return rule == Rule::freestyle || rule == Rule::renju || rule == Rule::caro;
}

/// Judgement of Gomoku under one rule. Threats decide this game: what is forced is found by looking at
/// counts, a win by fours by VcfSolver where the estimate alone does not cut, and only what remains is
/// searched and estimated.
template <Rule R>
class Policy {
 public:
  using Position = PatternBoard<R>;

  static constexpr search::Reductions kReductions{.of_tactical = false};
  static constexpr bool kCorrectsEvaluation = true;

  /// What judges: a network, where there is one and it is wanted, corrects the sum of point weights.
  struct SharedState {
    explicit SharedState(const BotOptions& options) : networks(options.network ? own_networks() : nullptr) {}
    void clear() {}
    const Networks* networks;
  };
  explicit Policy(const SharedState& shared) {
    if (shared.networks) evaluator_.emplace(*shared.networks);
  }
  Policy() : Policy(SharedState({})) {}

  // Hooks of the search; search/policy.h tells what each promises.
  static const search::LevelTable& levels() { return kLevels; }
  /// Knows boards of 15 lines alone.
  static const Book& book()
    requires(has_book(R));

  /// In centi-stones: the sum of weights, corrected by the network where there is one. Bounded below
  /// kWinBound.
  Score evaluate(const Position& board);
  /// By the urgency of the point for both sides; under a threat every move is forcing.
  void order(const Position& board, std::span<ScoredMove> moves) const;
  /// What was set by hand, which does not see which side can use a threat first.
  Score beginner_eval(const Position& board) const;

  /// The answers to a four or to an open three, where there is one; else every point that means something.
  void candidates(Position& board, MoveList& moves, const search::Node& node);
  /// Wins and losses that the threats on the board decide, and wins by fours.
  std::optional<search::Solved> solve(Position& board, const search::Node& node);
  /// A four is answered without loss of depth, and so is an open three of a running attack: by the side whose
  /// last move was a threat too.
  int extension(const Position& board, Move move, const search::Node& node) const;
  /// Under a four or an open three, by counts: some of these threats may be false in renju.
  bool under_threat(const Position& board) const;
  /// In centi-stones.
  search::Margins margins() const;

 private:
  const Forced& forced_moves(const Position& board);
  std::optional<search::Solved> decided(Position& board, const search::Node& node);
  bool static_eval_cuts(const Position& board, const search::Node& node);
  std::optional<search::Solved> vcf_win(Position& board, const search::Node& node);

  // One entry is enough: both ask about the same position before the search goes on to another.
  /// Of the position asked about last: solve() and candidates() both ask.
  struct KnownForced {
    Key key;
    Forced forced;
  };
  std::optional<KnownForced> known_forced_;
  // Its failures are this thread's own, see docs/decisions/0006-proof-searches.md.
  VcfSolver<R> vcf_;
  std::optional<NetworkEvaluator<R>> evaluator_;
};

extern template class Policy<Rule::freestyle>;
extern template class Policy<Rule::standard>;
extern template class Policy<Rule::renju>;
extern template class Policy<Rule::caro>;

}  // namespace engine::gomoku
