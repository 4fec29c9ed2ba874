#pragma once

#include <chrono>
#include <optional>

#include "engine/core/limits.h"
#include "engine/core/types.h"

namespace engine::search {

// From a clock to limits (plan_time()), and from iterations to the decision to stop (IterationTimes,
// BestMoveStability; RootSearch::may_stop() asks both). Durations are whole milliseconds.

/// What a player's clock shows when it is time to think.
struct Clock {
  std::chrono::milliseconds remaining{0};
  std::chrono::milliseconds increment{0};                  ///< Given after each move.
  std::chrono::milliseconds byoyomi{0};                    ///< Time for each move once `remaining` is spent.
  std::optional<std::chrono::milliseconds> per_move = {};  ///< No move may take longer.
  std::optional<int> moves_to_go = {};                     ///< Until `remaining` is renewed.
  int ply = 0;                                             ///< Of the game.
};

/// What is lost between a move and the clock that hears of it, on one machine.
inline constexpr std::chrono::milliseconds kUsualOverhead{30};

/// How long to think about this move: Limits with `time`, which never risks the flag, and `optimum`.
/// `overhead` is kept back for each move to come, so a game with a small increment does not wear its clock
/// down to what one stall of the machine takes. A tenth of the clock, at most a second, is a reserve that no
/// plan touches: for the day when `overhead` is not enough.
Limits plan_time(const Clock& clock, std::chrono::milliseconds overhead = kUsualOverhead);

/// How long iterations take, and whether there is time for another.
// An iteration that the time cuts short is mostly wasted: it only counts if it has found a better first move.
// So the next one is not begun where it would not end.
class IterationTimes {
 public:
  /// @param elapsed since the search began
  void iteration_ended(std::chrono::milliseconds elapsed);
  /// Whether the next iteration is likely to end before `limit`, if it takes as many times the last one as
  /// that took the one before.
  bool can_finish_another(std::chrono::milliseconds limit) const;

 private:
  std::chrono::milliseconds end_{0};
  std::chrono::milliseconds last_{0};
  std::chrono::milliseconds before_last_{0};
};

/// How settled the choice of the best move is, by iterations of one search.
class BestMoveStability {
 public:
  void iteration_ended(Move best, Score score);
  /// A win whose length several deeper searches have confirmed: it is played as well now as later.
  bool has_settled_win() const;
  /// The share of Limits::optimum to spend: less while the best move stays, more where its score falls.
  double share_of_optimum() const;

 private:
  Move best_ = kNoMove;
  Score score_ = 0;
  int stable_ = 0;        ///< Iterations since the best move changed.
  int equal_ = 0;         ///< Iterations since its score changed.
  bool falling_ = false;  ///< The last iteration found it clearly worse.
};

}  // namespace engine::search
