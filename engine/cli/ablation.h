#pragma once

#include <cstdint>
#include <iosfwd>

#include "engine/core/game.h"

namespace engine::cli {

/// What each technique of the search is worth: nodes and time at equal depth, from minimax to everything,
/// then with each part left out alone. The depths of the first are the deepest at which minimax and then
/// plain alpha-beta stay within `nodes`, those of the second where everything stays within a fiftieth of
/// them.
void print_ablation(const Game& game, std::uint64_t nodes, std::ostream& out);

}  // namespace engine::cli
