#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"
#include "server/formats/xiangqi_board.h"

/// What the readers of binary formats of trees share: texts in an unknown encoding, results as numbers, start
/// positions that may be wrong.
namespace server {

/// What a binary file tells of its game, in an encoding that it does not tell.
struct HeaderTexts {
  std::array<std::string_view, 2> names{};
  std::vector<std::string_view> events{};  ///< The first that says something counts, the others are titles.
  std::string_view date{};
  std::vector<std::pair<std::string_view, std::string_view>> others{};  ///< Name and value of each tag.
};

/// Puts them into the game, and decodes the comments of its tree: all in one encoding, that of the file or
/// the one that they are likeliest in.
/// One encoding for a file, because its editor wrote all of it; and judged together, because a name of two
/// characters alone tells nothing. `texts` may point into the file, which is not needed afterwards.
void decode_texts(TreeGame& game, const HeaderTexts& texts, std::optional<Encoding> encoding = {});

/// A note of what a library says of itself.
BadText left_out_of_library(std::string_view said);

/// Notes how many bytes of a binary file follow what was read, unless they say nothing.
/// Zeros and bytes FF say nothing: editors pad with them.
void note_rest(TreeGame& game, std::string_view rest);

/// As XQF and CCBridge number results: 1 red won, 2 black did, 3 a draw; others are not known.
std::string told_result(std::uint8_t number);

/// Who moves first in a game of Xiangqi: the side of the piece that does, where the moves tell; else as the
/// file says. Files of handicap games say red all the same.
bool black_begins(const XiangqiBoard& board, const GameTree& tree, bool as_told);

/// Where the rules refuse the start position and the board is empty, or the first moves are legal from the
/// usual one, that takes its place, with a note: files of openings have such positions. Else it stays, for
/// play_tree() to refuse. @pre game.game.game is an id of the engine, and moves are points
void drop_bad_start(TreeGame& game);

}  // namespace server
