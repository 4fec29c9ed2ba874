#include "engine/games/registry.h"

#include <array>

#include "engine/games/cpu_level.h"

namespace engine {

// A visible table, not registration by static constructors: a linker drops unreferenced objects of a static
// library, and their order would be unspecified.
namespace xiangqi {
extern const Game kGame;
}
namespace gomoku {
extern const Game kGame;
}
namespace antireversi {
extern const Game kGame;
}
#if defined(SANQI_AVX2_COPIES)
namespace antireversi_avx2 {
extern const Game kGame;
}
#endif

namespace {

// The other games gain nothing from AVX2 (docs/lab/search.md), and are there once.
const Game& antireversi_for([[maybe_unused]] CpuLevel level) {
#if defined(SANQI_AVX2_COPIES)
  if (level == CpuLevel::avx2) return antireversi_avx2::kGame;
#endif
  return antireversi::kGame;
}

}  // namespace

std::span<const Game> games() {
  static const std::array all = {
      xiangqi::kGame,
      gomoku::kGame,
      antireversi_for(cpu_level()),
  };
  return all;
}

}  // namespace engine
