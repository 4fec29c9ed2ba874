#pragma once

#include <optional>
#include <string_view>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

namespace server {

/// Whether these are the first bytes of a game of CCBridge 象棋桥 as XML.
bool is_cbf(std::string_view bytes);

/// The main line; a move that is marked as its last ends it, and what stands behind is left out with a note.
ReadTree read_cbf(std::string_view bytes, std::optional<Encoding> encoding = {});

}  // namespace server
