#pragma once

#include <array>
#include <functional>
#include <iosfwd>
#include <vector>

#include "engine/games/gomoku/network.h"
#include "engine/games/xiangqi/network.h"
#include "engine/lab/training/network_samples.h"
#include "engine/lab/training/shape_training.h"

namespace engine::lab {

/// A game's network is trained in floating point, over its evaluation without it (`before`), to predict a
/// mixture of result and score as a chance of winning; then it is rounded to the integers that play.
///
/// The same samples, options, start and threads give the same weights to the byte: batches are split in a
/// fixed way and sums are made in a fixed order. Another number of threads rounds differently.
struct NetworkOptions {
  int epochs = 8;
  std::size_t batch = 8192;
  double rate = 0.002;   ///< Of learning at the start; it falls to a hundredth of that along a cosine.
  double decay = 0.5;    ///< How strongly weights are held towards 0 (AdamW).
  double lambda = 0.3;   ///< The part of the target that is the result of the game; the rest is the score.
  bool td = false;       ///< TD(lambda) (Sutton 1988): the target of the next position stands for the result.
  bool corrects = true;  ///< The network adds to what is there without it; Gomoku's always does.
  int scale = 0;         ///< Hundredths in which the result is even odds to e; 0: as the games say.
  std::uint64_t seed = 1;
  int threads = 1;
};

/// What is known of a position besides its inputs.
struct TrainingSample {
  double before;  ///< What the network corrects, in hundredths of a pawn or stone for the side to move.
  double score;   ///< Of the search.
  double points;  ///< What the game brought: 1, 0.5 or 0.
  std::size_t bucket;
  int next_in;  ///< Plies to the next one in order, if it is of the same game; otherwise 0.
};

/// The inputs of a position by view: the mover's first, then as many of the other's.
template <std::size_t Views, std::size_t Most>
struct NetworkInputs {
  std::size_t count = 0;
  std::array<std::array<std::uint16_t, Most>, Views> of;
  std::array<float, Most> times;  ///< How often each is there.
};

/// Positions of Xiangqi to learn from.
struct XiangqiSamples {
  using Network = xiangqi::Network;
  using Inputs = NetworkInputs<4, 32>;  // Each side's view, and both wings of it.

  std::vector<NetworkSample> of;

  std::size_t size() const { return of.size(); }
  TrainingSample sample(std::size_t i) const;
  void inputs(std::size_t i, Inputs& inputs) const;
  Score predict(const Network& network, std::size_t i) const;  ///< With what it corrects.
};

/// Positions of Gomoku: a part of those that `examples` holds, which must outlive this.
struct GomokuSamples {
  using Network = gomoku::Network;
  using Inputs = NetworkInputs<2, 2 * gomoku::kPoints>;

  const ShapeExamples* examples = nullptr;
  std::vector<std::uint32_t> of = {};

  std::size_t size() const { return of.size(); }
  TrainingSample sample(std::size_t i) const;
  void inputs(std::size_t i, Inputs& inputs) const;
  Score predict(const Network& network, std::size_t i) const;
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

template <class Network>
struct TrainedNetwork {
  Network network;  ///< Rounded.
  int scale;
  std::vector<Epoch> epochs;
  /// On samples held out, by bucket: of the rounded network, and of what it corrects.
  std::vector<NetworkLoss> rounded, before;
};

/// The hundredths that best explain the results by 1 / (1 + exp(-score / scale)).
template <class Samples>
int fitted_scale(const Samples& samples);

/// The chance of winning that each position shall be given, between 0 and 1.
template <class Samples>
std::vector<float> targets_of(const Samples& samples, const NetworkOptions& options, int scale);

/// Adam on batches in an order made of the seed, from the weights of `start` or, without one, from random
/// ones. The same samples, options, start and number of threads give the same weights. `on_progress` is
/// called after each epoch. For XiangqiSamples and GomokuSamples.
template <class Samples>
TrainedNetwork<typename Samples::Network> train_network(const Samples& samples, const Samples& held_out,
                                                        const NetworkOptions& options,
                                                        const std::function<void(const Epoch&)>& on_progress,
                                                        const typename Samples::Network* start = nullptr);

/// Losses by bucket as a table, and losses by epoch as an SVG picture.
void print_losses(const std::vector<NetworkLoss>& rounded, const std::vector<NetworkLoss>& before,
                  std::ostream& out);
void draw_losses(const std::vector<Epoch>& epochs, std::ostream& out);

}  // namespace engine::lab
