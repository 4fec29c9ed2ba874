#include "engine/lab/network_trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>

#include "engine/core/zobrist.h"
#include "engine/search/parallel.h"

namespace engine::lab {
namespace {

using xiangqi::Network;
using Row = NetworkWeights::Row;
constexpr std::size_t kHidden = NetworkWeights::kHidden;
constexpr std::size_t kMostPieces = 32;

/// What the limits of the rounded weights mean here.
constexpr float kMostInput = static_cast<float>(Network::kMostInput) / Network::kOne;
constexpr float kMostOutput = static_cast<float>(Network::kMostOutput) / Network::kOutputOne;

std::size_t number_of_weights() {
  return sizeof(NetworkWeights) / sizeof(float);
}
static_assert(sizeof(NetworkWeights) % sizeof(float) == 0);
float* floats(NetworkWeights& weights) {
  return reinterpret_cast<float*>(&weights);
}

/// The inputs of a position: by view (the mover's, the other's) and wing.
struct Inputs {
  std::size_t count = 0;
  std::array<std::array<std::uint16_t, kMostPieces>, 4> of;
};

Inputs inputs_of(const NetworkSample& sample) {
  using namespace xiangqi;
  Inputs inputs;
  for_each_piece(sample, [&](std::size_t kind, Square s) {
    const Piece piece = make_piece(kind < kPieceTypes ? Side::first : Side::second,
                                   static_cast<PieceType>(kind % kPieceTypes));
    for (unsigned i = 0; i < 4; ++i)
      inputs.of[i][inputs.count] =
          static_cast<std::uint16_t>(input_of(i < 2 ? Side::first : Side::second, i % 2 == 1, piece, s));
    ++inputs.count;
  });
  return inputs;
}

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

/// The sum in an order that does not depend on the width of vectors.
float sum_of(const Row& row) {
  std::array<float, 8> parts{};
  for (std::size_t i = 0; i < kHidden; i += parts.size())
    for (std::size_t k = 0; k < parts.size(); ++k) parts[k] += row[i + k];
  return ((parts[0] + parts[4]) + (parts[1] + parts[5])) + ((parts[2] + parts[6]) + (parts[3] + parts[7]));
}

struct Layer {
  std::array<Row, 4> units;  ///< Clipped.
};

/// The logit of winning, for the mover.
float forward(const NetworkWeights& net, const Inputs& inputs, std::size_t bucket, Layer& layer) {
  Row weighed{};
  for (std::size_t i = 0; i < 4; ++i) {
    Row units = net.bias;
    for (std::size_t k = 0; k < inputs.count; ++k) {
      const Row& weights = net.inputs[inputs.of[i][k]];
      for (std::size_t h = 0; h < kHidden; ++h) units[h] += weights[h];
    }
    const Row& out = net.outputs[bucket][i / 2];
    for (std::size_t h = 0; h < kHidden; ++h) {
      units[h] = std::min(std::max(units[h], 0.0f), 1.0f);
      weighed[h] += units[h] * units[h] * out[h];
    }
    layer.units[i] = units;
  }
  return net.output_bias[bucket] + sum_of(weighed);
}

void backward(const NetworkWeights& net, const Inputs& inputs, std::size_t bucket, const Layer& layer,
              float slope, NetworkWeights& gradient) {
  gradient.output_bias[bucket] += slope;
  for (std::size_t i = 0; i < 4; ++i) {
    const Row& units = layer.units[i];
    const Row& out = net.outputs[bucket][i / 2];
    Row& out_gradient = gradient.outputs[bucket][i / 2];
    Row inner;
    for (std::size_t h = 0; h < kHidden; ++h) {
      out_gradient[h] += slope * units[h] * units[h];
      const bool inside = (units[h] > 0) & (units[h] < 1);
      inner[h] = inside ? 2 * slope * units[h] * out[h] : 0.0f;
    }
    for (std::size_t h = 0; h < kHidden; ++h) gradient.bias[h] += inner[h];
    for (std::size_t k = 0; k < inputs.count; ++k) {
      Row& row = gradient.inputs[inputs.of[i][k]];
      for (std::size_t h = 0; h < kHidden; ++h) row[h] += inner[h];
    }
  }
}

class Trainer {
 public:
  Trainer(const std::vector<NetworkSample>& samples, const NetworkOptions& options, int scale);

  Epoch epoch(int number);
  NetworkLoss loss_on(const std::vector<NetworkSample>& samples) const;
  double target(const NetworkSample& sample) const {
    return options_.lambda * sample.points / 2 + (1 - options_.lambda) * sigmoid(sample.score / scale_);
  }
  Network rounded() const;

