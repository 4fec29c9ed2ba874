#include "engine/lab/training/shape_training.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <span>
#include <stdexcept>

#include "engine/core/little_endian.h"
#include "engine/core/zobrist.h"
#include "engine/games/gomoku/pattern_board.h"
#include "engine/games/gomoku/rules.h"
#include "engine/lab/training/math.h"

namespace engine::lab {
namespace {

/// Of a predicted chance, against a target between 0 and 1.
// Bounded, so that one confident miss does not make the sum infinite.
double log_loss(double chance, double target) {
  constexpr double kMinChance = 1e-9;
  return -target * std::log(std::max(chance, kMinChance)) -
         (1 - target) * std::log(std::max(1 - chance, kMinChance));
}

std::vector<double> handmade_weight_vector() {
  const gomoku::PointWeights point_weights = gomoku::handmade_weights();
  std::vector<double> weights;
  for (const gomoku::PointWeight& weight : point_weights.of)
    weights.insert(weights.end(), {double(weight.moving), double(weight.waiting)});
  weights.push_back(point_weights.tempo);
  return weights;
}

/// What the evaluation of `board` counts: by number of the weight.
// The gradient of the evaluation by its weights: PatternBoard::weight_sum() as a vector.
template <gomoku::Rule R>
std::vector<int> times_of(const gomoku::PatternBoard<R>& board) {
  std::vector<int> times(kShapeWeights);
  for (const Side side : {Side::first, Side::second}) {
    const bool moving = side == board.side_to_move();
    for (const gomoku::Point p : board.empty_points()) {
      if (board.threat(side, p) == gomoku::Threat::foul) continue;
      const std::size_t weight = 2 * std::size_t{gomoku::combination_of(board.code(side, p))};
      times[moving ? weight : weight + 1] += moving ? 1 : -1;
    }
  }
  times.back() = 1;
  return times;
}

/// The points of a board by the names of their moves, which is how self-play numbers legal moves.
// Once a file, since naming points is slow.
std::vector<gomoku::Point> points_by_name(const gomoku::Position& empty) {
  std::vector<gomoku::Point> points;
  for (const std::string& name : gomoku::Rules::sorted_moves(empty))
    points.push_back(gomoku::point_of(*gomoku::Rules::find_move(empty, name)));
  return points;
}

gomoku::Point move_numbered(const gomoku::Position& position, std::span<const gomoku::Point> by_name,
                            std::size_t number) {
  for (const gomoku::Point p : by_name) {
    if (position.lines().at(p) != gomoku::Cell::empty) continue;
    // As legal moves are numbered: fouls have no number.
    if (position.rule() == gomoku::Rule::renju && position.foul(p) != gomoku::Foul::none) continue;
    if (number-- == 0) return p;
  }
  throw std::runtime_error("a move of a game is none");
}

template <gomoku::Rule R>
class ExampleReader {
 public:
  ExampleReader(const gomoku::Position& start, int decided, ShapeExamples& examples)
      : start_(start), by_name_(points_by_name(start)), decided_(decided), examples_(examples) {}

  void add(const SelfPlayGame& game, bool held_out) {
    gomoku::Position position = start_;
    const std::size_t before = examples_.of.size();
    for (const SelfPlayGame::Ply& ply : game.plies) {
      const int sign = position.side_to_move() == Side::first ? 1 : -1;
      if (ply.score != SelfPlayGame::kNoScore && std::abs(ply.score) <= decided_)
        add(position, {.score = ply.score,
                       .result = static_cast<std::int8_t>(sign * game.result),
                       .held_out = held_out});
      position.do_move(gomoku::move_to(move_numbered(position, by_name_, ply.move)));
      if (examples_.of.size() > before) ++examples_.of.back().next_in;
    }
    if (examples_.of.size() > before) examples_.of.back().next_in = 0;
  }

 private:
  void add(const gomoku::Position& position, ShapeExample example) {
    const gomoku::PatternBoard<R> board(position);
    for (const Side side : {Side::first, Side::second})
      // A five is made or filled first: no position to judge.
      if (board.count(side, gomoku::Threat::five) > 0) return;
    example.current = static_cast<std::int16_t>(std::clamp(board.weight_sum(), -32'000, 32'000));
    example.stones = static_cast<std::uint8_t>(std::min(position.stones(), 255));
    examples_.add(example, times_of(board));
  }

