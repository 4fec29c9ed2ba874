#pragma once

#include <optional>
#include <string_view>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// RenLib's libraries (.lib), trees of Renju, and its .pos. Binary; texts in the Windows code page of their
/// author, ended by a zero. Described by RenLib's code (LibraryFile.cpp, MoveNode.cpp).
///
/// A library: 20 bytes of header (FF "RenLib" FF, u8 major, u8 minor, FF...; old files have none), then
/// nodes: a point (16 * row from above + column from 1, rows from 0; 0: the root or a pass), a byte of flags,
/// where a flag says so two more bytes, a comment, a label. The order is that of TreeBuilder.
///
/// .pos: a number of stones, then a byte each, 15 * row from above + column, both from 0.
namespace server {

/// Whether these are the first bytes of a library of RenLib, with or without its header.
/// Old files have no magic: see the conditions in renlib.cpp.
bool is_renlib(std::string_view bytes);

/// Lines of Renju, or of Gomoku where its rules allow more of them, on 15 x 15 points. Labels on points and
/// marks are counted in notes.
/// Versions up to 3.4, later ones of 3 as if they were that, with a note. A damaged node ends the reading,
/// with a note.
ReadTree read_renlib(std::string_view bytes, std::optional<Encoding> encoding = {});

/// One line of RenLib's .pos: a number of stones, and a byte for each.
/// No magic either: the length must fit, no point may stand twice, and some byte must be none of text.
bool is_renlib_pos(std::string_view bytes);
/// Has no texts: the encoding is ignored.
ReadTree read_renlib_pos(std::string_view bytes, std::optional<Encoding> encoding = {});

}  // namespace server