 private:
  /// What the network corrects.
  double before(const NetworkSample& sample) const { return options_.corrects ? sample.by_hand / scale_ : 0; }
  void learn(std::span<const std::uint32_t> batch, NetworkLoss& loss);
  void step(double samples);

  const std::vector<NetworkSample>& samples_;
  const NetworkOptions& options_;
  double scale_;
  std::unique_ptr<NetworkWeights> net_ = std::make_unique<NetworkWeights>();
  std::unique_ptr<NetworkWeights> mean_ = std::make_unique<NetworkWeights>();
  std::unique_ptr<NetworkWeights> square_ = std::make_unique<NetworkWeights>();
  std::vector<std::unique_ptr<NetworkWeights>> gradients_;  ///< By thread.
  std::array<bool, Network::kInputs> seen_{};
  std::vector<std::uint32_t> order_;
  SplitMix64 random_;
  std::size_t steps_ = 0;
};

Trainer::Trainer(const std::vector<NetworkSample>& samples, const NetworkOptions& options, int scale)
    : samples_(samples), options_(options), scale_(scale), order_(samples.size()), random_(options.seed) {
  std::iota(order_.begin(), order_.end(), 0u);
  const auto uniform = [&](float most) {
    return most * (static_cast<float>(random_.below(1 << 24)) / (1 << 23) - 1);
  };
  *net_ = {}, *mean_ = {}, *square_ = {};
  for (Row& row : net_->inputs)
    for (float& weight : row) weight = uniform(0.15f);
  net_->bias.fill(0.3f);
  for (auto& bucket : net_->outputs)
    for (Row& row : bucket)
      for (float& weight : row) weight = uniform(0.15f);
  for (auto& bucket : net_->outputs) bucket = net_->outputs[0];
  for (int i = 0; i < options.threads; ++i) gradients_.push_back(std::make_unique<NetworkWeights>());
  for (const NetworkSample& sample : samples)
    for (const auto& view : {inputs_of(sample)})
      for (const auto& inputs : view.of)
        for (std::size_t k = 0; k < view.count; ++k) seen_[inputs[k]] = true;
  for (std::size_t i = 0; i < net_->inputs.size(); ++i)  // Where a piece never stands.
    if (!seen_[i]) net_->inputs[i] = {};
}

void Trainer::learn(std::span<const std::uint32_t> batch, NetworkLoss& loss) {
  const auto threads = gradients_.size();
  std::vector<NetworkLoss> losses(threads);
  search::run_on_threads(static_cast<int>(threads), [&](int thread) {
    const auto part = static_cast<std::size_t>(thread);
    NetworkWeights& gradient = *gradients_[part];
    gradient = {};
    Layer layer;
    for (std::size_t i = batch.size() * part / threads; i < batch.size() * (part + 1) / threads; ++i) {
      const NetworkSample& sample = samples_[batch[i]];
      const Inputs inputs = inputs_of(sample);
      const double said = sigmoid(forward(*net_, inputs, sample.bucket, layer) + before(sample));
      const double miss = said - target(sample);
      losses[part].sum += miss * miss;
      backward(*net_, inputs, sample.bucket, layer, static_cast<float>(miss * said * (1 - said)), gradient);
    }
  });
  for (std::size_t part = 0; part < threads; ++part) {
    loss.sum += losses[part].sum;
    if (part == 0) continue;
    for (std::size_t i = 0; i < number_of_weights(); ++i)
      floats(*gradients_[0])[i] += floats(*gradients_[part])[i];
  }
  loss.samples += batch.size();
}

/// Adam (Kingma and Ba 2015) with decoupled decay (Loshchilov and Hutter 2019).
void Trainer::step(double rate) {
  constexpr float kMean = 0.9f, kSquare = 0.999f, kSmall = 1e-8f;
  ++steps_;
  const auto n = static_cast<double>(steps_);
  const auto mean_scale = static_cast<float>(1 / (1 - std::pow(double{kMean}, n)));
  const auto square_scale = static_cast<float>(1 / (1 - std::pow(double{kSquare}, n)));
  const auto speed = static_cast<float>(rate);
  const auto kept = static_cast<float>(1 - rate * options_.decay);
  float *const weight = floats(*net_), *const mean = floats(*mean_), *const square = floats(*square_);
  const float* const gradient = floats(*gradients_[0]);
  const std::size_t inputs = sizeof(net_->inputs) / sizeof(float);
  for (std::size_t i = 0; i < number_of_weights(); ++i) {
    mean[i] = kMean * mean[i] + (1 - kMean) * gradient[i];
    square[i] = kSquare * square[i] + (1 - kSquare) * gradient[i] * gradient[i];
    const float most = i < inputs ? kMostInput : kMostOutput;
    const float moved =
        weight[i] * kept - speed * mean[i] * mean_scale / (std::sqrt(square[i] * square_scale) + kSmall);
    weight[i] = std::min(std::max(moved, -most), most);
  }
}

Epoch Trainer::epoch(int number) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = order_.size(); i > 1; --i)
    std::swap(order_[i - 1], order_[random_.below(static_cast<std::uint32_t>(i))]);
  Epoch epoch{};
  const std::size_t batches = (order_.size() + options_.batch - 1) / options_.batch;
  for (std::size_t i = 0; i < batches; ++i) {
    const double part = (number + static_cast<double>(i) / static_cast<double>(batches)) / options_.epochs;
    constexpr double kLeast = 0.01;
    epoch.rate = options_.rate * (kLeast + (1 - kLeast) * (1 + std::cos(std::numbers::pi * part)) / 2);
    const std::size_t first = i * options_.batch, last = std::min(order_.size(), first + options_.batch);
    learn(std::span(order_).subspan(first, last - first), epoch.trained);
    step(epoch.rate);
  }
  epoch.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return epoch;
}

