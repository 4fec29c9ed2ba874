#pragma once

#include <optional>
#include <string_view>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// CBF, a game of CCBridge 象棋桥 as XML: `Head` with fields as elements, then `MoveList` of `<Move
/// value="77-47">comment</Move>`, points counted from black's left corner, files and ranks from 0. A first
/// value of 00-00 is no move but holds the comment of the start; `end="1"` closes a line, and `branch="1"`
/// says that another move in the place of this one comes after its line. Text, mostly UTF-8 with a byte order
/// mark. Described by test files of cchess, and by jcq15/chessmanual.
namespace server {

/// Whether these are the first bytes of a game of CCBridge 象棋桥 as XML.
bool is_cbf(std::string_view bytes);

/// All lines; moves behind the last of them that belong to none are left out with a note.
/// Lines of notes count from the beginning of the file.
ReadTree read_cbf(std::string_view bytes, std::optional<Encoding> encoding = {});

}  // namespace server
