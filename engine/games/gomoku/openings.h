#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/core/game.h"

namespace engine::gomoku {

/// Codes of the 26 openings of renju, as players number them: "1D" to "13D" (direct, white beside black) and
/// "1I" to "13I" (indirect, white at black's corner). Sorted.
std::span<const std::string_view> opening_codes();

/// What the first three stones make on a board of 15 lines; empty if it is none of the 26. An opening that is
/// turned or mirrored is the same one.
/// Moves beyond the third are not looked at: an opening of renju is its first three stones.
std::string_view opening_code(const Setup& setup, std::span<const std::string> moves);

}  // namespace engine::gomoku
