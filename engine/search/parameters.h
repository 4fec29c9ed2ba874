#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "engine/search/techniques.h"

namespace engine::search {

/// Numbers of the search that games may change (`sanqi-lab tune`). The defaults are what plays; percentages
/// are of what the game's policy says.
struct Parameters {
  int futility = 100;              ///< Percent of Margins::futility.
  int reverse_futility = 100;      ///< Percent of Margins::reverse_futility.
  int razoring = 100;              ///< Percent of Margins::razoring.
  int reduction_base = 0;          ///< 1024ths of a ply more than Reductions::base.
  int reduction_slope = 100;       ///< Percent of the logarithms of late-move reductions.
  int late_move_pruning_base = 4;  ///< Late-move pruning begins after so many moves, and depth squared.
  int null_move_base = 4;          ///< Plies that a null move costs,
  int null_move_slope = 4;         ///< and one more for so many plies of depth.
  int aspiration = 25;             ///< Half the width of the first window.
  int singular_margin = 2;         ///< For each ply of depth: so far below the hash move all others fail.
  int prob_cut = 100;              ///< Percent of ProbCut::confidence; 0: no multi-ProbCut.
  int techniques = static_cast<int>(Technique::full);  ///< A Technique, used with all before it.
  int without = static_cast<int>(Part::none);          ///< The Part that is left out.

  bool uses(Technique technique) const { return techniques >= static_cast<int>(technique); }
  bool uses(Part part) const { return without != static_cast<int>(part); }
};

/// A row of the table by which text names a number: options of players, `sanqi-lab tune`, tests.
struct NamedParameter {
  std::string_view name;
  int Parameters::*value;
  int min, max;  ///< Beyond them the search would divide by zero, or not end.
};
inline constexpr std::array<NamedParameter, 11> kParameters = {{
    {"futility", &Parameters::futility, 0, 1000},
    {"reverse_futility", &Parameters::reverse_futility, 0, 1000},
    {"razoring", &Parameters::razoring, 0, 1000},
    {"reduction_base", &Parameters::reduction_base, -4096, 4096},
    {"reduction_slope", &Parameters::reduction_slope, 1, 1000},
    {"late_moves", &Parameters::late_move_pruning_base, 0, 1000},
    {"null_move_base", &Parameters::null_move_base, 1, 64},
    {"null_move_slope", &Parameters::null_move_slope, 1, 64},
    {"aspiration", &Parameters::aspiration, 1, 1000},
    {"singular_margin", &Parameters::singular_margin, 0, 1000},
    {"prob_cut", &Parameters::prob_cut, 0, 1000},
}};
/// What leaves techniques out: nothing to tune, but to search or play without.
inline constexpr std::array<NamedParameter, 2> kAblations = {{
    {"techniques", &Parameters::techniques, 0, static_cast<int>(Technique::full)},
    {"without", &Parameters::without, 0, static_cast<int>(Part::extensions)},
}};

/// Null for a name that is none.
constexpr const NamedParameter* parameter_named(std::string_view name) {
  for (const std::span<const NamedParameter> table :
       {std::span<const NamedParameter>(kParameters), {kAblations}})
    for (const NamedParameter& named : table)
      if (named.name == name) return &named;
  return nullptr;
}

/// The defaults but for these, each within its bounds; names that are none are passed over.
inline Parameters parameters_of(const std::map<std::string, int>& values) {
  Parameters parameters;
  for (const auto& [name, value] : values)
    if (const NamedParameter* named = parameter_named(name))
      parameters.*named->value = std::clamp(value, named->min, named->max);
  return parameters;
}

}  // namespace engine::search
