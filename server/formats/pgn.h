#pragma once

#include <string>
#include <string_view>

#include "server/formats/played_game.h"

namespace server {

/// How the moves of a Xiangqi game are written in PGN: H2-E2, C2=5 or 炮二平五.
enum class PgnNotation { iccs, wxf, zh };

/// Portable game notation as the programs of Xiangqi write it, with the tags Red, Black, Format and FEN.
std::string write_pgn(const PlayedGame& game, PgnNotation notation);

/// Moves may stand in any of the three notations, also mixed. The main line is kept; comments, variations and
/// annotations are not.
Read read_pgn(std::string_view text);

}  // namespace server
