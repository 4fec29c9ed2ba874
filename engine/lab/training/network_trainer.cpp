#include "engine/lab/training/network_trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <type_traits>

#include "engine/core/zobrist.h"
#include "engine/lab/training/math.h"
#include "engine/search/parallel.h"

namespace engine::lab {
namespace {

/// Weights as they are trained: those of a network, as fractions.
// Floats only, so that optimiser and threads treat them as one array (floats()).
template <class Network>
struct Weights {
  using Row = std::array<float, Network::kHidden>;
  std::array<Row, Network::kInputs> inputs;
  Row bias;
  std::array<std::array<Row, 2>, Network::kBuckets> outputs;
  std::array<float, Network::kBuckets> output_bias;
};
template <class Network>
constexpr std::size_t kNumbers = sizeof(Weights<Network>) / sizeof(float);
template <class Network>
float* floats(Weights<Network>& weights) {
  static_assert(sizeof(Weights<Network>) % sizeof(float) == 0);
  return reinterpret_cast<float*>(&weights);
}

/// Copies all weights of a Network to what is trained, or back, each kind times its factor; rounded where
/// `to` has whole numbers.
template <class From, class To>
void scale_weights(const From& from, To& to, double input, double output, double output_bias) {
  const auto scale_all = [](const auto& these, auto& those, double factor) {
    for (std::size_t i = 0; i < these.size(); ++i) {
      using Number = std::remove_reference_t<decltype(those[0])>;
      const double scaled = these[i] * factor;
      those[i] = static_cast<Number>(std::is_integral_v<Number> ? std::round(scaled) : scaled);
    }
  };
  for (std::size_t i = 0; i < from.inputs.size(); ++i) scale_all(from.inputs[i], to.inputs[i], input);
  scale_all(from.bias, to.bias, input);
  for (std::size_t bucket = 0; bucket < from.outputs.size(); ++bucket)
    for (const std::size_t view : {0u, 1u})
      scale_all(from.outputs[bucket][view], to.outputs[bucket][view], output);
  scale_all(from.output_bias, to.output_bias, output_bias);
}

/// The sum in an order that does not depend on the width of vectors.
template <std::size_t Units>
float sum_of(const std::array<float, Units>& row) {
  std::array<float, 8> parts{};
  for (std::size_t i = 0; i < Units; i += parts.size())
    for (std::size_t k = 0; k < parts.size(); ++k) parts[k] += row[i + k];
  return ((parts[0] + parts[4]) + (parts[1] + parts[5])) + ((parts[2] + parts[6]) + (parts[3] + parts[7]));
}

/// The clipped units by view.
template <class Samples>
using Layer = std::array<typename Weights<typename Samples::Network>::Row,
                         std::tuple_size_v<decltype(Samples::Inputs::of)>>;

/// Which of the two rows of outputs weighs a view.
template <class Layer>
constexpr std::size_t side_of_view(const Layer& layer, std::size_t view) {
  return 2 * view / layer.size();
}

/// The logit of winning, for the mover.
template <class Network, class Inputs, class Layer>
float forward(const Weights<Network>& net, const Inputs& inputs, std::size_t bucket, Layer& layer) {
  typename Weights<Network>::Row weighed{};
  for (std::size_t i = 0; i < layer.size(); ++i) {
    auto units = net.bias;
    for (std::size_t k = 0; k < inputs.count; ++k) {
      const auto& weights = net.inputs[inputs.of[i][k]];
      for (std::size_t h = 0; h < units.size(); ++h) units[h] += inputs.times[k] * weights[h];
    }
    const auto& out = net.outputs[bucket][side_of_view(layer, i)];
    for (std::size_t h = 0; h < units.size(); ++h) {
      units[h] = std::min(std::max(units[h], 0.0f), 1.0f);
      weighed[h] += units[h] * units[h] * out[h];
    }
    layer[i] = units;
  }
  return net.output_bias[bucket] + sum_of(weighed);
}

/// Adds to `gradient` the derivatives of the loss by the weights, where `slope` is that by the network's
/// output and `layer` what forward() left: units are squared and clipped to [0, 1], so outside nothing flows
/// back.
template <class Network, class Inputs, class Layer>
void backward(const Weights<Network>& net, const Inputs& inputs, std::size_t bucket, const Layer& layer,
              float slope, Weights<Network>& gradient) {
  gradient.output_bias[bucket] += slope;
  for (std::size_t i = 0; i < layer.size(); ++i) {
    const auto& units = layer[i];
    const auto& out = net.outputs[bucket][side_of_view(layer, i)];
    auto& out_gradient = gradient.outputs[bucket][side_of_view(layer, i)];
    typename Weights<Network>::Row inner;
    for (std::size_t h = 0; h < units.size(); ++h) {
      out_gradient[h] += slope * units[h] * units[h];
      const bool inside = units[h] > 0 && units[h] < 1;
      inner[h] = inside ? 2 * slope * units[h] * out[h] : 0.0f;
    }
    for (std::size_t h = 0; h < units.size(); ++h) gradient.bias[h] += inner[h];
    for (std::size_t k = 0; k < inputs.count; ++k) {
      auto& row = gradient.inputs[inputs.of[i][k]];
      for (std::size_t h = 0; h < units.size(); ++h) row[h] += inputs.times[k] * inner[h];
    }
  }
}

/// Trains one network by Adam. Batches are split among threads in a fixed way and their gradients added in
/// the order of the threads, so the same options give the same weights.
template <class Samples>
class NetworkTrainer {
 public:
  using Network = typename Samples::Network;

