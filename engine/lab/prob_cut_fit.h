#pragma once

#include <functional>
#include <iosfwd>

#include "engine/games/antireversi/prob_cut.h"
#include "engine/lab/selfplay.h"

namespace engine::lab {

/// How well shallow searches of anti-Reversi predict deep ones: for each stage and depth the regression that
/// antireversi::prob_cut_of() wants. Searches `positions` positions of each stage, taken from the games in
/// order of their numbers, as deep as the deepest, without solvers and without multi-ProbCut. `heard` is
/// called after each.
antireversi::ProbCutRegressions fit_prob_cut(const SelfPlay& how, const std::vector<SelfPlayGame>& games,
                                             std::size_t positions, const std::function<void()>& heard);

/// As rows of C++.
void print_prob_cut(const antireversi::ProbCutRegressions& regressions, std::ostream& out);

}  // namespace engine::lab
