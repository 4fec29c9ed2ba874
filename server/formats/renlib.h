#pragma once

#include <string_view>

#include "server/formats/game_tree.h"

namespace server {

/// Whether these are the first bytes of a library of RenLib, with or without its header.
bool is_renlib(std::string_view bytes);

/// Lines of Renju, or of Gomoku where its rules allow more of them, on 15 x 15 points. Labels on points and
/// marks are left out.
ReadTree read_renlib(std::string_view bytes);

}  // namespace server
