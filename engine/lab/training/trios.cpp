#include "engine/lab/training/trios.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include "engine/core/board_point.h"
#include "engine/core/fair_opening.h"
#include "engine/core/zobrist.h"
#include "engine/games/registry.h"

namespace engine::lab {
namespace {

/// Of the eight ways to see it, the one that sorts first.
Trio usual_view(const Trio& trio) {
  Trio smallest = trio;
  for (unsigned symmetry = 1; symmetry < kSquareSymmetries; ++symmetry) {
    Trio seen = trio;
    for (auto& [x, y] : seen) {
      const BoardPoint stone = symmetric({x, y}, symmetry);
      x = stone.x, y = stone.y;
    }
    smallest = std::min(smallest, seen);
  }
  return smallest;
}

// The first stone is the centre. usual_view() leaves one of each set of mirror images.
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

std::unique_ptr<Match> match_from(const Trio& trio, int size, std::string_view rule) {
  auto match = find_game("gomoku")->new_match({.rule = std::string(rule), .size = size});
  if (!match) throw std::invalid_argument(match.error().message);
  const int centre = size / 2;
  for (const auto& [x, y] : trio) {
    const std::string stone = point_name({centre + x, centre + y});
    if (!(*match)->play(stone)) throw std::invalid_argument("no room for a stone on " + stone);
  }
  return std::move(*match);
}

/// For white.
// Cheap and often wrong: it only chooses who plays (docs/lab/gomoku.md, "Openings").
Score judge(const Trio& trio, const TrioSettings& settings) {
  const auto match = match_from(trio, settings.size, kTrioRules.front());
  const auto bot = find_game("gomoku")->new_bot({});
  Limits limits;
  limits.nodes = settings.first_nodes;
  return points_of(bot->think(*match, limits, {}, {}).lines.front());
}

/// Points of black in a game of the engine against itself: 0, 1/2 or 1.
double play(Match& match, std::uint64_t nodes, SplitMix64& random) {
  const auto bot = find_game("gomoku")->new_bot({.hash_bytes = std::size_t{4} << 20});
  Limits limits;
  while (!match.outcome()) {
    // By chance, for without it all games of a trio would be the same.
    limits.nodes = nodes / 2 + 1 + random.below(static_cast<std::uint32_t>(nodes));
    (void)match.play(bot->think(match, limits, {}, {}).best);
  }
  const auto winner = match.outcome()->winner;
  return !winner ? 0.5 : *winner == Side::first ? 1 : 0;
}

double points_of_black(const Trio& trio, std::string_view rule, const TrioSettings& settings) {
  SplitMix64 random(settings.seed);
  double points = 0;
  for (int game = 0; game < settings.games; ++game)
    points += play(*match_from(trio, settings.size, rule), settings.nodes, random);
  return points / settings.games;
}

/// Under one rule after the other, as long as it is fair.
// The first unfair rule ends it, which saves games.
bool is_fair(JudgedTrio& finalist, const TrioSettings& settings, const std::function<void()>& on_progress) {
  constexpr double kFair = 0.2;
  for (std::size_t i = 0; i < kTrioRules.size(); ++i) {
    finalist.black[i] = points_of_black(finalist.trio, kTrioRules[i], settings);
    on_progress();
    if (std::abs(finalist.black[i] - 0.5) > kFair) return false;
  }
  return true;
}

}  // namespace

double JudgedTrio::worst() const {
  double worst = 0;
  for (const double points : black) worst = std::max(worst, std::abs(points - 0.5));
  return worst;
}

std::vector<JudgedTrio> find_even_trios(const TrioSettings& settings,
                                        const std::function<void()>& on_progress) {
  std::vector<JudgedTrio> judged;
  for (const Trio& trio : random_trios(settings)) {
    judged.push_back({.trio = trio, .value = judge(trio, settings)});
    on_progress();
  }
  std::ranges::stable_sort(judged, {}, [](const JudgedTrio& one) { return std::abs(one.value); });
  judged.resize(std::min(judged.size(), static_cast<std::size_t>(settings.finalists)));
  std::vector<JudgedTrio> fair;
  for (JudgedTrio& finalist : judged)
    if (is_fair(finalist, settings, on_progress)) fair.push_back(finalist);
  std::ranges::stable_sort(fair, {}, &JudgedTrio::worst);
  return fair;
}

std::size_t steps_of(const TrioSettings& settings) {
  return static_cast<std::size_t>(settings.candidates) +
         static_cast<std::size_t>(settings.finalists) * kTrioRules.size();
}

}  // namespace engine::lab
