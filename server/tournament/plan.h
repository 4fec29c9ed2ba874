#pragma once

#include <optional>
#include <span>

#include "server/tournament/arena.h"

/// Who meets whom next. It may take tens of milliseconds: work on a copy of the state, off the thread of the
/// network. decide_round() takes the plan if nothing has changed meanwhile.
namespace server::tournament {

struct Plan {
  int version = 0;  ///< Of the state that it was made for.
  /// None: all rounds are paired, or no pairing is left: the tournament ends here (decide_finish()). Of an
  /// arena: no pair is possible now.
  std::optional<RoundPaired> round = {};
};

/// The next round. @pre running, not an arena, no game is running
Plan plan_round(const TournamentState& state);
/// The next wave of an arena; see pair_wave().
Plan plan_wave(const TournamentState& state, std::span<const Number> waiting);

}  // namespace server::tournament
