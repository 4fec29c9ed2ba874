#pragma once

#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// BDT, lists of games of Renju as text: a line each, `event=[black,white,result,moves,fifth
/// stones,swap,comment]`. The result is + - or =; a move is two hexadecimal digits, column from the left and
/// row from below, each from 1; a 0 is a pass. Described by RenLib's code. Kept are names, event, result,
/// comment and the line; fifth stones and swap become tags.
namespace server {

/// By the first line.
bool is_bdt(std::string_view text);
/// Lines that are no game are left out; without any the whole text is one, for read_bdt() to refuse.
std::vector<std::string_view> split_bdt(std::string_view text);
/// One line, as split_bdt() gives it.
ReadTree read_bdt(std::string_view text, int first_line = 1);

}  // namespace server
