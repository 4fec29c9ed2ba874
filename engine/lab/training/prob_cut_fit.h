#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <utility>

#include "engine/games/antireversi/prob_cut.h"
#include "engine/lab/training/selfplay.h"

namespace engine::lab {

/// The straight line with the least squared error from shallow scores to deep ones, and how far off it is.
/// Nothing where there is none that predicts: too few scores, equal ones, or deep ones that do not grow with
/// the shallow ones.
std::optional<antireversi::ProbCutRegression> regression(std::span<const std::pair<double, double>> scores);

/// How well shallow searches of anti-Reversi predict deep ones: for each stage and depth the regression that
/// antireversi::prob_cut_of() wants. Searches `positions` positions of each stage, taken from the games in
/// order of their numbers, as deep as the deepest, without solvers and without multi-ProbCut. `on_progress`
/// is called after each. Throws std::runtime_error where they do not suffice.
antireversi::ProbCutRegressions fit_prob_cut(const SelfPlaySettings& settings,
                                             const std::vector<SelfPlayGame>& games, std::size_t positions,
                                             const std::function<void()>& on_progress);

/// As rows of C++.
void print_prob_cut(const antireversi::ProbCutRegressions& regressions, std::ostream& out);

}  // namespace engine::lab
