#include "engine/lab/training/train.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <stdexcept>

#include "engine/games/antireversi/evaluation.h"
#include "engine/games/antireversi/position.h"
#include "engine/lab/training/math.h"
#include "engine/lab/training/regression.h"
#include "engine/search/parallel.h"

namespace engine::lab {
namespace {

std::pair<std::size_t, std::vector<int>> look_at_discs(const std::string& pos) {
  const auto position = antireversi::read_position(pos);
  const auto features = antireversi::features(position->discs());
  return {antireversi::stage_of(position->discs()), {features.begin(), features.end()}};
}

double estimate_discs(const std::string& pos) {
  return antireversi::linear_estimate(antireversi::read_position(pos)->discs());
}

// The one model there is; another game would add its own and linear_model_of() a line.
const LinearModel& discs_model() {
  static const LinearModel model{
      .game = "antireversi",
      .features = {"tempo", "safe moves", "corner moves", "frontier", "corners", "C", "X", "edge", "discs"},
      .stages = antireversi::kStages,
      .unit = antireversi::kDisc,
      .look = look_at_discs,
      .current = estimate_discs};
  return model;
}

/// Sums of squared errors.
struct Errors {
  std::vector<StageError> of;
  explicit Errors(std::size_t stages) : of(stages) {}
};

double value_of(const std::vector<int>& weights, const std::vector<int>& features) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * features[i];
  return sum;
}

double square(double x) {
  return x * x;
}

/// Goes through the games; `see(stage, features, target, sample, game)` hears of every position.
// `first` and `step` deal the games out to threads.
template <class See>
void see_positions(const LinearModel& model, const SelfPlaySettings& settings,
                   const std::vector<SelfPlayGame>& games, const Filter& filter, std::size_t first,
                   std::size_t step, const See& see) {
  for (std::size_t i = first; i < games.size(); i += step)
    for (const Sample& sample : samples_of(settings, games[i], filter)) {
      const auto [stage, features] = model.look(sample.pos);
      see(stage, features, static_cast<int>(model.unit) * sample.margin, sample, games[i]);
    }
}

/// A stage that no sample taught (the first plies are random, the last ones are solved) is as the nearest
/// that one did.
void lend_to_empty_stages(std::vector<std::vector<int>>& weights, const std::vector<bool>& taught) {
  const auto count = static_cast<int>(weights.size());
  for (int stage = 0; stage < count; ++stage)
    for (int away = 1; away < count && !taught[static_cast<std::size_t>(stage)]; ++away) {
      const auto has = [&](int other) {
        return other >= 0 && other < count && taught[static_cast<std::size_t>(other)];
      };
      const int lender = has(stage - away) ? stage - away : stage + away;
      if (!has(lender)) continue;
      weights[static_cast<std::size_t>(stage)] = weights[static_cast<std::size_t>(lender)];
      break;
    }
}

}  // namespace

const LinearModel& linear_model_of(std::string_view game) {
  if (game == discs_model().game) return discs_model();
  throw std::invalid_argument("there is no model to train for " + std::string(game) + " yet");
}

