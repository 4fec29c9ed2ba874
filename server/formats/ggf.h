#pragma once

#include <string>
#include <string_view>

#include "server/formats/game_tree.h"

namespace server {

/// GGF, the format of GGSA, the Generic Game Server (Michael Buro), for Othello and its kin: text in the
/// grammar of SGF, `(;GM[Othello]PC[..]DT[..]PB[..]PW[..]RE[..]TY[8a]BO[8 <64 signs> *]B[F5//1.5]...;)`. Type
/// 8a is anti-Reversi, plain 8 normal Reversi, which is refused. Encoding is not told; written as UTF-8.
/// Thinking times are in seconds, to the millisecond when written.
///
/// Not kept when written: reasons but resignation and time-out. When read: variations (with a note); other
/// properties become tags.
///
/// @pre moves are legal from the start
std::string write_ggf(const PlayedGame& game);

/// `first_line` is where `text` begins in its file, for notes.
ReadTree read_ggf(std::string_view text, int first_line = 1);

}  // namespace server
