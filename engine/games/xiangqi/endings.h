#pragma once

#include "engine/games/xiangqi/board.h"

namespace engine::xiangqi {

/// How much of an advantage the pieces left can turn into a win, in units of 1 / kCertain. By material and by
/// how far pawns have gone, as the classical theory of endings has it; with more than a rook and a pawn, or
/// than two lesser attackers, everything can be won.
// Heuristic: it scales scores and proves nothing. Worth +12 +- 12 Elo (docs/lab/xiangqi.md).
inline constexpr int kCertain = 16;
int winning_chances(const Board& board, Side side);

}  // namespace engine::xiangqi
