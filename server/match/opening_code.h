#pragma once

#include <string>
#include <string_view>

#include "storage/record.h"

namespace server {

/// What the opening of a recorded game is, in words of the engine; empty: it has no name. Reads the moves and
/// plays none of them.
/// For the row of a game, so that lists need not play it. A string of the engine, which lives as long as the
/// process.
std::string_view opening_code(const storage::Record& record);

/// What stood on the board at the end; empty while the game goes on, or if the record makes no game. Plays
/// all moves.
std::string final_position(const storage::Record& record);

}  // namespace server
