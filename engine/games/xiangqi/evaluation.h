#pragma once

#include "engine/games/xiangqi/position.h"

namespace engine::xiangqi {

/// What a position is worth to the side to move, in centipawns: material and places (kept by Position),
/// mobility, pressure on the palace, cannons that look at the general, attacked pieces. The colours are
/// treated alike, and so are the wings.
/// Costs a walk over all pieces of both sides; allocates nothing. Does not look at whose general is in check
/// or at repetitions: the search does. Bounded by material, far below kWinBound.
Score evaluate(const Position& position);

/// How much attacking force is left on the board, up to kFullPhase.
/// kFullPhase at the start, 0 without rooks, horses and cannons.
int phase_of(const Board& board);

}  // namespace engine::xiangqi
