#include <iostream>

#include "engine/cli/gomocup.h"
#include "engine/games/registry.h"

namespace engine {

namespace gomoku {
extern const Game kGame;
}

/// In place of the table of registry.cpp: the other games' weights are more than half of what the program
/// would weigh, and tournaments limit its size.
std::span<const Game> games() {
  return {&gomoku::kGame, 1};
}

}  // namespace engine

/// pbrain-sanqi, as managers of Gomocup's tournaments run it: Gomoku alone, by Gomocup's protocol, from the
/// first line on and whatever that is. Arguments mean nothing.
int main() {
  std::ios::sync_with_stdio(false);
  engine::cli::speak_gomocup(std::cin, std::cout);
}
