#pragma once

#include <optional>
#include <span>
#include <vector>

#include "server/tournament/tournament_state.h"

namespace server::tournament {

/// A wave of an arena. Neighbours in the standing meet: what a pair costs is the difference of their ranks,
/// weighed more for the leaders, and that of their ratings. Never: the last opponent again, unless there are
/// only two; a colour for both that they have had twice running; neither counts where three or two are alone
/// and none of them could meet. If the number is odd, who came last waits, or another one if no two of the
/// others may meet.
///
/// `waiting`: who is there and not playing, in the order in which they became free. None: no pair is
/// possible.
/// Pure; tens of milliseconds for a group of 100: for a thread of the pool. @pre format arena; each in
/// `waiting` at most once
std::optional<RoundPaired> pair_wave(const TournamentState& state, std::span<const Number> waiting);

/// Who is there and not playing, in the order in which their last games ended.
std::vector<Number> waiting_in(const TournamentState& state);

/// Nothing is paired after this moment.
TimePoint last_wave_of(const TournamentState& state);

/// When a wave is due, or the end of the arena is. None: it is past the last wave, and games run.
/// @pre running
std::optional<TimePoint> next_wave_at(const TournamentState& state, TimePoint now);

}  // namespace server::tournament
