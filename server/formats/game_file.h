#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/record.h"

namespace server {

/// What a file tells of a game, besides what is in its record: worked out by somebody who knows the rules.
struct PlayedGame {
  std::string game;
  std::string rule;
  std::string start_pos;
  std::string end_pos;
  std::array<std::string, 2> names;  ///< Of the players.
  std::vector<std::string> moves;
  std::optional<std::string> result;  ///< "first", "second", "draw"; none while it lasts.
};

/// A game as a file for other programs.
struct GameFile {
  std::string_view type;  ///< Of its content, for HTTP.
  std::string text;
};

/// Xiangqi: `pgn` (ICCS moves) and `dhtmlxq` (what Chinese sites exchange). Gomoku: `sgf` (GM[4]) and `psq`
/// (Piskvork). Anti-Reversi: `ggf` (type 8a of the Generic Game Server) and `transcript`. None if the game
/// has no such format.
std::optional<GameFile> game_file(std::string_view format, const PlayedGame& game,
                                  const storage::Record& record);

}  // namespace server
