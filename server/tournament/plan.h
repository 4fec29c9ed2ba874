#pragma once

#include <optional>
#include <span>

#include "server/tournament/arena.h"

/// Who meets whom next. Some formats take tens of milliseconds (a Swiss of 256): work on a copy of the state,
/// off the thread of the network. decide_round() takes the plan if nothing has changed meanwhile. Pure, and
/// the same state gives the same plan, so that two servers on one store cannot differ.
namespace server::tournament {

/// For decide_round() or decide_finish(), which refuse it as stale once anything has happened.
struct Plan {
  int version = 0;  ///< Of the state that it was made for.
  /// None: all rounds are paired, or no pairing is left: the tournament ends here (decide_finish()). Of an
  /// arena: no pair is possible now.
  std::optional<RoundPaired> round = {};
};

/// The next round. @pre running, not an arena, no game is running
Plan plan_round(const TournamentState& state);
/// The next wave of an arena; see pair_wave().
/// `waiting` in the order in which they became free.
Plan plan_wave(const TournamentState& state, std::span<const Number> waiting);

}  // namespace server::tournament
