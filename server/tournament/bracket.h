#pragma once

#include <optional>
#include <vector>

#include "server/tournament/tournament_state.h"

namespace server::tournament {

/// The seeds of a bracket of 2^k places from its top: 1, 8, 4, 5, 2, 7, 3, 6. The best two can only meet in
/// the last round, the best four in the last but one.
/// @pre `places` is a power of two
std::vector<int> seed_order(int places);

/// The next round of a knock-out: places without a player are byes, which go to the best seeds. None: no
/// player is left to play. @pre format knockout, no game is running
/// Where third place is played it is paired with the final, in the same round. Pure.
std::optional<RoundPaired> pair_bracket(const TournamentState& state);

}  // namespace server::tournament