  NetworkTrainer(const Samples& samples, const NetworkOptions& options, int scale, const Network* start);

  /// One pass over the samples in a new random order; `number` counts from 0 and sets the rate of learning.
  Epoch epoch(int number);
  NetworkLoss loss_on(const Samples& samples, std::span<const float> targets) const;
  /// The weights in the network's integers.
  Network rounded() const;

 private:
  /// What the network corrects.
  double before(const TrainingSample& sample) const { return options_.corrects ? sample.before / scale_ : 0; }
  // Two ways to begin; both leave the moments of Adam at zero.
  void begin_at_random();
  void begin_with(const Network& start);
  void learn(std::span<const std::uint32_t> batch, NetworkLoss& loss);
  void step(double rate);

  const Samples& samples_;
  const NetworkOptions& options_;
  double scale_;
  const std::vector<float> targets_;
  std::unique_ptr<Weights<Network>> net_ = std::make_unique<Weights<Network>>();
  std::unique_ptr<Weights<Network>> mean_ = std::make_unique<Weights<Network>>();
  std::unique_ptr<Weights<Network>> square_ = std::make_unique<Weights<Network>>();
  // One a thread, added up in the order of the threads: atomics would add in any order.
  std::vector<std::unique_ptr<Weights<Network>>> gradients_;  ///< By thread.
  std::vector<std::uint32_t> order_;
  SplitMix64 random_;
  std::size_t steps_ = 0;
};

template <class Samples>
NetworkTrainer<Samples>::NetworkTrainer(const Samples& samples, const NetworkOptions& options, int scale,
                                        const Network* start)
    : samples_(samples),
      options_(options),
      scale_(scale),
      targets_(targets_of(samples, options, scale)),
      order_(samples.size()),
      random_(options.seed) {
  std::iota(order_.begin(), order_.end(), 0u);
  *net_ = {}, *mean_ = {}, *square_ = {};
  for (int i = 0; i < options.threads; ++i) gradients_.push_back(std::make_unique<Weights<Network>>());
  start ? begin_with(*start) : begin_at_random();
}

template <class Samples>
void NetworkTrainer<Samples>::begin_with(const Network& start) {
  if constexpr (requires { start.corrects; })
    if (start.corrects != options_.corrects)
      throw std::invalid_argument(
          "weights that correct an evaluation, or that do not, cannot begin the other");
  // What an output of 1 is changes with the scale.
  const double output = start.scale / (Network::kOutputOne * scale_);
  scale_weights(start, *net_, 1.0 / Network::kInputOne, output, output / Network::kOne);
}

/// Small uniform weights, the same output weights in every bucket, and 0 for inputs that no sample has: those
/// would keep their random weights for ever.
template <class Samples>
void NetworkTrainer<Samples>::begin_at_random() {
  const auto uniform = [&](float max) {
    return max * (static_cast<float>(random_.below(1 << 24)) / (1 << 23) - 1);
  };
  for (auto& row : net_->inputs)
    for (float& weight : row) weight = uniform(0.15f);
  net_->bias.fill(0.3f);
  for (auto& bucket : net_->outputs)
    for (auto& row : bucket)
      for (float& weight : row) weight = uniform(0.15f);
  for (auto& bucket : net_->outputs) bucket = net_->outputs[0];
  std::array<bool, Network::kInputs> seen{};
  typename Samples::Inputs inputs;
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    samples_.inputs(i, inputs);
    for (const auto& view : inputs.of)
      for (std::size_t k = 0; k < inputs.count; ++k) seen[view[k]] = true;
  }
  for (std::size_t i = 0; i < net_->inputs.size(); ++i)  // What is never there.
    if (!seen[i]) net_->inputs[i] = {};
}

/// The gradient of the mean square of (probability - target) over a batch, into gradients_[0].
template <class Samples>
void NetworkTrainer<Samples>::learn(std::span<const std::uint32_t> batch, NetworkLoss& loss) {
  const auto threads = gradients_.size();
  std::vector<NetworkLoss> losses(threads);
  search::run_on_threads(static_cast<int>(threads), [&](int thread, std::stop_source&) {
    const auto part = static_cast<std::size_t>(thread);
    Weights<Network>& gradient = *gradients_[part];
    gradient = {};
    Layer<Samples> layer;
    typename Samples::Inputs inputs;
    for (std::size_t i = batch.size() * part / threads; i < batch.size() * (part + 1) / threads; ++i) {
      const TrainingSample sample = samples_.sample(batch[i]);
      samples_.inputs(batch[i], inputs);
      const double said = sigmoid(forward(*net_, inputs, sample.bucket, layer) + before(sample));
      const double miss = said - double{targets_[batch[i]]};
      losses[part].sum += miss * miss;
      // d/dx of (sigmoid(x) - t)^2 / 2: Adam does not see constant factors.
      backward(*net_, inputs, sample.bucket, layer, static_cast<float>(miss * said * (1 - said)), gradient);
    }
  });
  for (std::size_t part = 0; part < threads; ++part) {
    loss.sum += losses[part].sum;
    if (part == 0) continue;
    for (std::size_t i = 0; i < kNumbers<Network>; ++i)
      floats(*gradients_[0])[i] += floats(*gradients_[part])[i];
  }
  loss.samples += batch.size();
}

/// Adam (Kingma and Ba 2015) with decoupled decay (Loshchilov and Hutter 2019).
template <class Samples>
void NetworkTrainer<Samples>::step(double rate) {
  // What the limits of the rounded weights mean here.
  constexpr float kMaxInput = static_cast<float>(Network::kMaxInput) / Network::kInputOne;
  constexpr float kMaxOutput = static_cast<float>(Network::kMaxOutput) / Network::kOutputOne;
  constexpr float kMean = 0.9f, kSquare = 0.999f, kSmall = 1e-8f;
  ++steps_;
  const auto n = static_cast<double>(steps_);
  const auto mean_scale = static_cast<float>(1 / (1 - std::pow(double{kMean}, n)));
  const auto square_scale = static_cast<float>(1 / (1 - std::pow(double{kSquare}, n)));
  const auto speed = static_cast<float>(rate);  // Of learning.
  const auto kept = static_cast<float>(1 - rate * options_.decay);
  float *const weight = floats(*net_), *const mean = floats(*mean_), *const square = floats(*square_);
  const float* const gradient = floats(*gradients_[0]);
  const std::size_t inputs = sizeof(net_->inputs) / sizeof(float);
  for (std::size_t i = 0; i < kNumbers<Network>; ++i) {
    mean[i] = kMean * mean[i] + (1 - kMean) * gradient[i];
    square[i] = kSquare * square[i] + (1 - kSquare) * gradient[i] * gradient[i];
    const float max = i < inputs ? kMaxInput : kMaxOutput;
    const float moved =
        weight[i] * kept - speed * mean[i] * mean_scale / (std::sqrt(square[i] * square_scale) + kSmall);
    // Weights never leave what the rounded ones may hold, so rounding clips nothing.
    weight[i] = std::min(std::max(moved, -max), max);
  }
}

template <class Samples>
Epoch NetworkTrainer<Samples>::epoch(int number) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = order_.size(); i > 1; --i)
    // Fisher-Yates, by our own generator: std::shuffle differs between libraries.
    std::swap(order_[i - 1], order_[random_.below(static_cast<std::uint32_t>(i))]);
  Epoch epoch{};
  const std::size_t batches = (order_.size() + options_.batch - 1) / options_.batch;
  for (std::size_t i = 0; i < batches; ++i) {
    const double part = (number + static_cast<double>(i) / static_cast<double>(batches)) / options_.epochs;
    constexpr double kMinShareOfRate = 0.01;
    epoch.rate = options_.rate *
                 (kMinShareOfRate + (1 - kMinShareOfRate) * (1 + std::cos(std::numbers::pi * part)) / 2);
    const std::size_t first = i * options_.batch, last = std::min(order_.size(), first + options_.batch);
    learn(std::span(order_).subspan(first, last - first), epoch.trained);
    step(epoch.rate);
  }
  epoch.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return epoch;
}

