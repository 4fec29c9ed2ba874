#pragma once

#include <vector>

#include "server/tournament/tournament_state.h"

namespace server::tournament {

/// What the next pairing has to know of a player's rounds so far.
struct History {
  /// Of each table of one game that was played: whether the player began.
  std::vector<bool> began = {};
  bool had_bye = false;  ///< Or another whole point without a game.
  int floated = 0;       ///< In the last round: 1 against fewer points or bye, -1 against more.
  Number last_opponent = 0;

  /// How many times more the player began than not.
  int balance() const;
  /// The last two games had the same colour; false where there were fewer.
  bool repeats() const { return began.size() >= 2 && began.back() == began[began.size() - 2]; }
};

/// By Number; index 0 is not used.
/// O(tables of all rounds). Annulled rounds do not count.
std::vector<History> histories_of(const TournamentState& state);

}  // namespace server::tournament
