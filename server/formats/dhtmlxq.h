#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

namespace server {

/// What the Chinese sites of Xiangqi exchange: fields in brackets, points as two digits counted from black's
/// left corner. It cannot say who moves first nor how old a position is; the first move tells the former.
std::string write_dhtmlxq(const PlayedGame& game);

/// The boards of a page.
std::vector<std::string_view> split_dhtmlxq(std::string_view text);

/// One of them, with its variations and comments. The field fen counts before binit.
ReadTree read_dhtmlxq(std::string_view text, int first_line = 1);

}  // namespace server
