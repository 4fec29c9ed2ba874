#pragma once

#include <string_view>

#include "server/formats/game_tree.h"

/// PFC, trees of moves of PengFei 鹏飞象棋 as nested elements `n`.
namespace server {

bool is_pfc(std::string_view text);
ReadTree read_pfc(std::string_view text, int first_line = 1);

}  // namespace server
