#pragma once

#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// BDT, lists of games of Renju: a line each,
/// `event=[black,white,result,moves,fifth stones,swap,comment]`.
namespace server {

bool is_bdt(std::string_view text);
std::vector<std::string_view> split_bdt(std::string_view text);
ReadTree read_bdt(std::string_view text, int first_line = 1);

}  // namespace server
