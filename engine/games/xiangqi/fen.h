#pragma once

#include <string>
#include <string_view>

#include "engine/core/game.h"
#include "engine/games/xiangqi/position.h"

namespace engine::xiangqi {

inline constexpr std::string_view kStartFen =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Reads `BOARD SIDE [- - [CLOCK [MOVE]]]`. Accepts H for the horse and E for the elephant, r for red to
/// move. Refuses, with "syntax" or "impossible_position", what one can see to be no game of Xiangqi: wrong
/// counts, pieces where they never come, facing generals. A side to move that could take the general is let
/// through, since diagrams in books are often drawn so; taking it is no move, and the other side will be in
/// check.
/// Fields that are missing at the end have their usual values; CLOCK is 0 to 120 plies, MOVE below 10,000.
Expected<Position, Rejection> read_fen(std::string_view text);
/// read_fen() reads it back to an equal position but for its past: repetitions begin anew.
std::string write_fen(const Position& position);

/// The FEN letter of a piece, upper case for red.
char letter_of(Piece piece);

}  // namespace engine::xiangqi
