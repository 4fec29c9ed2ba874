#pragma once

#include "engine/core/types.h"
#include "engine/lab/players/player.h"
#include "server/bridge/policy.h"

namespace server::bridge {

/// How long a program may think in a turn that has begun.
struct MoveTime {
  engine::lab::MoveLimits limits{};
  milliseconds most{};  ///< From now on; then another move has to be made.
};

/// @param time a game's time control, as in the protocol; null: unlimited
/// @param clock `state.clock` of the turn; null: none
/// @param server_now the server's clock, in milliseconds since 1970
/// Byo-yomi counts as time for one move.
MoveTime move_time(const Json& time, const Json& clock, engine::Side turn, milliseconds server_now,
                   const Policy& policy);

}  // namespace server::bridge
