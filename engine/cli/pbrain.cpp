#include <iostream>

#include "engine/cli/gomocup.h"

/// pbrain-sanqi, as managers of Gomocup's tournaments run it: Gomoku alone, by Gomocup's protocol, from the
/// first line on and whatever that is. Arguments mean nothing.
int main() {
  std::ios::sync_with_stdio(false);
  engine::cli::speak_gomocup(std::cin, std::cout);
}
