#include "engine/games/registry.h"

#include <algorithm>
#include <array>

namespace engine {

// A visible table, not registration by static constructors: a linker drops unreferenced objects of a static
// library, and their order would be anyone's guess.
namespace xiangqi {
extern const Game kGame;
}
namespace gomoku {
extern const Game kGame;
}
namespace antireversi {
extern const Game kGame;
}

std::span<const Game> games() {
  static const std::array all = {
      xiangqi::kGame,
      gomoku::kGame,
      antireversi::kGame,
  };
  return all;
}

const Game* find_game(std::string_view id) {
  const auto all = games();
  const auto found = std::ranges::find(all, id, &Game::id);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace engine
