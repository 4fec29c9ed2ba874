#pragma once

#include "server/match/game_log.h"
#include "server/room/effects.h"
#include "server/room/presence.h"

/// What players of a game of days who are not in its room are told of a turn, on all their devices.
namespace server {

/// A player who comes into the room so soon after the move is told nothing.
inline constexpr Millis kAwayDelay{5'000};

/// Its kind: storage::PushKey::kind.
inline constexpr const char* kTurnNotice = "turn";

/// Adds what is to be written with these events, the last of the log.
void add_turn_notice(Persist& persist, const GameLog& log, const Presence& presence, TimePoint now);

/// Whether the side to move was to be told of its turn by add_turn_notice() if it has not seen it.
bool tells_turns(const GameLog& log);

}  // namespace server
