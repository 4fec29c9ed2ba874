#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "engine/core/game.h"

namespace engine::lab {

/// Three stones of Gomoku, black, white, black, by x and y from the centre; the first stands in it.
using Trio = std::array<std::array<int, 2>, 3>;

/// The rules under which a trio is to favour nobody.
inline constexpr std::array<std::string_view, 3> kTrioRules{"freestyle", "standard", "caro"};

/// How trios are looked for: random ones, no two the same in a mirror or turned, are judged by short searches
/// under the first rule, and the most even of them by long ones under all. Equal settings give equal trios.
struct TrioSettings {
  std::uint64_t seed = 1;
  int candidates = 250;
  int reach = 5;                       ///< Stones stand so far from the centre at most, in king's steps.
  std::uint64_t first_nodes = 50'000;  ///< Of a short search.
  int finalists = 24;
  std::uint64_t nodes = 700'000;  ///< Of a long one.
};

struct JudgedTrio {
  Trio trio;
  std::array<Score, kTrioRules.size()> values;  ///< For white, who moves next, by rule.
  Score worst() const;                          ///< The farthest of them from 0, as a distance.
};

/// The finalists, the most even first. `heard` is called after each search.
std::vector<JudgedTrio> find_even_trios(const TrioSettings& settings, const std::function<void()>& heard);

/// How many times `heard` will be called at most.
std::size_t searches_of(const TrioSettings& settings);

}  // namespace engine::lab
