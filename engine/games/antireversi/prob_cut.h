#pragma once

#include <array>
#include <optional>

#include "engine/games/antireversi/patterns.h"
#include "engine/search/policy.h"

namespace engine::antireversi {

/// The depths that shallower searches predict; deeper ones are taken for as far off as the deepest.
// Worth +59 +- 25 Elo at 20,000 nodes with 1.2 sigma from depth 3 up (docs/lab/antireversi.md).
inline constexpr int kMinProbCut = 3;
inline constexpr int kMaxProbCut = 10;
/// About half as deep and of the same parity, since the evaluation depends on which side moves last.
// 3: 1, 4: 2, 5: 3, 6: 2, 7: 3, 8: 4, 9: 5, 10: 4.
constexpr int shallow_depth_of(int depth) {
  return 2 * (depth / 4) + depth % 2;
}

/// A deep score from a shallow one: slope * shallow + offset, off by sigma; in hundredths of a disc.
struct ProbCutRegression {
  double slope, offset, sigma;
};
using ProbCutRegressions =
    std::array<std::array<ProbCutRegression, kMaxProbCut - kMinProbCut + 1>, kPatternStages>;

/// None for depths too small.
std::optional<search::ProbCut> prob_cut_of(int depth, int empties);

}  // namespace engine::antireversi