/// On one thread, with the weights before they are rounded.
template <class Samples>
NetworkLoss NetworkTrainer<Samples>::loss_on(const Samples& samples, std::span<const float> targets) const {
  NetworkLoss loss{.samples = samples.size()};
  Layer<Samples> layer;
  typename Samples::Inputs inputs;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const TrainingSample sample = samples.sample(i);
    samples.inputs(i, inputs);
    const double said = sigmoid(forward(*net_, inputs, sample.bucket, layer) + before(sample));
    const double miss = said - double{targets[i]};
    loss.sum += miss * miss;
  }
  return loss;
}

template <class Samples>
auto NetworkTrainer<Samples>::rounded() const -> Network {
  Network network{};
  scale_weights(*net_, network, Network::kInputOne, Network::kOutputOne, Network::kOne * Network::kOutputOne);
  network.scale = static_cast<std::int32_t>(scale_);
  if constexpr (requires { network.corrects; }) network.corrects = options_.corrects;
  return network;
}

}  // namespace

TrainingSample XiangqiSamples::sample(std::size_t i) const {
  const NetworkSample& sample = of[i];
  return {.before = double{1} * sample.by_hand,
          .score = double{1} * sample.score,
          .points = sample.points / 2.0,
          .bucket = sample.bucket,
          .next_in = sample.next_in};
}

