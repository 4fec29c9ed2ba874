#pragma once

#include <string>

#include "server/match/game_log.h"

namespace server {

/// A move may be sent again, in any notation, when its acknowledgement was lost: as the record has it if this
/// is the last one of `seat`, said again; else `text`.
/// @return `text` itself when this seat did not play the last move at `ply`, or when it is not that move.
std::string as_played(const GameLog& log, Seat seat, int ply, const std::string& text);

}  // namespace server
