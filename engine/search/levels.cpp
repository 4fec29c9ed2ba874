#include "engine/search/levels.h"

#include <algorithm>
#include <array>

#include "engine/core/zobrist.h"

namespace engine::search {
namespace {

// Depth and choice fade in together. Levels 1 to 3 stay below a few thousand positions, so they answer in
// milliseconds on any machine, and every level but the last is the same on all of them.
constexpr std::array<Level, kLevels> kTable = {{
    {.depth = 1, .nodes = 2'000, .lines = 8, .noise = 250},
    {.depth = 2, .nodes = 5'000, .lines = 6, .noise = 150},
    {.depth = 3, .nodes = 10'000, .lines = 5, .noise = 80},
    {.depth = 4, .nodes = 30'000, .lines = 4, .noise = 45},
    {.depth = 6, .nodes = 100'000, .lines = 3, .noise = 20},
    {.depth = 8, .nodes = 400'000, .lines = 1, .noise = 0},
    {.depth = 12, .nodes = 2'000'000, .lines = 1, .noise = 0},
    {.depth = 0, .nodes = 0, .lines = 1, .noise = 0},
}};

template <class T>
void tighten(std::optional<T>& limit, T cap) {
  if (cap > 0) limit = std::min(limit.value_or(cap), cap);
}

}  // namespace

const Level& level_of(int level) {
  return kTable[static_cast<std::size_t>(std::clamp(level, 1, kLevels) - 1)];
}

Limits cap(Limits limits, const Level& level) {
  tighten(limits.depth, level.depth);
  tighten(limits.nodes, level.nodes);
  limits.multipv = std::max(limits.multipv, level.lines);
  if (level.lines > 1) limits.root_solvers = false;  // It would see far beyond its depth.
  return limits;
}

std::size_t choose(std::span<const RootLine> lines, const Level& level, std::uint64_t seed) {
  if (level.noise == 0 || is_win(lines.front().score)) return 0;
  SplitMix64 random(seed);
  std::size_t chosen = 0;
  Score looks_best = -kInfinite;
  const auto choice = lines.first(std::min(lines.size(), static_cast<std::size_t>(level.lines)));
  for (std::size_t i = 0; i < choice.size(); ++i) {
    if (i > 0 && is_loss(choice[i].score)) break;
    const Score looks =
        choice[i].score + static_cast<Score>(random.below(static_cast<std::uint32_t>(level.noise)));
    if (looks > looks_best) {
      looks_best = looks;
      chosen = i;
    }
  }
  return chosen;
}

}  // namespace engine::search
