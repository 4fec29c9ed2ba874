#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// The formats of CCBridge 3 (象棋桥): CBR, one game, and CBL, a library of them. Binary, little-endian,
/// texts in UTF-16LE up to a zero in fields of fixed length. Described by cchess and checked against public
/// files; see docs/formats.md.
///
/// A record (CBR): 16 bytes of magic, at 19 the layout (1 or 2), then fields at fixed places (ccbridge.cpp
/// has them), the board as 90 bytes from black's back rank, and the moves: flags, 0, from, to, and where a
/// flag says so a length and a comment. Flags: 01 ends its line, 02 a variation of it follows later, 04 has a
/// comment. The first move is none: its comment is the game's.
///
/// A library (CBL): the magic, at 60 the number of rows of its index, from 66,624 on a row of 276 bytes for
/// each, then records in slots of 4,096 bytes.
///
/// Kept are the tree, comments, names, event, day, result, start, and as tags what else layout 2 says of the
/// game. Left out are flags and addresses of the editor and, with a note, deleted games.
namespace server {

/// A layout that is not known is refused by read_cbr(), not here.
bool is_cbr(std::string_view bytes);
/// A library of version 3.
bool is_cbl(std::string_view bytes);

/// Layouts 1 and 2; the board that stands in the file is the start, or with a note the usual one.
ReadTree read_cbr(std::string_view bytes, std::optional<Encoding> encoding = {});

/// Views of the library.
struct CblRecords {
  std::vector<std::string_view> kept;       ///< In order, as read_cbr() takes them.
  std::size_t deleted = 0;                  ///< Records that stand in the file, but no longer in its index.
  std::array<std::string_view, 4> about{};  ///< The library's name, source, author, and remarks, UTF-16.
};
/// Costs no reading of moves.
/// Views of `bytes`. O(index + slots).
CblRecords split_cbl(std::string_view bytes);

}  // namespace server
