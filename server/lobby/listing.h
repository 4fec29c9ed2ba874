#pragma once

#include "server/room/room.h"

namespace server {

/// Whether the lobby shows a room. Private rooms are for clients that know their code; what is over is in the
/// archive.
bool is_listed(const Room& room);
/// A free seat waits for a player.
bool is_waiting(const Room& room);
/// Something moves on its board, and a player is there. A game of days is nothing to look at.
bool is_live(const Room& room);

}  // namespace server
