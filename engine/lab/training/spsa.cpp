#include "engine/lab/training/spsa.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace engine::lab {
namespace {

// Spall's exponents, and Fishtest's rate of learning in units of the step.
constexpr double kChangeDecay = 0.101, kRateDecay = 0.602, kStability = 0.1, kLastRate = 0.002;

/// Up or down, so that the mean is the value.
int rounded(double value, const Tunable& number, SplitMix64& random) {
  const double up = static_cast<double>(random() >> 11) * 0x1.0p-53;
  return std::clamp(static_cast<int>(std::floor(value + up)), number.min, number.max);
}

}  // namespace

Tunable read_tunable(const std::string& text) {
  std::istringstream parts(text);
  Tunable number{};
  std::vector<double> values;
  std::getline(parts, number.name, ':');
  for (std::string part; std::getline(parts, part, ':');) {
    std::size_t end = 0;
    try {
      values.push_back(std::stod(part, &end));
    } catch (const std::logic_error&) {
    }
    if (end == 0 || end != part.size()) throw std::invalid_argument(text + ": '" + part + "' is no number");
  }
  if (number.name.empty() || values.size() < 3 || values.size() > 4)
    throw std::invalid_argument(text + ": a number to tune is name:value:min:max[:step]");
  number.value = values[0];
  number.min = static_cast<int>(values[1]);
  number.max = static_cast<int>(values[2]);
  number.step = values.size() == 4 ? values[3] : (values[2] - values[1]) / 10;
  if (number.min >= number.max || number.value < number.min || number.value > number.max || number.step <= 0)
    throw std::invalid_argument(text + ": the value must lie between min and max, and the step be positive");
  return number;
}

/// The width of the change falls slowly: `step` is that of the last trial.
double Spsa::change(const Tunable& number, std::uint64_t trial) const {
  return number.step * std::pow(static_cast<double>(trials_) / static_cast<double>(trial + 1), kChangeDecay);
}

Spsa::Trial Spsa::trial(std::uint64_t number) const {
  SplitMix64 random(seed_ ^ number * 0x9e3779b97f4a7c15);
  Trial trial{.number = number, .signs = {}, .plus = {}, .minus = {}};
  for (const Tunable& tunable : numbers_) {
    const int sign = random.below(2) == 0 ? 1 : -1;
    const double by = sign * change(tunable, number);
    trial.signs.push_back(sign);
    trial.plus.push_back(rounded(tunable.value + by, tunable, random));
    trial.minus.push_back(rounded(tunable.value - by, tunable, random));
  }
  return trial;
}

void Spsa::learn(const Trial& trial, double points) {
  const double stability = kStability * static_cast<double>(trials_);
  const double decay = std::pow(
      (stability + static_cast<double>(trials_)) / (stability + static_cast<double>(trial.number) + 1),
      kRateDecay);
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const Tunable& number = numbers_[i];
    const double changed = change(number, trial.number);
    // Scaled by the step, so that one rate fits numbers of different size.
    const double rate = kLastRate * number.step * number.step * decay / (changed * changed);
    set(i, number.value + rate * changed * points * trial.signs[i]);
  }
}

void Spsa::set(std::size_t i, double value) {
  numbers_[i].value = std::clamp<double>(value, numbers_[i].min, numbers_[i].max);
}

}  // namespace engine::lab
