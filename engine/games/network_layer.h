#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// What the small networks of games share: a layer of units that sums rows of weights, and squares of the
/// clipped units weighed by another row. Their files: network_file.h.
namespace engine {

/// Weights into, or sums of, the units of a layer. Sums wrap around, so that what was added can always be
/// taken away again.
template <std::size_t Units>
using UnitRow = std::array<std::int16_t, Units>;

template <std::size_t Units>
void add_row(UnitRow<Units>& sums, const UnitRow<Units>& weights) {
  for (std::size_t i = 0; i < Units; ++i) sums[i] = static_cast<std::int16_t>(sums[i] + weights[i]);
}

/// Sums of units that stay in vector registers while many rows are added: with plain loops compilers store
/// and load them each time.
template <std::size_t Units>
class UnitLanes {
 public:
  explicit UnitLanes(const UnitRow<Units>& sums) {
    for (std::size_t i = 0; i < kVectors; ++i) vectors_[i] = load(sums, i);
  }
  /// Both wrap around, so their order does not matter.
  void add(const UnitRow<Units>& weights) {
    for (std::size_t i = 0; i < kVectors; ++i) vectors_[i] += load(weights, i);
  }
  void subtract(const UnitRow<Units>& weights) {
    for (std::size_t i = 0; i < kVectors; ++i) vectors_[i] -= load(weights, i);
  }
  /// Writes the sums back; without it they are lost.
  void store(UnitRow<Units>& sums) const { std::memcpy(sums.data(), vectors_.data(), sizeof sums); }

 private:
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t kVectors = Units / kLanes;
  static_assert(Units % kLanes == 0);
  // Unsigned: it wraps around. GCC and Clang have such vectors on every processor.
  typedef std::uint16_t Vector __attribute__((vector_size(2 * kLanes)));

  static Vector load(const UnitRow<Units>& row, std::size_t i) {
    Vector vector;
    std::memcpy(&vector, &row[i * kLanes], sizeof vector);
    return vector;
  }

  std::array<Vector, kVectors> vectors_;
};

/// Sums of squares of the units, clipped to [0, one], weighed; `Shift` bits of the units are fractions.
/// 16-bit products, which SSE2, AVX2 and NEON add in pairs.
/// @pre one times the greatest weight fits into 16 bits
// The square is made in two steps, (clipped * weight) * clipped: the first product fits 16 bits, which
// doubles the lanes of a vector.
template <int Shift = 0, std::size_t Units>
std::int32_t weigh_squares(const UnitRow<Units>& units, const UnitRow<Units>& weights, std::int16_t one) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < Units; ++i) {
    const auto clipped = std::clamp<std::int16_t>(units[i] >> Shift, 0, one);
    const auto weighed = static_cast<std::int16_t>(clipped * weights[i]);
    sum += std::int32_t{weighed} * clipped;
  }
  return sum;
}

}  // namespace engine
