#pragma once

#include <array>
#include <cstdint>

namespace engine::lab {

/// Results of pairs of games, one opening with either side each, as Fishtest counts them (pentanomial):
/// points of the first player in a pair, in halves from 0 to 4. A pair says more than two games, since the
/// opening's own advantage cancels.
struct PairCounts {
  std::array<std::uint64_t, 5> of = {};

  std::uint64_t pairs() const;
  /// Mean points a game, 0 to 1.
  double score() const;
  /// Variance of a pair's mean points a game.
  double variance() const;
};

/// Logistic Elo and half the width of its 95 % interval.
struct Elo {
  double difference;
  double error;
};
Elo elo(const PairCounts& counts);
double score_of_elo(double difference);

/// A sequential probability ratio test (Wald 1945) of "stronger by `elo1`" against "by `elo0`", with 5 % of
/// either error.
struct Sprt {
  double elo0;
  double elo1;

  static constexpr double kBound = 2.9444389791664403;  ///< log((1 - 0.05) / 0.05)
  /// The log-likelihood ratio of the results so far: of the most likely distributions of pairs with either
  /// mean (generalised test; Van den Bergh, "A practical introduction to the GSPRT").
  double ratio(const PairCounts& counts) const;
  enum class Verdict { open, accepted, rejected };
  Verdict verdict(const PairCounts& counts) const;
};

}  // namespace engine::lab
