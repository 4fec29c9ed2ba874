#pragma once

#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// Files of the World Xiangqi Federation: text. Lines `FORMAT`, `EVENT`, `DATE`, `RED name; team`, `BLACK
/// ...`, `RESULT`, `FEN`, others as tags, then `START{ moves }END`. FORMAT may say which letters stand for
/// pieces. Described by "Chinese Chess File Format" of H. Yang. Moves are read as those of PGN, with
/// variations and comments.
namespace server {

/// By START{ at the beginning of a line, wherever it stands.
bool is_wxf(std::string_view text);
/// Never empty. The head of a game is what stands before its START{.
std::vector<std::string_view> split_wxf(std::string_view text);
/// One of them. Refused without START{, or where its moves are no text of moves.
ReadTree read_wxf(std::string_view text, int first_line = 1);

}  // namespace server
