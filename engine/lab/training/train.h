#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "engine/lab/training/selfplay.h"

namespace engine::lab {

// Fits the linear evaluation of anti-Reversi (antireversi/evaluation.cpp); pattern_training.h fits patterns.

/// A linear evaluation that can be fitted: what it counts, with weights of their own for every stage of the
/// game.
struct LinearModel {
  std::string_view game;
  std::vector<std::string> features;
  std::size_t stages;
  double unit;  ///< Of the target: 100 makes hundredths of a disc of discs.
  /// The stage of a position and what is counted there, for the side to move.
  std::pair<std::size_t, std::vector<int>> (*look)(const std::string& pos);
  /// What the engine says today, for comparison.
  double (*current)(const std::string& pos);
};

/// Throws std::invalid_argument for a game that has no such model.
const LinearModel& linear_model_of(std::string_view game);

struct TrainOptions {
  double ridge = 1e-3;
  std::uint32_t held_out = 10;  ///< Every so-manieth game tests what the others taught.
  Filter filter;
};

/// Errors of a stage, in the unit of the target, as root mean squares.
struct StageError {
  std::uint64_t samples = 0, held_out_samples = 0;
  double trained = 0;   ///< On the games that taught.
  double held_out = 0;  ///< On the others,
  double current = 0;   ///< where today's evaluation has this.
};

struct Trained {
  std::vector<std::vector<int>> weights;  ///< By stage, rounded.
  std::vector<StageError> errors;         ///< By stage.
};

/// Fits a model to the margins of self-play games.
/// The weights do not depend on `threads`: sums of whole numbers are exact in any order.
Trained train(const LinearModel& model, const SelfPlaySettings& settings,
              const std::vector<SelfPlayGame>& games, const TrainOptions& options, int threads);

/// Weights as rows of C++, errors as a table, and the errors as an SVG picture.
void print_weights(const LinearModel& model, const Trained& trained, std::ostream& out);
void print_errors(const std::vector<StageError>& errors, std::ostream& out);
void draw_errors(const std::vector<StageError>& errors, std::ostream& out);

}  // namespace engine::lab
