#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/protocol/messages.h"
#include "storage/record.h"

namespace server {

/// A game as a file for other programs.
struct GameFile {
  std::string_view type;  ///< Of its content, for HTTP.
  std::string text;
};

/// Xiangqi: `pgn` (ICCS moves) and `dhtmlxq` (what Chinese sites exchange). Gomoku: `sgf` (GM[4]) and `psq`
/// (Piskvork). Anti-Reversi: `ggf` (type 8a of the Generic Game Server) and `transcript`. None if the game
/// has no such format.
std::optional<GameFile> game_file(std::string_view format, const protocol::GameFull& game,
                                  const storage::Record& record);

}  // namespace server
