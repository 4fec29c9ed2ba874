#pragma once

#include <array>
#include <cstdint>

namespace engine::lab {

// What a match proves. Elo tells how large a difference is, SPRT whether it is there; both count pairs.
//
//     PairCounts counts;  ++counts.of[half_points];           // 0 to 4, for each pair of games
//     if (Sprt{0, 10}.verdict(counts) != Sprt::Verdict::open) ...

/// Results of pairs of games, one opening with either side each, as Fishtest counts them (pentanomial):
/// points of the first player in a pair, in halves from 0 to 4. A pair says more than two games, since the
/// opening's own advantage cancels.
struct PairCounts {
  std::array<std::uint64_t, 5> of = {};

  std::uint64_t pairs() const;
  /// Mean points a game, 0 to 1.
  /// 0.5 without a pair.
  double score() const;
  /// Variance of a pair's mean points a game.
  /// With a little of every result added (kPrior), so that it is never 0.
  double variance() const;
};

/// Logistic Elo and half the width of its 95 % interval.
struct Elo {
  double difference;
  double error;
};
/// {0, 0} without a pair. Bounded to about 1,600 Elo, so few games that were all won show no infinity.
Elo elo(const PairCounts& counts);
/// Expected points a game, 0 to 1, of a player stronger by so much.
double score_of_elo(double difference);

/// A sequential probability ratio test (Wald 1945) of "stronger by `elo1`" against "by `elo0`", with 5 % of
/// either error.
struct Sprt {
  double elo0;
  double elo1;

  static constexpr double kBound = 2.9444389791664403;  ///< log((1 - 0.05) / 0.05)
  /// The log-likelihood ratio of the results so far: of the most likely distributions of pairs with either
  /// mean (generalised test; Van den Bergh, "A practical introduction to the GSPRT").
  /// May be asked after each game: the bounds hold for a test that is stopped at any time.
  double ratio(const PairCounts& counts) const;
  enum class Verdict { open, accepted, rejected };
  /// accepted: stronger by `elo1` rather than `elo0`; rejected: the other way about.
  Verdict verdict(const PairCounts& counts) const;
};

/// A test while pairs come in. Its first verdict stands: what was under way then is no evidence any more, for
/// a test that goes on after it has ended errs more often.
class RunningSprt {
 public:
  /// Throws std::invalid_argument unless sprt.elo0 < sprt.elo1.
  explicit RunningSprt(const Sprt& sprt);
  /// To be called after each game, with all pairs so far.
  void look(const PairCounts& counts) {
    if (verdict_ == Sprt::Verdict::open) verdict_ = sprt_.verdict(counts);
  }
  const Sprt& sprt() const { return sprt_; }
  Sprt::Verdict verdict() const { return verdict_; }

 private:
  Sprt sprt_;
  Sprt::Verdict verdict_ = Sprt::Verdict::open;
};

}  // namespace engine::lab
