#pragma once

#include <string_view>

#include "server/formats/game_tree.h"

/// PFC, trees of moves of PengFei 鹏飞象棋 as nested XML elements `<n m="move" c="comment">`. The first has
/// the start as a FEN in `m`, and players, event and result as `red`, `black`, `event`, `win`. The child that
/// is `default="true"`, else the first, continues an element, the others are variations. Described by
/// vschess. Everything that is known of the format is kept.
namespace server {

/// By the first KiB.
bool is_pfc(std::string_view text);
/// Never refused here: without an element there is a game without moves.
ReadTree read_pfc(std::string_view text, int first_line = 1);

}  // namespace server