  gomoku::Position start_;
  std::vector<gomoku::Point> by_name_;
  int decided_;
  ShapeExamples& examples_;
};

class ShapeTrainer {
 public:
  // Weights are trained in units of `scale`, so that the sigmoid needs no factor.
  ShapeTrainer(const ShapeExamples& examples, const ShapeOptions& options, double scale)
      : examples_(examples), options_(options), scale_(scale), start_(handmade_weight_vector()) {
    for (double& weight : start_) weight /= scale_;
    weights_ = start_;
    for (std::uint32_t i = 0; i < examples.of.size(); ++i)
      if (!examples.of[i].held_out) order_.push_back(i);
  }

  double target(const ShapeExample& example) const {
    return options_.lambda * (example.result + 1) / 2 +
           (1 - options_.lambda) * sigmoid(example.score / scale_);
  }

  /// In units of scale.
  double value(const ShapeExample& example, std::span<const double> weights) const {
    double sum = 0;
    for (std::uint32_t i = example.first; i < example.end; ++i)
      sum += weights[examples_.terms[i].weight] * examples_.terms[i].times;
    return sum;
  }

  /// Adam (Kingma and Ba 2015).
  std::vector<std::int16_t> train() {
    SplitMix64 random(options_.seed);
    const std::size_t batches = (order_.size() + kBatch - 1) / kBatch;
    for (int epoch = 0; epoch < options_.epochs; ++epoch) {
      for (std::size_t i = order_.size(); i > 1; --i)
        std::swap(order_[i - 1], order_[random.below(static_cast<std::uint32_t>(i))]);
      for (std::size_t batch = 0; batch < batches; ++batch) {
        const double done =
            (epoch + static_cast<double>(batch) / static_cast<double>(batches)) / options_.epochs;
        learn(std::span(order_).subspan(batch * kBatch, std::min(kBatch, order_.size() - batch * kBatch)),
              // Linear decay to nothing.
              options_.rate * (1 - done));
      }
    }
    std::vector<std::int16_t> rounded;
    for (const double weight : weights_)
      rounded.push_back(
          static_cast<std::int16_t>(std::lround(std::clamp(weight * scale_, -8'000.0, 8'000.0))));
    return rounded;
  }

 private:
  static constexpr std::size_t kBatch = 4096;

  void learn(std::span<const std::uint32_t> batch, double rate) {
    constexpr double kMean = 0.9, kSquare = 0.999, kSmall = 1e-8;
    const double part = 1.0 / static_cast<double>(order_.size());
    std::vector<double> slope(kShapeWeights);
    for (const std::uint32_t i : batch) {
      const ShapeExample& example = examples_.of[i];
      const double miss = sigmoid(value(example, weights_)) - target(example);
      for (std::uint32_t t = example.first; t < example.end; ++t)
        slope[examples_.terms[t].weight] += miss * examples_.terms[t].times;
    }
    ++steps_;
    const double mean_scale = 1 / (1 - std::pow(kMean, steps_)),
                 square_scale = 1 / (1 - std::pow(kSquare, steps_));
    for (std::size_t k = 0; k < kShapeWeights; ++k) {
      // The mean slope of the batch, and its share of the ridge, which pulls towards the hand-made weights.
      const double g =
          slope[k] / static_cast<double>(batch.size()) + part * options_.ridge * (weights_[k] - start_[k]);
      mean_[k] += (1 - kMean) * (g - mean_[k]);
      square_[k] += (1 - kSquare) * (g * g - square_[k]);
      weights_[k] -= rate * mean_[k] * mean_scale / (std::sqrt(square_[k] * square_scale) + kSmall);
    }
  }

