#pragma once

#include <algorithm>
#include <span>
#include <string>
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

/// The option of UCI that chooses among the rules of a game: "GomokuRule", "AntireversiRule". Empty where
/// there is one rule only.
inline std::string rule_option(const Game& game) {
  if (game.rules.size() < 2) return {};
  std::string name = std::string(game.id) + "Rule";
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

}  // namespace engine
