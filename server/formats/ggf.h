#pragma once

#include <string>
#include <string_view>

#include "server/formats/played_game.h"

namespace server {

/// The format of the Generic Game Server for Othello and its kin; type 8a is anti-Reversi. Times in seconds.
std::string write_ggf(const PlayedGame& game);

Read read_ggf(std::string_view text);

}  // namespace server
