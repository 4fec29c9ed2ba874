#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// DhtmlXQ (东萍, dpxq.com), UBB markup that Chinese sites and forums exchange:
/// `[DhtmlXQ_name]value[/DhtmlXQ_name]`. Points are two digits, file and rank from black's left corner.
/// `binit`: 32 points in the order of a fixed list of pieces, 99 for one that is gone; `movelist`: four
/// digits a move; `move_P_N_B`: line B leaves line P at its ply N; `commentN`, `commentB_N`: `||` breaks
/// lines. Text, GB18030 on old pages. Described by scripts of dpxq.com and vschess. Written without times,
/// reason of the end and counters of a FEN; read with everything but words around the board.
namespace server {

/// What the Chinese sites of Xiangqi exchange: fields in brackets, points as two digits counted from black's
/// left corner. It cannot say who moves first nor how old a position is; the first move tells the former.
/// @pre moves are legal protocol text of Xiangqi
std::string write_dhtmlxq(const PlayedGame& game);

/// The boards of a page.
/// Never empty. Pages repeat fields of one board, so a board begins only where an outer tag or a field says
/// so that the present one has with a value already.
std::vector<std::string_view> split_dhtmlxq(std::string_view text);

/// One of them, with its variations and comments. The field fen counts before binit.
/// Refused: no movelist, or digits that are no moves or no position. Everything else that is odd is noted.
ReadTree read_dhtmlxq(std::string_view text, int first_line = 1);

}  // namespace server
