#pragma once

#include <cmath>
#include <cstdint>

namespace engine::lab {

/// The chance that odds of e^x to 1 are.
inline double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

/// The root of the mean of squares whose sum this is; 0 of none.
inline double root_mean(double sum, std::uint64_t samples) {
  return samples == 0 ? 0 : std::sqrt(sum / static_cast<double>(samples));
}

}  // namespace engine::lab
