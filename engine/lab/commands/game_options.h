#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/games/registry.h"
#include "engine/lab/matches/openings.h"

/// Options that several commands have: what is played, and what games begin from.
namespace engine::lab {

/// The games of the program; once the arguments are parsed, `game` is the id of one of them.
void add_game(CLI::App& app, std::string& game);

struct GameOptions {
  std::string game, rule;
  int size = 0;

  const Game& row() const { return *find_game(game); }
  Setup setup() const { return {.rule = rule, .size = size}; }
};
void add_game_options(CLI::App& app, GameOptions& options);

struct OpeningOptions : GameOptions {
  std::string openings;
  int random_plies = 0;
  std::uint64_t seed = 1;

  /// Those of the file, else `count` by chance. Throws std::invalid_argument where there is none.
  std::vector<Opening> choose_openings(std::size_t count) const;
};
void add_opening_options(CLI::App& app, OpeningOptions& options);

}  // namespace engine::lab
