#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/core/game.h"
#include "engine/games/antireversi/endgame.h"
#include "engine/games/antireversi/levels.h"
#include "engine/games/antireversi/patterns.h"
#include "engine/games/antireversi/position.h"
#include "engine/games/book.h"
#include "engine/search/policy.h"

namespace engine::antireversi {

/// A window of scores in whole discs, for the solver: what lies strictly between the differences lies
/// strictly between the scores, and nothing else does. Never empty, since results of neighbours differ.
struct DiscWindow {
  int alpha;
  int beta;
};
/// @pre alpha < beta
DiscWindow disc_window(Score alpha, Score beta);

/// What the search is taught about anti-Reversi on N x N squares.
template <int N>
class PolicyOn {
 public:
  using Position = PositionOn<N>;

  /// Solved endings, which hold for all threads.
  struct SharedState {
    explicit SharedState(const BotOptions& options)
        : endings(N == kFiles ? kEndgameBuckets : endgame_buckets(options.hash_bytes)) {
      if constexpr (N == kFiles)
        (void)pattern_weights();  // Reading them is not for the time of a first move.
    }
    void clear() { endings.clear(); }
    EndgameTable endings;  ///< On the smaller boards the solver is most of the player, and gets room as the
                           ///< search does.
  };
  explicit PolicyOn(SharedState& shared) : endgame_(shared.endings) {}

  static const search::LevelTable& levels() { return kLevels; }
  static const Book& book()
    requires(N == kFiles);

  /// In hundredths of a disc; a finished game by its result.
  Score evaluate(const Position& position);
  /// More discs are better: a beginner still plays Reversi.
  static Score beginner_eval(const Position& position) { return -kDisc * position.discs().margin(); }
  /// Few answers for the opponent first, corners last.
  void order(const Position& position, std::span<ScoredMove> moves);
  /// At the root the winner, then the margin, as soon as that is worth its time; elsewhere in the tree only
  /// the last few squares, where solving is as quick as estimating.
  std::optional<search::Solved> solve(const Position& position, const search::Node& node);
  /// None below kMinProbCut. The smaller boards have no regressions.
  std::optional<search::ProbCut> prob_cut(const Position& position, int depth) const
    requires(N == kFiles);
  /// A result that the root solver stands for is exact, or a win or loss where that is all it has proven. One
  /// found at the end of a single line is only told as an estimate of its size, for not all that is beside
  /// the line was looked at.
  static Line reading(Score score, bool proven);

 private:
  // How the root is solved: at each iteration node_quota() says what a try may cost now; solve_exact() is
  // tried if the margin is affordable, else solve_wdl() for the winner. Failed tries are not lost: the table
  // of endings keeps what they learned.
  static std::uint64_t node_quota(int empties, const search::Node& node);
  std::optional<search::Solved> solve_root(const Position& position, const search::Node& node);
  std::optional<search::Solved> solve_wdl(const Position& position, const search::Node& node,
                                          std::uint64_t max_nodes);
  std::optional<search::Solved> solve_exact(const Position& position, const search::Node& node,
                                            std::uint64_t max_nodes);

  EndgameOn<N> endgame_;
  // Backs Solved::line.
  std::vector<Move> line_;  // Of the last root that was solved.
};
using Policy = PolicyOn<kFiles>;
extern template class PolicyOn<8>;
extern template class PolicyOn<6>;
extern template class PolicyOn<4>;

}  // namespace engine::antireversi
