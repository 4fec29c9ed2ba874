#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// PSQ, games of Piskvork and of Gomocup: text. `Piskvorky 15x15, 11:11, 0` (the last number 1: the second
/// player begins), a line `x,y,ms` a move with x from the left and y from above, both from 1; then two names,
/// a code of the end, and in newer files `WINNER,TOURNAMENT`. Old records (.rec) begin with the names and
/// count points from 0 on a board of 20. Described by Piskvork's code and GomocupJudge. Lost when written:
/// day, event, reason of the end. Read is one line; other lines are noted.
namespace server {

/// What Piskvork and the Gomocup write: a line a move, with its time, then the players, and in newer files
/// the winner and the rule. None for a game from a set-up position, which the format cannot tell.
/// @pre game.spent has a time for each move, and the rule is one of Gomoku's
std::optional<std::string> write_psq(const PlayedGame& game);

/// Whether a text is an old record of Piskvork: names, then moves.
/// Looks at the first KiB.
bool is_rec(std::string_view text);

/// Games one after another, each with a first line like Piskvork's. Never empty; views of `text`.
std::vector<std::string_view> split_psq(std::string_view text);

/// Both kinds. Refused: no header, an oblong board or one that is not 15, 19 or 20 lines wide, a point off
/// the board.
ReadTree read_psq(std::string_view text, int first_line = 1);

}  // namespace server
