#include "engine/lab/training/regression.h"

#include <cmath>
#include <utility>

namespace engine::lab {
namespace {

/// Solves a symmetric positive system by Cholesky's method; a feature that never varies gets weight 0.
// In place and without pivoting: the ridge keeps the matrix positive definite.
std::vector<double> cholesky(std::vector<double> matrix, std::vector<double> values) {
  const std::size_t n = values.size();
  const auto at = [&](std::size_t row, std::size_t column) -> double& { return matrix[row * n + column]; };
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < j; ++k) at(j, j) -= at(j, k) * at(j, k);
    at(j, j) = std::sqrt(at(j, j));
    for (std::size_t i = j + 1; i < n; ++i) {
      for (std::size_t k = 0; k < j; ++k) at(i, j) -= at(i, k) * at(j, k);
      at(i, j) /= at(j, j);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) values[i] -= at(i, k) * values[k];
    values[i] /= at(i, i);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) values[i] -= at(k, i) * values[k];
    values[i] /= at(i, i);
  }
  return values;
}

}  // namespace

void Regression::add(const std::vector<int>& features, int target) {
  ++samples_;
  for (std::size_t i = 0; i < count_; ++i) {
    if (features[i] == 0) continue;
    for (std::size_t j = 0; j < count_; ++j)
      products_[i * count_ + j] += std::int64_t{features[i]} * features[j];
    targets_[i] += std::int64_t{features[i]} * target;
  }
}

void Regression::add(const Regression& other) {
  samples_ += other.samples_;
  for (std::size_t i = 0; i < products_.size(); ++i) products_[i] += other.products_[i];
  for (std::size_t i = 0; i < targets_.size(); ++i) targets_[i] += other.targets_[i];
}

std::vector<double> Regression::solve(double ridge) const {
  std::vector<double> matrix(products_.begin(), products_.end());
  std::vector<double> values(targets_.begin(), targets_.end());
  for (std::size_t i = 0; i < count_; ++i) {
    double& own = matrix[i * count_ + i];
    // The small number keeps the matrix positive where a feature was never seen.
    own += ridge * own + 1e-6;
  }
  return cholesky(std::move(matrix), std::move(values));
}

}  // namespace engine::lab
