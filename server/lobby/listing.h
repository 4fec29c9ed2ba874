#pragma once

#include "server/room/room.h"

namespace server {

/// Whether the lobby candidates a room. Private rooms are for who knows their code; what is over is in the
/// archive.
bool is_listed(const Room& room);
bool is_waiting(const Room& room);
/// Something moves on its board, and whoever plays is there. A game of days is nothing to look at.
bool is_live(const Room& room);

}  // namespace server