NetworkLoss Trainer::loss_on(const std::vector<NetworkSample>& samples) const {
  NetworkLoss loss{.samples = samples.size()};
  Layer layer;
  for (const NetworkSample& sample : samples) {
    const double miss =
        sigmoid(forward(*net_, inputs_of(sample), sample.bucket, layer) + before(sample)) - target(sample);
    loss.sum += miss * miss;
  }
  return loss;
}

Network Trainer::rounded() const {
  const auto round_all = [](const auto& from, auto& to, double one) {
    for (std::size_t i = 0; i < from.size(); ++i)
      to[i] = static_cast<std::remove_reference_t<decltype(to[0])>>(std::lround(from[i] * one));
  };
  Network network{};
  for (std::size_t i = 0; i < Network::kInputs; ++i)
    round_all(net_->inputs[i], network.inputs[i], Network::kOne);
  round_all(net_->bias, network.bias, Network::kOne);
  for (std::size_t bucket = 0; bucket < Network::kBuckets; ++bucket)
    for (std::size_t view : {0u, 1u})
      round_all(net_->outputs[bucket][view], network.outputs[bucket][view], Network::kOutputOne);
  round_all(net_->output_bias, network.output_bias, Network::kOne * Network::kOutputOne);
  network.scale = static_cast<std::int32_t>(scale_);
  network.corrects = options_.corrects;
  return network;
}

Score said_by(const Network& network, const NetworkSample& sample) {
  const auto position = unpack(sample);
  xiangqi::Accumulators sums;
  fill(sums, network, position.board());
  const Score said = output(sums, network, Side::first, sample.bucket);
  return network.corrects ? said + sample.by_hand : said;
}

}  // namespace

int fitted_scale(const std::vector<NetworkSample>& samples) {
  constexpr std::size_t kEnough = 200'000;
  const std::size_t stride = samples.size() / kEnough + 1;
  double best_error = 1e300;
  int best = 300;
  for (int scale = 100; scale <= 1000; scale += 10) {
    double error = 0;
    for (std::size_t i = 0; i < samples.size(); i += stride) {
      const double miss = sigmoid(double{1} * samples[i].score / scale) - samples[i].points / 2.0;
      error += miss * miss;
    }
    if (error < best_error) best_error = error, best = scale;
  }
  return best;
}

TrainedNetwork train_network(const std::vector<NetworkSample>& samples,
                             const std::vector<NetworkSample>& held_out, const NetworkOptions& options,
                             const std::function<void(const Epoch&)>& heard) {
  TrainedNetwork trained{.network = {},
                         .scale = options.scale > 0 ? options.scale : fitted_scale(samples),
                         .epochs = {},
                         .rounded = {},
                         .by_hand = {}};
  Trainer trainer(samples, options, trained.scale);
  for (int number = 0; number < options.epochs; ++number) {
    Epoch epoch = trainer.epoch(number);
    epoch.held_out = trainer.loss_on(held_out);
    heard(trained.epochs.emplace_back(epoch));
  }
  trained.network = trainer.rounded();
  for (const NetworkSample& sample : held_out) {
    const auto note = [&](NetworkLoss& loss, Score said) {
      const double miss = sigmoid(double{1} * said / trained.scale) - trainer.target(sample);
      loss.sum += miss * miss;
      ++loss.samples;
    };
    note(trained.rounded[sample.bucket], said_by(trained.network, sample));
    note(trained.by_hand[sample.bucket], sample.by_hand);
  }
  return trained;
}

}  // namespace engine::lab
