#pragma once

#include <vector>

#include "server/tournament/scores.h"

namespace server::tournament {

/// A line of the table.
struct Standing {
  int rank = 0;  ///< From 1; shared by those whom no tie-break parts.
  Number player = 0;
  int points = 0;  ///< In halves; of an arena as it counts them.
  /// In the order of Rules::tie_breaks, the higher the better. Points of opponents, discs of bq are in
  /// halves, sonneborn_berger in quarters; a lot is negative.
  std::vector<std::int64_t> tie_breaks = {};
};

/// Computed from results alone, never stored. Without those who have left before their first round.
/// Best first. A player whom all tie-breaks leave level shares the rank, which the lot as the last of them
/// prevents.
std::vector<Standing> standings_of(const TournamentState& state);
/// Where scores_of(state) is needed for something else as well.
std::vector<Standing> standings_of(const TournamentState& state, const std::vector<Score>& scores);

}  // namespace server::tournament
