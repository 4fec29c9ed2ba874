#pragma once

#include <string>
#include <string_view>

#include "server/formats/game_tree.h"

/// SGF, Smart Game Format FF[4] (red-bean.com/sgf): text in the grammar of properties.h. GM[4] is Gomoku and
/// Renju; GM[5] and none are read, too. Points are two letters, file from the left and rank from above. `CA`
/// names an encoding, is often wrong, and is not used: see GameReader. Written: FF, GM, CA, AP, SZ, RU, EV,
/// DT, PB, PW, RE, AB, AW, PL and moves; thinking times are lost.
namespace server {

/// Smart Game Format for Gomoku (GM[4]): the rule in RU, a set-up in AB, AW and PL.
/// @pre moves are legal protocol text of Gomoku
std::string write_sgf(const PlayedGame& game);

/// The tree with comments (C, N, GC) and glyphs (TE, BM, IT, DO). Points may be written hh, as SGF has it, or
/// h8. Stones that are set up later, marks and other properties of nodes are left out with a note; other
/// properties of the root become tags. A pass is a move "pass", for play_tree() to judge.
///
/// Refused: another game, also one that has what games of Go have and does not name its game, a board that is
/// not 15, 19 or 20 lines wide, a point off the board before any move.
ReadTree read_sgf(std::string_view text, int first_line = 1);

}  // namespace server
