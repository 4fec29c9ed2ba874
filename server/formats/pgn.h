#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// Portable Game Notation (S. J. Edwards' standard of 1994) as programs of Xiangqi, XiangQi Wizard first of
/// all, write and read it: tags `[Name "value"]`, then moves with `{comments}`, `(variations)` and `$n`
/// glyphs, then the result. Text; files of China are often in GB18030. Written without clocks, times and the
/// time of the day.
namespace server {

/// How the moves of a Xiangqi game are written in PGN: H2-E2, C2=5 or 炮二平五.
enum class PgnNotation { iccs, wxf, zh };

/// Portable game notation as the programs of Xiangqi write it, with the tags Red, Black, Format and FEN.
/// @pre moves are legal from the start; wxf and zh play them to name them
std::string write_pgn(const PlayedGame& game, PgnNotation notation);

/// One game, its moves not played yet. They may stand in any of the three notations, also mixed, and in those
/// of dialects_of(). Variations are kept, as are comments; round brackets with words in them are comments.
/// Where the numbers of moves go back a variation begins, or, where that is not legal, a number was mistyped:
/// such a text is read and played twice. What follows the result is left out with a note.
ReadTree read_pgn(std::string_view text, int first_line = 1);

/// A game of Xiangqi without the tags that PGN asks for, as other formats have its moves, too: none is right.
/// `take_head` adds what such a format tells elsewhere; a text that is read twice has it called twice.
ReadTree read_pgn_moves(std::string_view text, int first_line,
                        const std::function<void(TreeGame&)>& take_head);

/// The games of a file, one after another.
/// Never empty. The standard has no sign between games, so a game begins at a tag behind moves, or at a
/// second first move.
std::vector<std::string_view> split_pgn(std::string_view text);

}  // namespace server
