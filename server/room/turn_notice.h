#pragma once

#include "server/match/game_log.h"
#include "server/room/effects.h"
#include "server/room/presence.h"

/// What players of a game of days are told of a turn on all their devices: that it has begun, when they are
/// not in its room, and that a quarter of its time is left. In the inbox those who are not in the room find,
/// too, that the game has started with the other's turn, and that it is over.
namespace server {

/// A player who comes into the room so soon after the move is told nothing.
inline constexpr Millis kAwayDelay{5'000};

/// Their kinds: storage::PushKey::kind.
inline constexpr const char* kTurnNotice = "turn";
inline constexpr const char* kTurnReminder = "reminder";
/// storage::Notice::kind
inline constexpr const char* kGameStart = "start";
inline constexpr const char* kGameOver = "over";

/// Adds what is to be written with these events, the last of the log.
void add_turn_notice(Persist& persist, const GameLog& log, const Presence& presence, TimePoint now);

/// Whether the side to move was to be told of its turn by add_turn_notice() if it has not seen it.
bool tells_turns(const GameLog& log);

}  // namespace server
