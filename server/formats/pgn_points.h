#pragma once

#include <string>
#include <string_view>

#include "server/formats/game_tree.h"

/// PGN of Gomoku and anti-Reversi, as PlayOK and BrainKing write it: the tags of PGN, then points instead of
/// moves of pieces. Black moves first, so 1-0 is a win of the second side.
namespace server {

/// Whether there are moves, and all of them are points, h8, or passes.
bool are_points(const GameTree& tree);
/// Whether two moves or more of the main line are those of pawns of chess from their usual start, none of
/// which captures. Hardly any game of points begins so.
bool are_moves_of_pawns(const GameTree& tree);
/// Whether a list has two points in each of its words, and some words: e2e4 e7e5. As chess and Xiangqi are
/// written, where a word is a move; of Gomoku words have one point, or all of a game. False where a point is
/// on neither of their boards: only stones stand there.
bool are_pairs_of_points(std::string_view text);
/// Whether tags of PGN, joined and in small letters, name a game of points.
bool name_game_of_points(std::string_view tags);

/// What tags of PGN tell of a game of points.
struct TagsOfPoints {
  std::string words{};    ///< All that may name the game, in small letters.
  std::string rule{};     ///< Of Gomoku, by rule_in_text(); empty: none is told.
  int lines = 0;          ///< Of the board; 0: not told.
  bool in_discs = false;  ///< The result counts discs: 34-30.
};

/// The game that it is: what `tags` name, else anti-Reversi where all moves are legal so, with a note, else
/// Gomoku. Refused: normal Reversi, by its name, because more discs won, or where its result is told in discs
/// and nothing names the game; boards of other lines than are played on here. `line` is that of the game.
/// @pre are_points(), and `game` has no result but TreeGame::claimed_result, as if the first side were white
ReadTree judge_points(TreeGame game, const TagsOfPoints& tags, int line);

}  // namespace server
