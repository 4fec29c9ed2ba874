#pragma once

#include "engine/games/xiangqi/position.h"

namespace engine::xiangqi {

// When a position repeats, who is to blame (docs/rules/xiangqi.md). Rare, so it may be slow: it replays the
// cycle and tries captures. Position::cycle() decides when it is asked.

/// Judges the last `length` plies of a game, at whose end and beginning the position is the same: the side
/// that checked, or else chased, with every one of its moves has lost.
///
/// The Asian rules (AXF 2003) as engines play them, simplified: perpetual check outweighs perpetual chase;
/// what both sides do, and what a check interrupts, is a draw. See docs/rules/xiangqi.md.
/// @pre no capture and no null move in these plies, 4 <= length < position.states().size()
Ending judge_repetition(const Position& position, int length);

}  // namespace engine::xiangqi
