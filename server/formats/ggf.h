#pragma once

#include <string>
#include <string_view>

#include "server/formats/game_tree.h"

namespace server {

/// The format of the Generic Game Server for Othello and its kin; type 8a is anti-Reversi. Times in seconds.
std::string write_ggf(const PlayedGame& game);

ReadTree read_ggf(std::string_view text, int first_line = 1);

}  // namespace server
