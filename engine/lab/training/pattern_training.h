#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "engine/games/antireversi/position.h"
#include "engine/lab/training/selfplay.h"

namespace engine::lab {

/// A position of anti-Reversi and what it is worth.
struct PatternExample {
  antireversi::Discs discs;
  std::int16_t target;  ///< In hundredths of a disc, for the side to move.
  bool held_out;        ///< Tests what the others taught.
};
struct ExampleOptions {
  Filter filter = {};
  std::uint32_t held_out = 10;  ///< Every so-manieth game only tests; 0: none.
  /// TD(lambda) (Sutton 1988): the target of a position is this share of the target of the next one of its
  /// game, and the rest its own search score; after the last one comes the result. 1: the result alone.
  double lambda = 1;
};
/// Appends the positions of these games. Throws std::invalid_argument for games of another game.
void add_pattern_examples(const SelfPlaySettings& settings, const std::vector<SelfPlayGame>& games,
                          const ExampleOptions& options, std::vector<PatternExample>& examples);

struct PatternOptions {
  double ridge = 30;  ///< As many examples as say that a weight is 0: what is rarely seen stays near it.
  int rounds = 40;    ///< Of conjugate gradients.
  int overlap = 2;    ///< A stage also learns from positions so many empty squares beyond its ends.
};

/// Errors of a stage, in hundredths of a disc, as root mean squares.
struct StageError {
  std::uint64_t samples = 0, held_out_samples = 0;
  double trained = 0;   ///< On the games that taught.
  double held_out = 0;  ///< On the others,
  double current = 0;   ///< where the evaluation that plays today has this.
};
struct TrainedPatterns {
  std::vector<std::vector<std::int16_t>> weights;  ///< By stage and number of number_of_places().
  std::vector<StageError> errors;                  ///< By stage.
};

/// Fits the weights by least squares. Each stage is fitted by one thread, so the result is the same for any
/// number of threads.
/// Memory: 67 numbers of 32 bits an example of the stages being fitted.
TrainedPatterns train_patterns(const std::vector<PatternExample>& examples, const PatternOptions& options,
                               int threads);

/// The file that antireversi::read_pattern_weights() reads; `origin` is its line of text.
void write_pattern_weights(const TrainedPatterns& trained, const std::string& origin, std::ostream& out);

/// As a table, and as an SVG picture.
void print_errors(const std::vector<StageError>& errors, std::ostream& out);
void draw_errors(const std::vector<StageError>& errors, std::ostream& out);

}  // namespace engine::lab
