#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "engine/games/gomoku/point_weights.h"
#include "engine/lab/training/selfplay.h"

namespace engine::lab {

/// How often a weight counts in a position: below 0 for the opponent. Weights are numbered as in the file:
/// two a combination, for the side to move and for the other, then the tempo.
struct ShapeTerm {
  std::uint16_t weight;
  std::int16_t times;
};
inline constexpr std::size_t kShapeWeights = 2 * gomoku::kCombinations + 1;

/// A position of Gomoku as the evaluation sees it.
struct ShapeExample {
  std::uint32_t first = 0, end = 0;  ///< Its terms, among those of ShapeExamples.
  std::int16_t score = 0;            ///< Of the search, for the side to move.
  std::int16_t current = 0;          ///< What the current point weights say.
  std::int8_t result = 0;            ///< For the side to move: 1, 0, -1.
  std::uint8_t stones = 0;           ///< On the board.
  std::uint16_t next_in = 0;         ///< Plies to the next example of its game; 0: none.
  bool held_out = false;             ///< Tests what the others taught.
};
inline constexpr int kShapeStages = 8;
inline constexpr int kShapeStageStones = 8;

struct ShapeExamples {
  std::vector<ShapeTerm> terms;
  std::vector<ShapeExample> of;

  std::span<const ShapeTerm> terms_of(const ShapeExample& example) const {
    return std::span(terms).subspan(example.first, example.end - example.first);
  }
  /// Without the terms that count on neither side.
  void add(ShapeExample example, const std::vector<int>& times);
};
/// Appends the positions of these games where the search ended with an estimate within `decided` and no side
/// can make a five. Throws std::invalid_argument for games of another game, and std::runtime_error for a move
/// that is none.
void add_shape_examples(const SelfPlaySettings& settings, const std::vector<SelfPlayGame>& games, int decided,
                        std::uint32_t held_out, ShapeExamples& examples);

struct ShapeOptions {
  std::uint64_t seed = 1;  ///< Of the order of the positions.
  int epochs = 12;
  double rate = 0.02;   ///< Of Adam at the beginning, in units of `scale`; it falls to nothing.
  double ridge = 20;    ///< As many positions as say that a weight is what was set by hand.
  double lambda = 0.5;  ///< Part of the result in the target; the rest is the score.
  double scale = 0;  ///< Centi-stones that make the odds e to 1; 0: as the scores predict the results best.
};
/// Logarithmic losses of a stage in thousandths of a nat, against the targets.
struct ShapeLoss {
  std::uint64_t samples = 0, held_out_samples = 0;
  double trained = 0, held_out = 0, current = 0;
};
struct TrainedShapes {
  double scale = 0;
  std::vector<std::int16_t> weights = {};  ///< kShapeWeights.
  std::vector<ShapeLoss> losses = {};      ///< By stage, then of all.
};

/// Fits the weights by logistic regression, on one thread.
TrainedShapes train_shapes(const ShapeExamples& examples, const ShapeOptions& options);

/// The file that gomoku::read_point_weights() reads; `origin` is its line of text.
void write_shape_weights(const TrainedShapes& trained, const std::string& origin, std::ostream& out);
void print_shape_losses(const TrainedShapes& trained, std::ostream& out);

}  // namespace engine::lab
