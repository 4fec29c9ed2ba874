#include "engine/games/antireversi/prob_cut.h"

#include <algorithm>

namespace engine::antireversi {
namespace {

// Columns: slope, offset, sigma (hundredths of a disc). Sigma grows towards the end of the game (the first
// rows). The weights that play now are of a later generation.
// By stage (patterns.h), then depth from kMinProbCut on. Made from games 0 to 39,190 of the second
// generation of pattern_weights.bin (docs/lab/antireversi.md tells how), by
//
//     sanqi-lab fit-prob-cut games.bin --positions 400
//
constexpr ProbCutRegressions kRegressions = {{
    {{{0.99, 25, 263},
      {0.95, -39, 252},
      {0.93, 41, 248},
      {0.91, -20, 319},
      {0.92, 53, 320},
      {0.96, 29, 301},
      {1.02, -118, 446},
      {1.11, 129, 726}}},
    {{{1.01, -37, 190},
      {1.01, -18, 182},
      {1.01, -1, 173},
      {1.01, -40, 235},
      {1.01, 20, 243},
      {0.98, -24, 240},
      {0.95, -6, 251},
      {0.94, 62, 284}}},
    {{{1.00, -31, 165},
      {1.00, -1, 149},
      {1.00, 16, 128},
      {1.03, 9, 194},
      {1.01, 16, 167},
      {1.02, 30, 172},
      {1.03, -14, 170},
      {1.03, 76, 208}}},
    {{{1.00, -29, 150},
      {1.02, 14, 132},
      {1.03, 16, 134},
      {1.03, 17, 167},
      {1.03, 12, 160},
      {1.01, 11, 147},
      {1.02, -25, 153},
      {1.02, 70, 165}}},
    {{{0.99, -32, 147},
      {1.00, 13, 107},
      {1.01, 8, 104},
      {1.02, 20, 145},
      {1.02, 6, 136},
      {1.03, 20, 133},
      {1.02, -21, 129},
      {1.04, 53, 143}}},
    {{{0.98, -32, 121},
      {1.01, 10, 121},
      {1.03, 2, 105},
      {1.02, 20, 146},
      {1.03, -7, 132},
      {1.02, 17, 115},
      {1.01, -18, 120},
      {1.04, 55, 139}}},
    {{{0.94, -13, 112},
      {0.99, 9, 94},
      {1.01, 8, 94},
      {0.99, 18, 124},
      {1.02, 9, 117},
      {1.03, 20, 103},
      {1.03, -19, 102},
      {1.04, 50, 118}}},
    {{{0.95, 30, 94},
      {0.95, 5, 87},
      {0.97, 13, 84},
      {0.93, 8, 103},
      {1.01, -10, 104},
      {1.03, 0, 96},
      {1.02, -31, 98},
      {1.01, 40, 109}}},
}};

/// How many sigmas off a score must be to be believed.
constexpr double kConfidence = 1.2;

}  // namespace

std::optional<search::ProbCut> prob_cut_of(int depth, int empties) {
  if (depth < kMinProbCut) return std::nullopt;
  const auto& row = kRegressions[pattern_stage_of(empties)];
  const auto [slope, offset, sigma] =
      row[static_cast<std::size_t>(std::min(depth, kMaxProbCut) - kMinProbCut)];
  return search::ProbCut{.shallow_depth = shallow_depth_of(depth),
                         .slope = slope,
                         .offset = offset,
                         .sigma = sigma,
                         .confidence = kConfidence};
}

}  // namespace engine::antireversi
