#include "engine/lab/matches/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace engine::lab {
namespace {

/// Points a game, of a pair that made so many halves.
constexpr double points(std::size_t half_points) {
  return static_cast<double>(half_points) / 4.0;
}

double elo_of_score(double score) {
  constexpr double kMinScore = 1e-4;  // Few games do not show an infinite difference.
  const double bounded = std::clamp(score, kMinScore, 1 - kMinScore);
  return -400.0 * std::log10(1.0 / bounded - 1.0);
}

/// The share of each result, of which a little has always been seen, so that none is impossible.
std::array<double, 5> shares(const PairCounts& counts) {
  constexpr double kPrior = 1e-3;
  std::array<double, 5> shares;
  double total = 0;
  for (std::size_t i = 0; i < shares.size(); ++i)
    total += shares[i] = static_cast<double>(counts.of[i]) + kPrior;
  for (double& share : shares) share /= total;
  return shares;
}

/// The multiplier of the most likely distribution whose mean is `mean`: share / (1 + multiplier (points -
/// mean)). Bisection, since the mean falls as the multiplier grows.
// Maximum likelihood under the constraint of a mean (empirical likelihood): by Lagrange each share is divided
// by a linear function of its points. The bounds of the bisection are where a divisor becomes 0.
double multiplier(const std::array<double, 5>& shares, double mean) {
  double low = -1 / (1 - mean), high = 1 / mean;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    double excess = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
      excess += shares[i] * (points(i) - mean) / (1 + middle * (points(i) - mean));
    (excess > 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

std::uint64_t PairCounts::pairs() const {
  return std::accumulate(of.begin(), of.end(), std::uint64_t{0});
}

double PairCounts::score() const {
  double sum = 0;
  for (std::size_t i = 0; i < of.size(); ++i) sum += points(i) * static_cast<double>(of[i]);
  return pairs() == 0 ? 0.5 : sum / static_cast<double>(pairs());
}

double PairCounts::variance() const {
  double mean = 0, squares = 0;
  const auto share = shares(*this);
  for (std::size_t i = 0; i < of.size(); ++i) {
    mean += share[i] * points(i);
    squares += share[i] * points(i) * points(i);
  }
  return squares - mean * mean;
}

double score_of_elo(double difference) {
  return 1.0 / (1.0 + std::pow(10.0, -difference / 400.0));
}

Elo elo(const PairCounts& counts) {
  if (counts.pairs() == 0) return {0, 0};
  constexpr double k95 = 1.959964;
  const double score = counts.score();
  const double spread = k95 * std::sqrt(counts.variance() / static_cast<double>(counts.pairs()));
  return {elo_of_score(score), (elo_of_score(score + spread) - elo_of_score(score - spread)) / 2};
}

double Sprt::ratio(const PairCounts& counts) const {
  if (counts.pairs() == 0) return 0;
  const double s0 = score_of_elo(elo0), s1 = score_of_elo(elo1);
  const auto share = shares(counts);
  const double m0 = multiplier(share, s0), m1 = multiplier(share, s1);
  double ratio = 0;
  for (std::size_t i = 0; i < share.size(); ++i)
    ratio += share[i] * std::log((1 + m0 * (points(i) - s0)) / (1 + m1 * (points(i) - s1)));
  return static_cast<double>(counts.pairs()) * ratio;
}

Sprt::Verdict Sprt::verdict(const PairCounts& counts) const {
  const double llr = ratio(counts);
  if (llr >= kBound) return Verdict::accepted;
  return llr <= -kBound ? Verdict::rejected : Verdict::open;
}

RunningSprt::RunningSprt(const Sprt& sprt) : sprt_(sprt) {
  if (!(sprt.elo0 < sprt.elo1)) throw std::invalid_argument("an SPRT needs ELO0 < ELO1");
}

}  // namespace engine::lab
