#pragma once

#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// Files of the World Xiangqi Federation: lines FORMAT, EVENT, RED, ..., then START{ moves }END.
namespace server {

bool is_wxf(std::string_view text);
std::vector<std::string_view> split_wxf(std::string_view text);
/// One of them. Its moves are read as those of PGN are.
ReadTree read_wxf(std::string_view text, int first_line = 1);

}  // namespace server
