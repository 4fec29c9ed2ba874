#pragma once

#include <span>
#include <string_view>

#include "engine/core/game.h"

namespace engine {

/// Every game of the program, in the order in which they are shown.
std::span<const Game> games();

/// The game of that id, or null.
const Game* find_game(std::string_view id);

}  // namespace engine
