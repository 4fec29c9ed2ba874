#pragma once

#include <cstdint>

#include "engine/games/gomoku/lines.h"

namespace engine::gomoku {

/// Why black may not play a point in renju.
enum class Foul : std::uint8_t { none, overline, double_four, double_three };

/// Judges a black stone on an empty point by the definitions of the Renju International Federation; exact,
/// however deep the threes lean on one another. `lines` is changed on the way and restored.
/// @pre the point is empty
/// Most points cost one look-up a direction. Two threes start a recursion: whether each is real depends on
/// whether its straight four may be played, and so on; it ends, since each step adds a stone. Checked in
/// this order: a five, which is allowed, overline, double-four, double-three.
Foul foul_of(Lines& lines, Point p);

}  // namespace engine::gomoku
