#pragma once

#include <string>
#include <string_view>

#include "server/formats/game_tree.h"

namespace server {

/// Smart Game Format for Gomoku (GM[4]): the rule in RU, a set-up in AB, AW and PL.
std::string write_sgf(const PlayedGame& game);

/// The main line; comments, marks and variations are not kept. Points may be written hh, as SGF has it, or
/// h8.
ReadTree read_sgf(std::string_view text, int first_line = 1);

}  // namespace server
