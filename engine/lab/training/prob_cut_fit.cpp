#include "engine/lab/training/prob_cut_fit.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <stdexcept>

namespace engine::lab {
namespace {

using antireversi::kMaxProbCut;
using antireversi::kMinProbCut;
using antireversi::kPatternStages;
using antireversi::ProbCutRegression;
using antireversi::ProbCutRegressions;

/// The scores of one position by depth, from 1 on.
using Scores = std::array<double, kMaxProbCut>;

std::optional<Scores> scores_of(const SelfPlaySettings& settings, const Sample& sample, Bot& bot) {
  Scores scores{};
  int reached = 0;
  const auto match = *settings.game->new_match({.rule = settings.setup.rule, .pos = sample.pos});
  // One search gives the scores of all depths, by its reports of iterations.
  bot.think(*match, {.depth = kMaxProbCut, .solvers = false, .fresh = true}, {}, [&](const Thought& thought) {
    scores[static_cast<std::size_t>(thought.depth - 1)] = thought.lines.front().value;
    reached = thought.depth;
  });
  if (reached < kMaxProbCut) return std::nullopt;
  return scores;
}

/// For each stage one position of every eighth game, so that positions have little to do with each other.
std::vector<std::vector<Sample>> choose_samples(const SelfPlaySettings& settings,
                                                const std::vector<SelfPlayGame>& games,
                                                std::size_t positions) {
  std::vector<std::vector<Sample>> chosen(kPatternStages);
  for (const SelfPlayGame& game : games) {
    std::vector<Sample> samples = samples_of(settings, game, {});
    // Stage and place within it go by the number of the game: equal games give equal positions.
    const std::size_t turn = game.number % kPatternStages;
    if (chosen[turn].size() == positions) continue;
    std::erase_if(samples, [&](const Sample& sample) {
      return antireversi::pattern_stage_of(static_cast<int>(std::ranges::count(sample.pos, '-'))) != turn;
    });
    if (!samples.empty()) chosen[turn].push_back(samples[game.number / kPatternStages % samples.size()]);
  }
  return chosen;
}

std::optional<ProbCutRegression> regression_at(const std::vector<Scores>& seen, int depth) {
  const auto deep = static_cast<std::size_t>(depth - 1);
  const auto shallow = static_cast<std::size_t>(antireversi::shallow_depth_of(depth) - 1);
  std::vector<std::pair<double, double>> scores;
  for (const Scores& of : seen) scores.emplace_back(of[shallow], of[deep]);
  return regression(scores);
}

}  // namespace

std::optional<ProbCutRegression> regression(std::span<const std::pair<double, double>> scores) {
  constexpr std::size_t kMinSamples = 3;
  if (scores.size() < kMinSamples) return std::nullopt;
  const auto n = static_cast<double>(scores.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [shallow, deep] : scores)
    x += shallow, y += deep, xx += shallow * shallow, xy += shallow * deep;
  const double spread = n * xx - x * x, common = n * xy - x * y;
  // A slope that is not positive would predict nothing.
  if (!(spread > 0 && common > 0)) return std::nullopt;
  const double slope = common / spread, offset = (y - slope * x) / n;
  double errors = 0;
  for (const auto& [shallow, deep] : scores) errors += std::pow(deep - slope * shallow - offset, 2);
  return ProbCutRegression{slope, offset, std::sqrt(errors / n)};
}

ProbCutRegressions fit_prob_cut(const SelfPlaySettings& settings, const std::vector<SelfPlayGame>& games,
                                std::size_t positions, const std::function<void()>& on_progress) {
  if (settings.game->id != "antireversi") throw std::invalid_argument("fit-prob-cut is anti-Reversi's");
  const auto bot = settings.game->new_bot({.parameters = {{"prob_cut", 0}}});
  const auto chosen = choose_samples(settings, games, positions);
  std::array<std::vector<Scores>, kPatternStages> seen;
  for (std::size_t stage = 0; stage < kPatternStages; ++stage)
    for (const Sample& sample : chosen[stage]) {
      if (const auto scores = scores_of(settings, sample, *bot)) seen[stage].push_back(*scores);
      on_progress();
    }
  ProbCutRegressions regressions{};
  for (int depth = kMinProbCut; depth <= kMaxProbCut; ++depth) {
    std::array<std::optional<ProbCutRegression>, kPatternStages> fitted;
    for (std::size_t stage = 0; stage < kPatternStages; ++stage)
      fitted[stage] = regression_at(seen[stage], depth);
    // A stage without one, as those of random plies, takes that of the nearest with fewer empty squares, or
    // else with more.
    for (std::size_t stage = 1; stage < kPatternStages; ++stage)
      if (!fitted[stage]) fitted[stage] = fitted[stage - 1];
    for (std::size_t stage = kPatternStages - 1; stage-- > 0;)
      if (!fitted[stage]) fitted[stage] = fitted[stage + 1];
    if (!fitted[0])
      throw std::runtime_error("too few positions of different scores at depth " + std::to_string(depth));
    for (std::size_t stage = 0; stage < kPatternStages; ++stage)
      regressions[stage][static_cast<std::size_t>(depth - kMinProbCut)] = *fitted[stage];
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
