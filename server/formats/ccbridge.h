#pragma once

#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// The formats of CCBridge 象棋桥: CBR, one game, and CBL, a library of them. Sources in docs/formats.md.
namespace server {

bool is_cbr(std::string_view bytes);
/// A library of version 3.
bool is_cbl(std::string_view bytes);

/// Layouts 1 and 2; the board that stands in the file is the start, or with a note the usual one.
ReadTree read_cbr(std::string_view bytes);

/// The records of a library, in order, as read_cbr() takes them. Costs no reading of moves.
std::vector<std::string_view> split_cbl(std::string_view bytes);

}  // namespace server
