#include "engine/search/levels.h"

#include <algorithm>

namespace engine::search {
namespace {

template <class T>
void tighten(std::optional<T>& limit, T cap) {
  if (cap > 0) limit = std::min(limit.value_or(cap), cap);
}

}  // namespace

// Not measured: each game that ships has a table of its own, measured by `sanqi-lab ladder`.
constinit const LevelTable kDefaultLevels = {{
    {.depth = 1, .nodes = 2'000, .blunder_percent = 50, .lines = 8, .noise = 250, .solvers = false},
    {.depth = 2, .nodes = 5'000, .blunder_percent = 30, .lines = 6, .noise = 150, .solvers = false},
    {.depth = 3, .nodes = 10'000, .blunder_percent = 15, .lines = 5, .noise = 80, .solvers = false},
    {.depth = 4, .nodes = 30'000, .blunder_percent = 5, .lines = 4, .noise = 45, .solvers = false},
    {.depth = 6, .nodes = 100'000, .lines = 3, .noise = 20},
    {.depth = 8, .nodes = 400'000},
    {.depth = 12, .nodes = 2'000'000},
    {},
}};

const Level& level_of(const LevelTable& table, int level) {
  return table[static_cast<std::size_t>(std::clamp(level, 1, kLevels) - 1)];
}

Limits cap(Limits limits, const Level& level) {
  tighten(limits.depth, level.depth);
  tighten(limits.nodes, level.nodes);
  // choose() wants so many lines; BotOf reports no more than the caller asked for.
  limits.multipv = std::max(limits.multipv, level.lines);
  limits.solvers &= level.solvers;
  return limits;
}

bool blunders(const Level& level, SplitMix64& random) {
  return static_cast<int>(random.below(100)) < level.blunder_percent;
}

// A win is played without noise, and a proven loss ends the choice: lines are best first, so all behind it
// lose as well.
std::size_t choose(std::span<const RootLine> lines, const Level& level, SplitMix64& random) {
  if (level.noise == 0 || is_win(lines.front().score)) return 0;
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
