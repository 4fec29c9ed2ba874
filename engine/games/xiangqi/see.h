#pragma once

#include "engine/games/xiangqi/board.h"

namespace engine::xiangqi {

/// What pieces are worth in an exchange, in centipawns, by PieceType.
// Close to the evaluation's values, a pawn between its worth before and beyond the river. The general
// outweighs everything: it captures last.
inline constexpr std::array<int, kPieceTypes> kSeeValue = {900, 420, 440, 120, 200, 200, 10000};

/// Whether a move gains at least `threshold` if both sides go on capturing on its target with their least
/// valuable pieces for as long as that pays (static exchange evaluation). Attackers are looked up anew after
/// each capture, since every piece that leaves may open a line, close a cannon's line or free a leg. Pins are
/// not seen.
/// Costs about one look from the target a capture; allocates nothing. Checks and pieces that are
/// attacked elsewhere are not seen either, so it may be wrong: it orders and prunes, and proves nothing.
/// @pre the move is legal
bool see_ge(const Board& board, Move move, int threshold);

}  // namespace engine::xiangqi
