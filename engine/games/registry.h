#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "engine/core/game.h"

namespace engine {

/// Every game of the program, in the order in which they are shown. A program that plays fewer defines this
/// itself (pbrain-sanqi): of the static library with registry.cpp its linker then takes only those games.
std::span<const Game> games();

/// The game of that id, or null.
inline const Game* find_game(std::string_view id) {
  const auto all = games();
  const auto found = std::ranges::find(all, id, &Game::id);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace engine
