#pragma once

#include <string>
#include <string_view>

#include "server/formats/played_game.h"

namespace server {

/// What the Chinese sites of Xiangqi exchange: fields in brackets, points as two digits counted from black's
/// left corner. It cannot say who moves first nor how old a position is; the first move tells the former.
std::string write_dhtmlxq(const PlayedGame& game);

/// The main line; comments and variations (fields of other names) are not kept.
Read read_dhtmlxq(std::string_view text);

}  // namespace server
