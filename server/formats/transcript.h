#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// Mere moves of any game as text in UTF-8. Read as well: numbers of moves, commas, semicolons, dashes and
/// line breaks between them, `pa`, `ps`, `--` and `pass`. Nothing of players, day, times or result is kept.
namespace server {

/// Nothing but the moves, as people paste them: f5d6c3, h8i9j10, h2e2 h9g7. Forced passes are left out. Where
/// rule or start are not the usual ones, a line for each stands before the moves.
/// @pre all moves are legal from the start
std::string write_transcript(const PlayedGame& game);

/// The games of a text: a line each, where most lines begin as Reversi does and are of nothing but points,
/// and one of them has a point that such a line before has as well, which no game can play twice; else the
/// whole. Never empty; views of `text`.
std::vector<std::string_view> split_transcript(std::string_view text);

/// @pre game is an id of the engine
/// Never refused here: what is no move becomes one that play_tree() refuses. `first_line` is where `text`
/// begins.
ReadTree read_transcript(std::string_view text, std::string_view game, int first_line);

}  // namespace server
