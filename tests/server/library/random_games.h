#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/zobrist.h"
#include "engine/games/registry.h"
#include "server/formats/played_game.h"
#include "server/library/board_shape.h"
#include "tests/seed.h"

namespace server {

/// A game under one of its rules on one of its boards.
struct Kind {
  const engine::Game* game;
  std::string rule;
  int size = 0;

  std::string name() const { return std::string(game->id) + ' ' + rule + ' ' + std::to_string(size); }
  std::unique_ptr<engine::Match> start(const std::string& pos = "") const {
    return *game->new_match({.rule = rule, .pos = pos, .size = size});
  }
};

/// All there are.
inline std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (const engine::Game& game : engine::games()) {
    for (const std::string_view rule : game.rules) {
      if (game.sizes.empty()) all.push_back({&game, std::string(rule)});
      for (const int size : game.sizes) all.push_back({&game, std::string(rule), size});
    }
  }
  return all;
}

inline BoardShape shape_of(const Kind& kind) {
  return BoardShape(kind.start()->look().pos);
}

inline engine::SplitMix64& library_random() {
  static engine::SplitMix64 random(random_seed());
  return random;
}

/// Legal moves from the start, until the game is over or there are so many.
inline std::vector<std::string> random_moves(const Kind& kind, std::size_t most) {
  std::vector<std::string> moves;
  const auto match = kind.start();
  while (moves.size() < most && match->can_go_on()) {
    const auto legal = match->legal_moves();
    if (legal.empty()) break;
    moves.push_back(legal[library_random().below(static_cast<std::uint32_t>(legal.size()))]);
    if (!match->play(moves.back())) break;
  }
  return moves;
}

inline PlayedGame random_game(const Kind& kind, std::size_t most) {
  PlayedGame game{.game = std::string(kind.game->id), .rule = kind.rule, .size = kind.size};
  game.names = {"林", "Mei"};
  game.event = "Cup";
  game.at = read_day("2024-05-31");
  game.moves = random_moves(kind, most);
  game.spent.resize(game.moves.size());
  game.result = "first";
  return game;
}

}  // namespace server
