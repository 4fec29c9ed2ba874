#include "engine/lab/commands/game_options.h"

#include <stdexcept>

namespace engine::lab {

void add_game(CLI::App& app, std::string& game) {
  std::vector<std::string> ids;
  for (const Game& each : games()) ids.emplace_back(each.id);
  app.add_option("game", game, "What is played")->required()->check(CLI::IsMember(ids));
}

void add_game_options(CLI::App& app, GameOptions& options) {
  add_game(app, options.game);
  app.add_option("--rule", options.rule, "Rule of the game");
  app.add_option("--size", options.size, "Board size of Gomoku");
}

void add_opening_options(CLI::App& app, OpeningOptions& options) {
  add_game_options(app, options);
  app.add_option("--openings", options.openings, "File of openings, each played with either side");
  app.add_option("--random", options.random_plies, "Or: openings of so many random plies")
      ->check(CLI::Range(0, 60));
  app.add_option("--seed", options.seed, "Of what is chosen by chance");
}

std::vector<Opening> OpeningOptions::choose_openings(std::size_t count) const {
  auto chosen = openings.empty() ? random_openings(row(), setup(), random_plies, count, seed)
                                 : read_openings(openings, row(), setup());
  if (chosen.empty()) throw std::invalid_argument("there is no opening to begin from");
  return chosen;
}

}  // namespace engine::lab