  const ShapeExamples& examples_;
  const ShapeOptions& options_;
  double scale_;
  std::vector<double> start_, weights_;
  std::vector<double> mean_ = std::vector<double>(kShapeWeights), square_ = mean_;
  std::vector<std::uint32_t> order_;
  int steps_ = 0;
};

/// The scale by which the scores of the search predict the results best.
double fitted_scale(const ShapeExamples& examples) {
  double best = 0, best_loss = 0;
  // Steps of 5 %.
  for (double scale = 40; scale <= 1'000; scale *= 1.05) {
    double loss = 0;
    for (const ShapeExample& example : examples.of)
      loss += log_loss(sigmoid(example.score / scale), (example.result + 1) / 2.0);
    if (best == 0 || loss < best_loss) best = scale, best_loss = loss;
  }
  return std::round(best);
}

std::vector<ShapeLoss> losses_of(const ShapeExamples& examples, const ShapeTrainer& trainer, double scale,
                                 const std::vector<std::int16_t>& rounded) {
  std::vector<double> weights(rounded.begin(), rounded.end());
  for (double& weight : weights) weight /= scale;
  std::vector<ShapeLoss> losses(kShapeStages + 1);
  for (const ShapeExample& example : examples.of) {
    const double target = trainer.target(example);
    const double loss = 1000 * log_loss(sigmoid(trainer.value(example, weights)), target);
    const int stage = std::min(example.stones / kShapeStageStones, kShapeStages - 1);
    for (ShapeLoss* part : {&losses[static_cast<std::size_t>(stage)], &losses.back()}) {
      ++(example.held_out ? part->held_out_samples : part->samples);
      (example.held_out ? part->held_out : part->trained) += loss;
      if (example.held_out) part->current += 1000 * log_loss(sigmoid(example.current / scale), target);
    }
  }
  for (ShapeLoss& part : losses) {
    part.trained /= static_cast<double>(std::max<std::uint64_t>(part.samples, 1));
    part.held_out /= static_cast<double>(std::max<std::uint64_t>(part.held_out_samples, 1));
    part.current /= static_cast<double>(std::max<std::uint64_t>(part.held_out_samples, 1));
  }
  return losses;
}

}  // namespace

void ShapeExamples::add(ShapeExample example, const std::vector<int>& times) {
  example.first = static_cast<std::uint32_t>(terms.size());
  for (std::size_t weight = 2; weight < times.size(); ++weight)  // Those of nothing at all are always 0.
    if (times[weight] != 0)
      terms.push_back({static_cast<std::uint16_t>(weight), static_cast<std::int16_t>(times[weight])});
  example.end = static_cast<std::uint32_t>(terms.size());
  of.push_back(example);
}

void add_shape_examples(const SelfPlaySettings& settings, const std::vector<SelfPlayGame>& games, int decided,
                        std::uint32_t held_out, ShapeExamples& examples) {
  if (settings.game->id != "gomoku") throw std::invalid_argument("shapes are Gomoku's");
  const auto start = gomoku::Rules::read_position(settings.setup);
  if (!start) throw std::invalid_argument(start.error().message);
  gomoku::with_rule(start->rule(), [&]<gomoku::Rule R>() {
    ExampleReader<R> reader(*start, decided, examples);
    for (const SelfPlayGame& game : games)
      reader.add(game, held_out > 0 && game.number % held_out == held_out - 1);
  });
}

TrainedShapes train_shapes(const ShapeExamples& examples, const ShapeOptions& options) {
  TrainedShapes trained{.scale = options.scale > 0 ? options.scale : fitted_scale(examples)};
  ShapeTrainer trainer(examples, options, trained.scale);
  trained.weights = trainer.train();
  trained.losses = losses_of(examples, trainer, trained.scale, trained.weights);
  return trained;
}

void write_shape_weights(const TrainedShapes& trained, const std::string& origin, std::ostream& out) {
  std::string bytes = origin + '\n';
  for (const std::int16_t weight : trained.weights) append_little_endian(bytes, weight);
  out << bytes;
}

void print_shape_losses(const TrainedShapes& trained, std::ostream& out) {
  out << "stones   samples  trained | held out   loss   today   (thousandths of a nat)\n"
      << std::fixed << std::setprecision(1);
  for (std::size_t stage = 0; stage < trained.losses.size(); ++stage) {
    const ShapeLoss& loss = trained.losses[stage];
    const bool all = stage + 1 == trained.losses.size();
    out << std::setw(6) << (all ? "all" : std::to_string(stage * kShapeStageStones)) << std::setw(10)
        << loss.samples << std::setw(9) << loss.trained << " |" << std::setw(9) << loss.held_out_samples
        << std::setw(8) << loss.held_out << std::setw(8) << loss.current << '\n';
  }
}

}  // namespace engine::lab
