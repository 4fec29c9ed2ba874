#pragma once

#include <optional>
#include <string_view>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// Records that the playing programs of four Chinese platforms kept: moves from the usual start, hardly
/// anything else. None has a magic. What has no structure of its own (CCM, CHN) is known by its first moves:
/// a piece of the side to move leaves each point. Described by the converters of xqbase/eleeye, and CHE, CCM
/// and MXQ by FastLight126/vschess as well.
namespace server {

/// QQ (CHE), numbers as text: the kind, how many moves, then ten a move: piece, 32, side, rank and file from,
/// rank and file to, the move that it follows, ply, 0. Kind 1, of Windows: from 0, ranks from red's side and
/// files from red's right (eleeye: from the left; a note says so). Kind 0, of telephones: from 1, files from
/// red's left; variations; records of jcq15/chessmanual.
bool is_che(std::string_view bytes);
ReadTree read_che(std::string_view bytes, std::optional<Encoding>);

/// China Game Centre (CCM), 7 bytes a move: 3 others, files from and to, ranks from and to, from the corner
/// at the top left. Where the first move is made at the top the board is turned.
bool is_ccm(std::string_view bytes);
ReadTree read_ccm(std::string_view bytes, std::optional<Encoding>);

/// Ourgame (CHN): 188 bytes, then 32 a move, of which four numbers of 16 bits from the fifth byte on are file
/// and rank from, file and rank to, counted as in CCM.
bool is_chn(std::string_view bytes);
ReadTree read_chn(std::string_view bytes, std::optional<Encoding>);

/// Yitian (MXQ), texts with a byte of length each: site, day, `red-胜-black`, two ratings, five others, a
/// comment, `Moves`, moves as `7H-4H`, `Ends`. One of the five may hold the points of the pieces.
bool is_mxq(std::string_view bytes);
ReadTree read_mxq(std::string_view bytes, std::optional<Encoding> encoding);

}  // namespace server
