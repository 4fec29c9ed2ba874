#pragma once

#include "engine/games/xiangqi/position.h"

namespace engine::xiangqi {

/// What a position is worth to the side to move, in centipawns: material and places (kept by Position),
/// mobility, pressure on the palace, cannons that look at the general, attacked pieces. The colours are
/// treated alike, and so are the wings.
Score evaluate(const Position& position);

/// How much attacking force is left on the board, up to kFullPhase.
int phase_of(const Board& board);

/// How much of an advantage the pieces left can turn into a win, in units of 1 / kCertain.
inline constexpr int kCertain = 16;
int winning_chances(const Board& board, Side side);

}  // namespace engine::xiangqi
