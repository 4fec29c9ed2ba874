#include "server/identity/glicko.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace server::glicko {
namespace {

/// Points of the scale that people see in one unit of the paper's: 400 / ln 10.
constexpr double kScale = 400 / std::numbers::ln10;
/// Where the paper's scale has its zero.
constexpr double kMiddle = 1500;
/// The paper's epsilon of the volatility.
constexpr double kPrecision = 1e-6;

// The system constant of step 1; figures from here to kLargestChange are lichess's.
constexpr double kTau = 0.75;
/// A deviation of 60 becomes one of 110 in about a year.
constexpr double kPeriodsPerMilli = 0.21436 / (24 * 3600 * 1000.0);
constexpr double kLowestRating = 400, kHighestRating = 4000;
constexpr double kSmallestDeviation = 45, kLargestDeviation = 500;
constexpr double kHighestVolatility = 0.1;
constexpr double kLargestChange = 700;

/// How much a game against a player of such a deviation says.
double weight(double phi) {
  return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi));
}

/// What a period's games say: the variance of the rating that they alone would give, and the sum of what was
/// scored beyond what was expected.
struct Evidence {
  double variance = 0;
  double surprise = 0;
};

Evidence evidence_of(double mu, std::span<const Score> scores) {
  double information = 0, surprise = 0;
  for (const Score& score : scores) {
    const double g = weight(score.opponent.deviation / kScale);
    const double expected = 1 / (1 + std::exp(-g * (mu - (score.opponent.rating - kMiddle) / kScale)));
    information += g * g * expected * (1 - expected);
    surprise += g * (score.points - expected);
  }
  return {1 / information, surprise};
}

/// Step 5 of the paper: the volatility that makes results as surprising as these most likely, by the Illinois
/// variant of false position on the logarithm of its square.
double new_volatility(double sigma, double phi, const Evidence& evidence, double tau) {
  const double a = std::log(sigma * sigma);
  const double delta = evidence.variance * evidence.surprise;
  const auto f = [&](double x) {
    const double square = std::exp(x);
    const double spread = phi * phi + evidence.variance + square;
    return square * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (tau * tau);
  };
  // The paper brackets the zero of f between ln(sigma^2) and either ln(delta^2 - phi^2 - v) or, where that is
  // no number, the first a - k tau at which f is not negative.
  double low = a, high = std::log(std::max(delta * delta - phi * phi - evidence.variance, 0.0));
  if (!std::isfinite(high)) {
    int k = 1;
    while (f(a - k * tau) < 0) ++k;
    high = a - k * tau;
  }
  double f_low = f(low), f_high = f(high);
  while (std::abs(high - low) > kPrecision) {
    const double middle = low + (low - high) * f_low / (f_high - f_low);
    const double f_middle = f(middle);
    if (f_middle * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      // Illinois: an end that stayed twice loses half its weight, or false position would creep.
      f_low /= 2;
    }
    high = middle;
    f_high = f_middle;
  }
  return std::exp(low / 2);
}

double points_of_first(std::string_view result) {
  return result == "first" ? 1 : result == "second" ? 0 : 0.5;
}

Standing with_deviation_at(Standing standing, Millis at) {
  standing.deviation = deviation_at(standing, at);
  return standing;
}

Standing after_game(const Standing& before, const Standing& opponent, double points, Millis at) {
  const Score score{opponent, points};
  // A period of no length: time since the last game is in `before` already (with_deviation_at()).
  Standing after = rate_period(before, std::span(&score, 1), kTau, 0);
  after.rating = std::clamp(after.rating, before.rating - kLargestChange, before.rating + kLargestChange);
  after.rating = std::clamp(after.rating, kLowestRating, kHighestRating);
  after.deviation = std::clamp(after.deviation, kSmallestDeviation, kLargestDeviation);
  after.volatility = std::min(after.volatility, kHighestVolatility);
  after.games = before.games + 1;
  after.updated = at;
  return after;
}

}  // namespace

Standing rate_period(const Standing& before, std::span<const Score> scores, double tau, double periods) {
  const double mu = (before.rating - kMiddle) / kScale, phi = before.deviation / kScale;
  Standing after = before;
  const auto grown = [periods](double phi, double sigma) {
    return std::sqrt(phi * phi + periods * sigma * sigma);
  };
  // Step 6 of the paper alone.
  if (scores.empty()) {  // Nothing was learnt but that time has passed.
    after.deviation = kScale * grown(phi, before.volatility);
    return after;
  }
  const Evidence evidence = evidence_of(mu, scores);
  after.volatility = new_volatility(before.volatility, phi, evidence, tau);
  const double star = grown(phi, after.volatility);
  const double phi_after = 1 / std::sqrt(1 / (star * star) + 1 / evidence.variance);
  after.deviation = kScale * phi_after;
  after.rating = kMiddle + kScale * (mu + phi_after * phi_after * evidence.surprise);
  return after;
}

double deviation_at(const Standing& standing, Millis now) {
  if (standing.games == 0) return standing.deviation;
  const double periods = static_cast<double>(std::max<Millis>(now - standing.updated, 0)) * kPeriodsPerMilli;
  return std::min(rate_period(standing, {}, kTau, periods).deviation, kLargestDeviation);
}

bool is_provisional(const Standing& standing, Millis now) {
  return deviation_at(standing, now) > kProvisionalDeviation;
}

std::array<Standing, 2> rate_game(const std::array<Standing, 2>& before, std::string_view result, Millis at) {
  const Standing first = with_deviation_at(before[0], at), second = with_deviation_at(before[1], at);
  const double points = points_of_first(result);
  return {after_game(first, second, points, at), after_game(second, first, 1 - points, at)};
}

}  // namespace server::glicko
