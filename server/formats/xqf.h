#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// XQF, the format of XQStudio 象棋演播室, in which most private collections of Xiangqi are. Binary,
/// little-endian, texts in GB18030 or Big5.
///
/// A header of 1,024 bytes: 0 "XQ", 2 version, 3 and 8-15 keys, 16-47 the square of each of the 32 pieces
/// (file * 10 + rank, both from 0, rank from red's side), 50 who moves, 51 result, then texts with a byte of
/// length before each (80 title, 208 event, 272 day, 288 site, 304 red, 320 black, 336 time control, 400 and
/// 416 times, 464 annotator, 480 author). Then nodes: from, to, flags, reserved, and where there is one a u32
/// length and a comment. The order is that of TreeBuilder; the first node is no move and has the comment of
/// the game.
///
/// Versions up to 0A are plain. Later ones add key bytes modulo 256 to squares, moves and lengths, and to
/// every byte of the tree one of 32 that go round with the offset in the file; from 0C on the 32 squares are
/// rotated as well.
namespace server {

/// Whether these are the first bytes of a file of XQStudio 象棋演播室.
bool is_xqf(std::string_view bytes);

/// All versions, plain (up to 1.0) and enciphered. A start position that the rules refuse, which opening
/// files have, becomes the usual one. What a damaged node begins is left out with a note.
///
/// Source: the description of XQF 1.0 by its author, and what others have found out of later versions; see
/// docs/formats.md.
ReadTree read_xqf(std::string_view bytes, std::optional<Encoding> encoding = {});

/// Version 0A, which its author published for other programs to write and all readers take; enciphered ones
/// differ in nothing else. In GB18030, which read_xqf() knows by the author of the file.
///
/// Kept are lines, comments (of 32 KiB at most) with glyphs before them, names, event, day, result, start,
/// and of the tags those that have a field. Texts are cut at whole characters. Lost are the counters of a
/// FEN, times, and why the game ended. O(nodes).
/// @pre moves are legal protocol text of Xiangqi
std::string write_xqf(const TreeGame& game);
std::string write_xqf(const PlayedGame& game);

}  // namespace server
