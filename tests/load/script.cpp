#include "tests/load/script.h"

#include <algorithm>
#include <array>
#include <random>
#include <stdexcept>

#include "engine/games/registry.h"

namespace load {

namespace {

constexpr int kGames = 8;
constexpr std::size_t kLongest = 240;

/// XXOO in every row, shifted by two from row to row, never makes three in a row.
Script gomoku_pattern() {
  constexpr int kSize = 15;
  std::array<std::vector<std::string>, 2> points;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      points[(x + 2 * y) % 4 < 2 ? 0 : 1].push_back(static_cast<char>('a' + x) + std::to_string(y + 1));
    }
  }
  Script script{"gomoku", "freestyle", {}};
  for (std::size_t i = 0; i < 2 * std::min(points[0].size(), points[1].size()); ++i) {
    script.moves.push_back(points[i % 2][i / 2]);
  }
  return script;
}

Script random_game(const engine::Game& game, std::mt19937& random) {
  const auto match = game.new_match({});
  if (!match) throw std::runtime_error("no match of " + std::string(game.id));
  Script script{std::string(game.id), std::string(game.rules.front()), {}};
  while (!(*match)->outcome() && script.moves.size() < kLongest) {
    const auto legal = (*match)->legal_moves();
    script.moves.push_back(legal[random() % legal.size()]);
    if (!(*match)->play(script.moves.back())) throw std::logic_error("a legal move was refused");
  }
  script.ends = (*match)->outcome().has_value();
  return script;
}

/// Of several tries.
Script long_game(const engine::Game& game, std::mt19937& random) {
  Script longest = random_game(game, random);
  for (int i = 0; i < 8; ++i) {
    Script other = random_game(game, random);
    if (other.moves.size() > longest.moves.size()) longest = std::move(other);
  }
  return longest;
}

}  // namespace

std::vector<std::shared_ptr<const Script>> scripts(const std::string& id) {
  if (id == "gomoku") return {std::make_shared<const Script>(gomoku_pattern())};
  const engine::Game* const game = engine::find_game(id);
  if (!game) throw std::runtime_error("there is no game called " + id);
  std::mt19937 random(1);
  std::vector<std::shared_ptr<const Script>> all;
  for (int i = 0; i < kGames; ++i) all.push_back(std::make_shared<const Script>(long_game(*game, random)));
  return all;
}

}  // namespace load
