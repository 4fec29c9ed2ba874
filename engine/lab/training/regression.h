#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace engine::lab {

/// Ridge regression of whole numbers on whole numbers. The sums are exact, so any order and any number of
/// threads give the same weights.
/// Memory grows with the square of the features: for tens of them, not for patterns.
class Regression {
 public:
  explicit Regression(std::size_t features)
      : count_(features), products_(features * features), targets_(features) {}

  /// @pre as many features as the constructor was told
  void add(const std::vector<int>& features, int target);
  /// What two parts of the data say together.
  void add(const Regression& other);
  /// Weights with the least squared error, each held towards 0 by `ridge` times what the data say of its
  /// feature alone.
  /// Cubic in the number of features.
  std::vector<double> solve(double ridge) const;
  std::uint64_t samples() const { return samples_; }

 private:
  std::size_t count_;
  std::uint64_t samples_ = 0;
  std::vector<std::int64_t> products_;  // Row by row.
  std::vector<std::int64_t> targets_;
};

}  // namespace engine::lab
