#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/zobrist.h"

namespace engine::lab {

/// A number of the engine that games may change.
struct Tunable {
  std::string name;
  double value;
  int min;
  int max;
  double step;  ///< By how much it is changed in the last trials; a tenth of the range is a fair guess.
};

/// Reads "name:value:min:max[:step]". Throws std::invalid_argument.
Tunable read_tunable(const std::string& text);

/// Simultaneous perturbation stochastic approximation (Spall 1992), with the schedule that Fishtest uses: all
/// numbers are changed at once, up and down at random, two games tell which side of the change is better, and
/// every number moves a little towards it.
class Spsa {
 public:
  /// @param trials pairs of games in all; the schedule depends on it
  Spsa(std::vector<Tunable> numbers, std::uint64_t trials, std::uint64_t seed)
      : numbers_(std::move(numbers)), trials_(trials), seed_(seed) {}

  struct Trial {
    std::uint64_t number;
    std::vector<int> signs;  ///< Which way each was changed for `plus`.
    std::vector<int> plus, minus;
  };
  /// Depends on the numbers as they are now, the seed and the number of the trial.
  /// Several may be open at a time: each is changed from the numbers that it was made from.
  Trial trial(std::uint64_t number) const;
  /// `points` of plus less those of minus in the two games: -2 to 2.
  /// Trials may come in any order; with several threads the result depends on it.
  void learn(const Trial& trial, double points);

  const std::vector<Tunable>& numbers() const { return numbers_; }
  /// Bounded to the number's range. For runs that go on.
  void set(std::size_t i, double value);

 private:
  double change(const Tunable& number, std::uint64_t trial) const;

  std::vector<Tunable> numbers_;
  std::uint64_t trials_;
  std::uint64_t seed_;
};

}  // namespace engine::lab
