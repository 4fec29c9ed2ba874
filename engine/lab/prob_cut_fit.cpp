#include "engine/lab/prob_cut_fit.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <stdexcept>

namespace engine::lab {
namespace {

using antireversi::kLeastProbCut;
using antireversi::kMostProbCut;
using antireversi::kPatternStages;
using antireversi::ProbCutRegression;
using antireversi::ProbCutRegressions;

/// The scores of one position by depth, from 1 on.
using Scores = std::array<double, kMostProbCut>;

std::optional<Scores> scores_of(const SelfPlay& how, const Sample& sample, Bot& bot) {
  Scores scores{};
  int reached = 0;
  const auto match = *how.game->new_match({.rule = how.setup.rule, .pos = sample.pos});
  bot.think(*match, {.depth = kMostProbCut, .solvers = false, .fresh = true}, {},
            [&](const Thought& thought) {
              scores[static_cast<std::size_t>(thought.depth - 1)] = thought.lines.front().value;
              reached = thought.depth;
            });
  if (reached < kMostProbCut) return std::nullopt;
  return scores;
}

/// The straight line with the least squared error, and how far off it is.
ProbCutRegression regression(const std::vector<Scores>& seen, int depth) {
  const auto deep = static_cast<std::size_t>(depth - 1);
  const auto shallow = static_cast<std::size_t>(antireversi::shallow_depth_of(depth) - 1);
  const auto n = static_cast<double>(seen.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const Scores& scores : seen) {
    x += scores[shallow], y += scores[deep];
    xx += scores[shallow] * scores[shallow], xy += scores[shallow] * scores[deep];
  }
  const double slope = (n * xy - x * y) / (n * xx - x * x), offset = (y - slope * x) / n;
  double errors = 0;
  for (const Scores& scores : seen) errors += std::pow(scores[deep] - slope * scores[shallow] - offset, 2);
  return {slope, offset, std::sqrt(errors / n)};
}

/// Every third game's one position of the stage, so that positions have little to do with each other.
std::vector<std::vector<Sample>> choose_samples(const SelfPlay& how, const std::vector<SelfPlayGame>& games,
                                                std::size_t positions) {
  std::vector<std::vector<Sample>> chosen(kPatternStages);
  for (const SelfPlayGame& game : games) {
    std::vector<Sample> samples = samples_of(how, game, {});
    const std::size_t turn = game.number % kPatternStages;
    if (chosen[turn].size() == positions) continue;
    std::erase_if(samples, [&](const Sample& sample) {
      return antireversi::pattern_stage_of(static_cast<int>(std::ranges::count(sample.pos, '-'))) != turn;
    });
    if (!samples.empty()) chosen[turn].push_back(samples[game.number / kPatternStages % samples.size()]);
  }
  return chosen;
}

}  // namespace

ProbCutRegressions fit_prob_cut(const SelfPlay& how, const std::vector<SelfPlayGame>& games,
                                std::size_t positions, const std::function<void()>& heard) {
  if (how.game->id != "antireversi") throw std::invalid_argument("fit-prob-cut is anti-Reversi's");
  const auto bot = how.game->new_bot({.parameters = {{"prob_cut", 0}}});
  const auto chosen = choose_samples(how, games, positions);
  ProbCutRegressions regressions{};
  for (std::size_t stage = 0; stage < kPatternStages; ++stage) {
    std::vector<Scores> seen;
    for (const Sample& sample : chosen[stage]) {
      if (const auto scores = scores_of(how, sample, *bot)) seen.push_back(*scores);
      heard();
    }
    if (seen.size() < 3) {  // The first plies of the games are random.
      if (stage > 0) regressions[stage] = regressions[stage - 1];
      continue;
    }
    for (int depth = kLeastProbCut; depth <= kMostProbCut; ++depth)
      regressions[stage][static_cast<std::size_t>(depth - kLeastProbCut)] = regression(seen, depth);
  }
  return regressions;
}

void print_prob_cut(const ProbCutRegressions& regressions, std::ostream& out) {
  out << std::fixed << std::setprecision(2);
  for (const auto& stage : regressions) {
    out << "    {{";
    for (std::size_t i = 0; i < stage.size(); ++i)
      out << (i == 0 ? "{" : ", {") << stage[i].slope << ", " << std::setprecision(0) << stage[i].offset
          << ", " << stage[i].sigma << std::setprecision(2) << '}';
    out << "}},\n";
  }
}

}  // namespace engine::lab