void XiangqiSamples::inputs(std::size_t i, Inputs& inputs) const {
  using namespace xiangqi;
  inputs.count = 0;
  inputs.times.fill(1);
  for_each_piece(of[i], [&](std::size_t kind, Square s) {
    const Piece piece = make_piece(kind < kPieceTypes ? Side::first : Side::second,
                                   static_cast<PieceType>(kind % kPieceTypes));
    for (unsigned view = 0; view < 4; ++view)
      inputs.of[view][inputs.count] = static_cast<std::uint16_t>(
          input_of(view < 2 ? Side::first : Side::second, view % 2 == 1, piece, s));
    ++inputs.count;
  });
}

Score XiangqiSamples::predict(const Network& network, std::size_t i) const {
  xiangqi::Accumulator accumulator;
  fill(accumulator, network, unpack(of[i]).board());
  const Score said = output(accumulator, network, Side::first, of[i].bucket);
  return network.corrects ? said + of[i].by_hand : said;
}

TrainingSample GomokuSamples::sample(std::size_t i) const {
  const ShapeExample& example = examples->of[of[i]];
  return {.before = double{1} * example.current,
          .score = double{1} * example.score,
          .points = (example.result + 1) / 2.0,
          .bucket = gomoku::bucket_of(example.stones),
          .next_in = example.next_in};
}

/// The terms of a position count combinations of the mover, and below 0 those of the other.
void GomokuSamples::inputs(std::size_t i, Inputs& inputs) const {
  inputs.count = 0;
  for (const ShapeTerm& term : examples->terms_of(examples->of[of[i]])) {
    if (term.weight + 1u == kShapeWeights) continue;  // The tempo.
    const auto combination = static_cast<std::uint16_t>(term.weight / 2);
    const bool own = term.weight % 2 == 0;
    inputs.of[0][inputs.count] = static_cast<std::uint16_t>(gomoku::input_of(combination, own));
    inputs.of[1][inputs.count] = static_cast<std::uint16_t>(gomoku::input_of(combination, !own));
    inputs.times[inputs.count++] = static_cast<float>(std::abs(term.times));
  }
}

