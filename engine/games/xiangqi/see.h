#pragma once

#include "engine/games/xiangqi/board.h"

namespace engine::xiangqi {

/// What pieces are worth in an exchange, in centipawns, by PieceType.
inline constexpr std::array<int, kPieceTypes> kSeeValue = {900, 420, 440, 120, 200, 200, 10000};

/// Whether a move gains at least `threshold` if both sides go on capturing on its target with their least
/// valuable pieces for as long as that pays (static exchange evaluation). Attackers are looked up anew after
/// each capture, since every piece that leaves may open a line, close a cannon's line or free a leg. Pins are
/// not seen.
bool see_ge(const Board& board, Move move, int threshold);

}  // namespace engine::xiangqi
