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

/// The rules under which a trio is to favour neither side.
inline constexpr std::array<std::string_view, 3> kTrioRules{"freestyle", "standard", "caro"};

/// How trios are looked for: random ones, no two the same in a mirror or turned, are judged by a search each
/// under the first rule, and the most even of them by games of the engine against itself under all: what a
/// search says of three stones is often wrong about the winner. Equal settings give equal trios.
struct TrioSettings {
  std::uint64_t seed = 1;
  int size = 15;  ///< Of the board.
  int candidates = 800;
  int reach = 5;                       ///< Stones stand so far from the centre at most, in king's steps.
  std::uint64_t first_nodes = 50'000;  ///< Of the search.
  int finalists = 60;
  int games = 20;                ///< Under each rule.
  std::uint64_t nodes = 15'000;  ///< For a move of theirs, half as many more or less by chance.
};

struct JudgedTrio {
  Trio trio;
  Score value = 0;                                ///< For white, which moves next, under the first rule.
  std::array<double, kTrioRules.size()> black{};  ///< Points that black made of a game, by rule: 0 to 1.
  double worst() const;                           ///< The farthest of them from 1/2, as a distance.
};

/// The finalists that are fair under all rules, within 0.2 points a game, the most even first. `on_progress`
/// is called after each search and each match. Throws std::invalid_argument for a size that Gomoku has no
/// board of.
std::vector<JudgedTrio> find_even_trios(const TrioSettings& settings,
                                        const std::function<void()>& on_progress);

/// How many times `on_progress` will be called at most.
std::size_t steps_of(const TrioSettings& settings);

}  // namespace engine::lab
