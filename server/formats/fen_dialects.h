#pragma once

#include <string_view>

#include "server/formats/game_tree.h"

namespace server {

/// The start of a game of Xiangqi from a FEN in any of its dialects: G for an advisor, M for an elephant, r
/// for red, fields that are missing, counters beyond those of the rules. Where it does not tell who begins,
/// or the first move may be the other side's, the game gets that start as well (see TreeGame::other_start).
/// Sets TreeGame::game.start_pos and other_start, which stay unchanged if the text is blank, and start_line,
/// which does not. Checks nothing: play_tree() refuses what is no position, with `line` in the message.
void take_fen(TreeGame& game, std::string_view text, int line);

/// Where TreeGame::other_begins says that black makes the first move, the game needs a start with black to
/// move: without any it gets the usual position, with `line`, and of a start where black is to move anyway
/// other_begins is false. To be called again where a start is read later.
void judge_first_side(TreeGame& game, int line);

/// For words of the file that tell of pieces that are given (tells_handicap()): where no start is told, the
/// usual one is noted, once. To be called once a start is read.
void note_handicap(TreeGame& game, int line);

}  // namespace server
