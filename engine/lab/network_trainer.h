#pragma once

#include <functional>
#include <iosfwd>
#include <vector>

#include "engine/games/xiangqi/network.h"
#include "engine/lab/network_samples.h"

namespace engine::lab {

struct NetworkOptions {
  int epochs = 8;
  std::size_t batch = 8192;
  double rate = 0.002;   ///< Of learning at the start; it falls to a hundredth of that along a cosine.
  double decay = 0.5;    ///< How strongly weights are held towards 0 (AdamW).
  double lambda = 0.3;   ///< The part of the target that is the result of the game; the rest is the score.
  bool corrects = true;  ///< The network adds to the evaluation made by hand.
  int scale = 0;         ///< Centipawns in which the result is even odds to e; 0: as the games say.
  std::uint64_t seed = 1;
  int threads = 1;
};

/// Weights as they are trained: those of xiangqi::Network, as fractions.
struct NetworkWeights {
  static constexpr std::size_t kHidden = xiangqi::Network::kHidden;
  using Row = std::array<float, kHidden>;
  std::array<Row, xiangqi::Network::kInputs> inputs;
  Row bias;
  std::array<std::array<Row, 2>, xiangqi::Network::kBuckets> outputs;
  std::array<float, xiangqi::Network::kBuckets> output_bias;
};

/// Mean squares of (probability said - target).
struct NetworkLoss {
  std::uint64_t samples = 0;
  double sum = 0;
  double mean() const { return samples == 0 ? 0 : sum / static_cast<double>(samples); }
};

struct Epoch {
  double rate;
  NetworkLoss trained;
  NetworkLoss held_out;
  double seconds;
};

struct TrainedNetwork {
  xiangqi::Network network;  ///< Rounded.
  int scale;
  std::vector<Epoch> epochs;
  /// On samples held out, by bucket: of the rounded network, and of the evaluation made by hand.
  std::array<NetworkLoss, xiangqi::Network::kBuckets> rounded, by_hand;
};

/// The centipawns that best explain the results by 1 / (1 + exp(-score / scale)).
int fitted_scale(const std::vector<NetworkSample>& samples);

/// Adam on batches in an order made of the seed. The same samples, options and number of threads give the
/// same weights. `heard` is told after each epoch.
TrainedNetwork train_network(const std::vector<NetworkSample>& samples,
                             const std::vector<NetworkSample>& held_out, const NetworkOptions& options,
                             const std::function<void(const Epoch&)>& heard);

/// Losses by bucket as a table, and losses by epoch as an SVG picture.
void print_losses(const TrainedNetwork& trained, std::ostream& out);
void draw_losses(const TrainedNetwork& trained, std::ostream& out);

}  // namespace engine::lab