Score GomokuSamples::predict(const Network& network, std::size_t i) const {
  const ShapeExample& example = examples->of[of[i]];
  std::vector<gomoku::CombinationChange> there;
  for (const ShapeTerm& term : examples->terms_of(example)) {
    if (term.weight + 1u == kShapeWeights) continue;
    const Side side = term.weight % 2 == 0 ? Side::first : Side::second;
    there.insert(there.end(), static_cast<std::size_t>(std::abs(term.times)),
                 {side, 0, static_cast<std::uint16_t>(term.weight / 2)});
  }
  gomoku::Accumulator accumulator{.of = {network.bias, network.bias}};
  update(accumulator, network, there);
  return output(accumulator, network, Side::first, gomoku::bucket_of(example.stones)) + example.current;
}

template <class Samples>
int fitted_scale(const Samples& samples) {
  // Samples: it is one number that is looked for.
  constexpr std::size_t kEnough = 200'000;
  const std::size_t stride = samples.size() / kEnough + 1;
  double best_error = 1e300;
  int best = 300;
  for (int scale = 100; scale <= 1000; scale += 10) {
    double error = 0;
    for (std::size_t i = 0; i < samples.size(); i += stride) {
      const TrainingSample sample = samples.sample(i);
      const double miss = sigmoid(sample.score / scale) - sample.points;
      error += miss * miss;
    }
    if (error < best_error) best_error = error, best = scale;
  }
  return best;
}

template <class Samples>
std::vector<float> targets_of(const Samples& samples, const NetworkOptions& options, int scale) {
  std::vector<float> targets(samples.size());
  // Backwards through each game: the target of the next position is known first. After an odd number of plies
  // it is the other side's chance.
  double next = 0;  // The target of the position after this one.
  for (std::size_t i = samples.size(); i-- > 0;) {
    const TrainingSample sample = samples.sample(i);
    const bool bootstraps = options.td && sample.next_in > 0;
    const double outcome = !bootstraps ? sample.points : sample.next_in % 2 == 0 ? next : 1 - next;
    next = options.lambda * outcome + (1 - options.lambda) * sigmoid(sample.score / scale);
    targets[i] = static_cast<float>(next);
  }
  return targets;
}

template <class Samples>
TrainedNetwork<typename Samples::Network> train_network(const Samples& samples, const Samples& held_out,
                                                        const NetworkOptions& options,
                                                        const std::function<void(const Epoch&)>& on_progress,
                                                        const typename Samples::Network* start) {
  TrainedNetwork<typename Samples::Network> trained{
      .network = {},
      .scale = options.scale > 0 ? options.scale : fitted_scale(samples),
      .epochs = {},
      .rounded = std::vector<NetworkLoss>(Samples::Network::kBuckets),
      .before = std::vector<NetworkLoss>(Samples::Network::kBuckets)};
  NetworkTrainer<Samples> trainer(samples, options, trained.scale, start);
  const std::vector<float> held_out_targets = targets_of(held_out, options, trained.scale);
  for (int number = 0; number < options.epochs; ++number) {
    Epoch epoch = trainer.epoch(number);
    epoch.held_out = trainer.loss_on(held_out, held_out_targets);
    on_progress(trained.epochs.emplace_back(epoch));
  }
  trained.network = trainer.rounded();
  for (std::size_t i = 0; i < held_out.size(); ++i) {
    const TrainingSample sample = held_out.sample(i);
    const auto note = [&, target = double{held_out_targets[i]}](NetworkLoss& loss, double said) {
      const double miss = sigmoid(said / trained.scale) - target;
      loss.sum += miss * miss;
      ++loss.samples;
    };
    // The rounded network is what plays, so it is what is told.
    note(trained.rounded[sample.bucket], held_out.predict(trained.network, i));
    note(trained.before[sample.bucket], sample.before);
  }
  return trained;
}

template int fitted_scale(const XiangqiSamples&);
template int fitted_scale(const GomokuSamples&);
template std::vector<float> targets_of(const XiangqiSamples&, const NetworkOptions&, int scale);
template std::vector<float> targets_of(const GomokuSamples&, const NetworkOptions&, int scale);
template TrainedNetwork<xiangqi::Network> train_network(const XiangqiSamples&, const XiangqiSamples&,
                                                        const NetworkOptions&,
                                                        const std::function<void(const Epoch&)>&,
                                                        const xiangqi::Network*);
template TrainedNetwork<gomoku::Network> train_network(const GomokuSamples&, const GomokuSamples&,
                                                       const NetworkOptions&,
                                                       const std::function<void(const Epoch&)>&,
                                                       const gomoku::Network*);

}  // namespace engine::lab
