#pragma once

#include <optional>
#include <string_view>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

namespace server {

/// Whether these are the first bytes of a library of RenLib, with or without its header.
bool is_renlib(std::string_view bytes);

/// Lines of Renju, or of Gomoku where its rules allow more of them, on 15 x 15 points. Labels on points and
/// marks are left out.
ReadTree read_renlib(std::string_view bytes, std::optional<Encoding> encoding = {});

/// One line of RenLib's .pos: a number of stones, and a byte for each.
bool is_renlib_pos(std::string_view bytes);
ReadTree read_renlib_pos(std::string_view bytes, std::optional<Encoding> encoding = {});

}  // namespace server