Trained train(const LinearModel& model, const SelfPlaySettings& settings,
              const std::vector<SelfPlayGame>& games, const TrainOptions& options, int threads) {
  const auto is_held_out = [&](const SelfPlayGame& game) {
    return options.held_out > 0 && game.number % options.held_out == options.held_out - 1;
  };
  const auto count = static_cast<std::size_t>(threads);
  std::vector<std::vector<Regression>> parts(
      count, std::vector<Regression>(model.stages, Regression(model.features.size())));
  search::run_on_threads(threads, [&](int thread, std::stop_source&) {
    const auto first = static_cast<std::size_t>(thread);
    see_positions(
        model, settings, games, options.filter, first, count,
        [&](std::size_t stage, const auto& features, int target, const Sample&, const SelfPlayGame& game) {
          if (!is_held_out(game)) parts[first][stage].add(features, target);
        });
  });
  Trained trained;
  std::vector<bool> taught;
  for (std::size_t stage = 0; stage < model.stages; ++stage) {
    for (std::size_t part = 1; part < count; ++part) parts[0][stage].add(parts[part][stage]);
    std::vector<int> rounded;
    for (double weight : parts[0][stage].solve(options.ridge))
      rounded.push_back(static_cast<int>(std::lround(weight)));
    // Errors are measured with the rounded weights, which are those that play.
    trained.weights.push_back(std::move(rounded));
    taught.push_back(parts[0][stage].samples() > 0);
  }
  lend_to_empty_stages(trained.weights, taught);
  // One thread: sums of floating point numbers depend on their order.
  trained.errors.resize(model.stages);
  see_positions(model, settings, games, options.filter, 0, 1,
                [&](std::size_t stage, const auto& features, int target, const Sample& sample,
                    const SelfPlayGame& game) {
                  StageError& error = trained.errors[stage];
                  const double miss = square(value_of(trained.weights[stage], features) - target);
                  if (!is_held_out(game)) {
                    ++error.samples;
                    error.trained += miss;
                    return;
                  }
                  ++error.held_out_samples;
                  error.held_out += miss;
                  error.current += square(model.current(sample.pos) - target);
                });
  for (StageError& error : trained.errors) {
    error.trained = root_mean(error.trained, error.samples);
    error.held_out = root_mean(error.held_out, error.held_out_samples);
    error.current = root_mean(error.current, error.held_out_samples);
  }
  return trained;
}

void print_weights(const LinearModel& model, const Trained& trained, std::ostream& out) {
  out << "// ";
  for (std::size_t i = 0; i < model.features.size(); ++i) out << (i > 0 ? ", " : "") << model.features[i];
  out << '\n';
  for (const auto& weights : trained.weights) {
    out << "{{";
    for (std::size_t i = 0; i < weights.size(); ++i) out << (i > 0 ? ", " : "") << weights[i];
    out << "}},\n";
  }
}

void print_errors(const std::vector<StageError>& errors, std::ostream& out) {
  out << "stage   samples  trained | held out   error   today\n" << std::fixed << std::setprecision(1);
  for (std::size_t stage = 0; stage < errors.size(); ++stage) {
    const StageError& error = errors[stage];
    out << std::setw(5) << stage << std::setw(10) << error.samples << std::setw(9) << error.trained << " |"
        << std::setw(9) << error.held_out_samples << std::setw(8) << error.held_out << std::setw(8)
        << error.current << '\n';
  }
}

// By hand, without a library: three polylines and a line of text.
void draw_errors(const std::vector<StageError>& errors, std::ostream& out) {
  constexpr double kWidth = 640, kHeight = 320, kMargin = 40;
  double max = 1;
  for (const StageError& error : errors) max = std::max({max, error.held_out, error.current});
  const auto line = [&](const char* colour, double StageError::*value) {
    out << "<polyline fill='none' stroke='" << colour << "' stroke-width='2' points='";
    for (std::size_t stage = 0; stage < errors.size(); ++stage)
      out << kMargin + (kWidth - 2 * kMargin) * static_cast<double>(stage) /
                           std::max(1.0, static_cast<double>(errors.size() - 1))
          << ',' << kHeight - kMargin - (kHeight - 2 * kMargin) * errors[stage].*value / max << ' ';
    out << "'/>\n";
  };
  out << std::fixed << std::setprecision(1) << "<svg xmlns='http://www.w3.org/2000/svg' width='" << kWidth
      << "' height='" << kHeight << "'>\n<rect width='100%' height='100%' fill='white'/>\n";
  line("#888", &StageError::current);
  line("#0a7", &StageError::trained);
  line("#07c", &StageError::held_out);
  out << "<text x='" << kMargin
      << "' y='20' font-family='sans-serif' font-size='13'>root mean square error by stage, at most " << max
      << ": held out (blue), trained (green), today on held out (grey)</text>\n</svg>\n";
}

}  // namespace engine::lab
