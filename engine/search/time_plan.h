#pragma once

#include <chrono>
#include <optional>

#include "engine/core/limits.h"

namespace engine::search {

/// What a player's clock shows when it is time to think.
struct Clock {
  std::chrono::milliseconds remaining{0};
  std::chrono::milliseconds increment{0};                  ///< Given after each move.
  std::chrono::milliseconds byoyomi{0};                    ///< Time for each move once `remaining` is spent.
  std::optional<std::chrono::milliseconds> per_move = {};  ///< No move may take longer.
  std::optional<int> moves_to_go = {};                     ///< Until `remaining` is renewed.
  int ply = 0;                                             ///< Of the game.
};

/// How long to think about this move: Limits with `time`, which never risks the flag, and `optimum`.
/// `overhead` is what is lost between a move and the clock that hears of it.
Limits plan_time(const Clock& clock, std::chrono::milliseconds overhead = std::chrono::milliseconds(30));

}  // namespace engine::search
