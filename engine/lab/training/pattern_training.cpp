#include "engine/lab/training/pattern_training.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <ranges>
#include <span>
#include <sstream>
#include <stdexcept>

#include "engine/core/sparse_numbers.h"
#include "engine/games/antireversi/evaluation.h"
#include "engine/games/antireversi/patterns.h"
#include "engine/lab/training/chart.h"
#include "engine/lab/training/math.h"
#include "engine/search/parallel.h"

namespace engine::lab {
namespace {

using antireversi::kIndices;
using antireversi::kPatternStages;

/// The examples of one stage as rows of a matrix that is 1 where a weight counts and 0 elsewhere.
// A row has 67 ones at most (a number may come twice), so only their places are kept.
struct Rows {
  std::vector<std::array<std::uint32_t, kIndices>> numbers;
  std::vector<double> targets;

  void add(const PatternExample& example) {
    const auto number_of = antireversi::number_of_places();
    auto& row = numbers.emplace_back();
    const auto indices = antireversi::pattern_indices(example.discs);
    for (std::size_t i = 0; i < kIndices; ++i) row[i] = number_of[indices[i]];
    targets.push_back(example.target);
  }
};

double value_of(const std::array<std::uint32_t, kIndices>& row, std::span<const double> weights) {
  double sum = 0;
  for (const std::uint32_t number : row) sum += weights[number];
  return sum;
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Least squares with a ridge, by conjugate gradients on the normal equations, each weight scaled by how
/// often it counts (Hestenes and Stiefel 1952).
// 213,098 unknowns a stage: no matrix is made, each round walks through the rows once. The
// preconditioner is the diagonal (Jacobi).
std::vector<double> fit(const Rows& rows, const PatternOptions& options) {
  const std::size_t n = antireversi::distinct_places();
  std::vector<double> weights(n), residual(n), scale(n, options.ridge);
  for (std::size_t i = 0; i < rows.targets.size(); ++i)
    for (const std::uint32_t number : rows.numbers[i]) {
      residual[number] += rows.targets[i];
      scale[number] += 1;
    }
  const auto scaled = [&] {
    std::vector<double> result(n);
    for (std::size_t k = 0; k < n; ++k) result[k] = residual[k] / scale[k];
    return result;
  };
  std::vector<double> direction = scaled();
  double size = dot(residual, direction);
  for (int round = 0; round < options.rounds && size > 0; ++round) {
    std::vector<double> product(n);
    for (std::size_t k = 0; k < n; ++k) product[k] = options.ridge * direction[k];
    for (const auto& row : rows.numbers) {
      const double value = value_of(row, direction);
      for (const std::uint32_t number : row) product[number] += value;
    }
    const double step = size / dot(direction, product);
    for (std::size_t k = 0; k < n; ++k) {
      weights[k] += step * direction[k];
      residual[k] -= step * product[k];
    }
    const std::vector<double> next = scaled();
    const double old_size = std::exchange(size, dot(residual, next));
    for (std::size_t k = 0; k < n; ++k) direction[k] = next[k] + size / old_size * direction[k];
  }
  return weights;
}

std::size_t stage_of(const PatternExample& example, int further = 0) {
  return antireversi::pattern_stage_of(antireversi::count(example.discs.empty()) + further);
}

bool teaches(const PatternExample& example, std::size_t stage, int overlap) {
  return !example.held_out && stage_of(example, -overlap) <= stage && stage_of(example, overlap) >= stage;
}

// As the file and the engine keep them.
std::vector<std::int16_t> rounded(std::span<const double> weights) {
  std::vector<std::int16_t> result;
  for (const double weight : weights)
    result.push_back(static_cast<std::int16_t>(std::lround(std::clamp(weight, -32'000.0, 32'000.0))));
  return result;
}

StageError errors_of(const std::vector<PatternExample>& examples, std::size_t stage,
                     std::span<const double> weights) {
  StageError error;
  for (const PatternExample& example : examples) {
    if (stage_of(example) != stage) continue;
    Rows row;
    row.add(example);
    const double miss = value_of(row.numbers[0], weights) - row.targets[0];
    if (!example.held_out) {
      ++error.samples;
      error.trained += miss * miss;
      continue;
    }
    ++error.held_out_samples;
    error.held_out += miss * miss;
    error.current += std::pow(antireversi::estimate(example.discs) - row.targets[0], 2);
  }
  error.trained = root_mean(error.trained, error.samples);
  error.held_out = root_mean(error.held_out, error.held_out_samples);
  error.current = root_mean(error.current, error.held_out_samples);
  return error;
}

/// What self-play writes where the winner is known, and the margin is not. An exact result or an estimate of
/// just one disc looks the same and is passed over with them.
bool is_bound(std::int16_t score) {
  return std::abs(score) == antireversi::kDisc;
}

/// A stage that no example taught (the first plies are random) is as the one after it.
void lend_to_empty_stages(TrainedPatterns& trained) {
  for (std::size_t stage = 1; stage < kPatternStages; ++stage)
    if (trained.errors[stage].samples == 0) trained.weights[stage] = trained.weights[stage - 1];
}

}  // namespace

void add_pattern_examples(const SelfPlaySettings& settings, const std::vector<SelfPlayGame>& games,
                          const ExampleOptions& options, std::vector<PatternExample>& examples) {
  if (settings.game->id != "antireversi") throw std::invalid_argument("patterns are anti-Reversi's");
  for (const SelfPlayGame& game : games) {
    const bool held_out = options.held_out > 0 && game.number % options.held_out == options.held_out - 1;
    double first_side = antireversi::kDisc * game.margin;
    for (const Sample& sample : samples_of(settings, game, options.filter) | std::views::reverse) {
      const int sign = sample.turn == Side::first ? 1 : -1;
      if (!is_bound(sample.score))
        first_side = options.lambda * first_side + (1 - options.lambda) * sign * sample.score;
      examples.push_back({antireversi::read_position(sample.pos)->discs(),
                          static_cast<std::int16_t>(std::lround(sign * first_side)), held_out});
    }
  }
}

TrainedPatterns train_patterns(const std::vector<PatternExample>& examples, const PatternOptions& options,
                               int threads) {
  TrainedPatterns trained{.weights = std::vector<std::vector<std::int16_t>>(kPatternStages),
                          .errors = std::vector<StageError>(kPatternStages)};
  std::atomic<std::size_t> next = 0;
  search::run_on_threads(threads, [&](int, std::stop_source&) {
    for (std::size_t stage = next++; stage < kPatternStages; stage = next++) {
      Rows rows;
      for (const PatternExample& example : examples)
        if (teaches(example, stage, options.overlap)) rows.add(example);
      trained.weights[stage] = rounded(fit(rows, options));
      const std::vector<double> weights(trained.weights[stage].begin(), trained.weights[stage].end());
      trained.errors[stage] = errors_of(examples, stage, weights);
    }
  });
  lend_to_empty_stages(trained);
  return trained;
}

void write_pattern_weights(const TrainedPatterns& trained, const std::string& origin, std::ostream& out) {
  std::vector<std::int16_t> numbers;
  for (std::size_t place = 0; place < antireversi::distinct_places(); ++place)
    for (const auto& stage : trained.weights) numbers.push_back(stage[place]);
  std::string bytes = origin + '\n';
  append_sparse(bytes, numbers);
  out << bytes;
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

void draw_errors(const std::vector<StageError>& errors, std::ostream& out) {
  ChartLine current{"#888", {}}, trained{"#0a7", {}}, held_out{"#07c", {}};
  double max = 1;
  for (const StageError& error : errors) {
    current.values.push_back(error.current);
    trained.values.push_back(error.trained);
    held_out.values.push_back(error.held_out);
    max = std::max({max, error.held_out, error.current});
  }
  std::ostringstream title;
  title << std::fixed << std::setprecision(1) << "root mean square error by stage, at most " << max
        << ": held out (blue), trained (green), today on held out (grey)";
  draw_chart({current, trained, held_out}, 0, max, title.str(), out);
}

}  // namespace engine::lab
