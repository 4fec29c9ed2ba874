#include "engine/lab/trios.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include "engine/core/zobrist.h"
#include "engine/games/fair_opening.h"
#include "engine/games/registry.h"

namespace engine::lab {
namespace {

/// Of the eight ways to see it, the one that sorts first.
Trio usual_view(const Trio& trio) {
  Trio least = trio;
  for (unsigned way = 1; way < 8; ++way) {
    Trio seen = trio;
    for (auto& [x, y] : seen) {
      if (way & 1) x = -x;
      if (way & 2) y = -y;
      if (way & 4) std::swap(x, y);
    }
    least = std::min(least, seen);
  }
  return least;
}

std::vector<Trio> random_trios(const TrioSettings& settings) {
  SplitMix64 random(settings.seed);
  const auto coordinate = [&] {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(2 * settings.reach + 1))) -
           settings.reach;
  };
  std::set<Trio> seen;
  std::vector<Trio> trios;
  const auto wanted = static_cast<std::size_t>(settings.candidates);
  // A small square may not have so many.
  for (std::size_t tries = 0; trios.size() < wanted && tries < 50 * wanted; ++tries) {
    Trio trio{};
    for (std::size_t i = 1; i < trio.size(); ++i) {
      trio[i][0] = coordinate();
      trio[i][1] = coordinate();
    }
    if (trio[0] == trio[1] || trio[0] == trio[2] || trio[1] == trio[2]) continue;
    trio = usual_view(trio);
    if (seen.insert(trio).second) trios.push_back(trio);
  }
  return trios;
}

/// For white.
Score judge(const Trio& trio, std::string_view rule, std::uint64_t nodes) {
  const Game& gomoku = *find_game("gomoku");
  const auto match = gomoku.new_match({.rule = std::string(rule)});
  const int centre = gomoku.sizes.front() / 2;
  for (const auto& [x, y] : trio) {
    const std::string stone = static_cast<char>('a' + centre + x) + std::to_string(centre + y + 1);
    if (!(*match)->play(stone)) throw std::invalid_argument("no room for a stone on " + stone);
  }
  const auto bot = gomoku.new_bot({});
  Limits limits;
  limits.nodes = nodes;
  return points_of(bot->think(**match, limits, {}, {}).lines.front());
}

}  // namespace

Score JudgedTrio::worst() const {
  Score worst = 0;
  for (const Score value : values) worst = std::max(worst, std::abs(value));
  return worst;
}

std::vector<JudgedTrio> find_even_trios(const TrioSettings& settings, const std::function<void()>& heard) {
  std::vector<JudgedTrio> judged;
  for (const Trio& trio : random_trios(settings)) {
    judged.push_back({trio, {judge(trio, kTrioRules.front(), settings.first_nodes)}});
    heard();
  }
  std::ranges::stable_sort(judged, {}, &JudgedTrio::worst);
  judged.resize(std::min(judged.size(), static_cast<std::size_t>(settings.finalists)));
  for (JudgedTrio& finalist : judged) {
    for (std::size_t i = 0; i < kTrioRules.size(); ++i) {
      finalist.values[i] = judge(finalist.trio, kTrioRules[i], settings.nodes);
      heard();
    }
  }
  std::ranges::stable_sort(judged, {}, &JudgedTrio::worst);
  return judged;
}

std::size_t searches_of(const TrioSettings& settings) {
  return static_cast<std::size_t>(settings.candidates) +
         static_cast<std::size_t>(settings.finalists) * kTrioRules.size();
}

}  // namespace engine::lab
