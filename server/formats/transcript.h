#pragma once

#include <string>
#include <string_view>

#include "server/formats/game_tree.h"

namespace server {

/// Nothing but the moves, as people paste them: f5d6c3, h8i9j10, h2e2 h9g7. Forced passes are left out. Where
/// rule or start are not the usual ones, a line for each stands before the moves.
std::string write_transcript(const PlayedGame& game);

/// @pre game is an id of the engine
ReadTree read_transcript(std::string_view text, std::string_view game, int first_line);

}  // namespace server
