#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/games/gomoku/shapes.h"

namespace engine::gomoku {

/// The shapes of a point in its four lines, four bits a direction.
using ShapeCode = std::uint16_t;

/// The directions in the order of kDirections, the first in the lowest bits.
constexpr Shape shape_in(ShapeCode code, Direction direction) {
  return static_cast<Shape>((code >> (4 * index(direction))) & 15);
}
constexpr ShapeCode with_shape(ShapeCode code, Direction direction, Shape shape) {
  const auto shift = 4 * index(direction);
  return static_cast<ShapeCode>((code & ~(15u << shift)) | index(shape) << shift);
}

/// The four shapes of a point without their order, which is all that counts for what a stone does there. They
/// have numbers from 0 without gaps; 0 is four times nothing.
/// Numbers stand in trained files: they follow from the order of Shape alone.
using Combination = std::uint16_t;
inline constexpr std::size_t kCombinations = 2380;  // Of 14 shapes, four with repetition.

/// Combinations by code. Two small tables instead of one with a place for each code: it is asked for every
/// point that a move changes, and stays in the first-level cache.
// 256 bytes and 105 * 105 numbers, 22 KB together.
class CombinationTable {
 public:
  /// Computed once, at the first call. Thread-safe.
  static const CombinationTable& instance();

  /// @pre every shape of the code is one of kShapes
  Combination of(ShapeCode code) const { return numbers_[pairs_[code & 0xff] * kPairs + pairs_[code >> 8]]; }

 private:
  static constexpr std::size_t kPairs = kShapes * (kShapes + 1) / 2;

  CombinationTable();

  std::array<std::uint8_t, 256> pairs_{};  ///< Numbers of the pairs of shapes in two lines, without order.
  std::array<Combination, kPairs * kPairs> numbers_{};
};

/// @pre every shape of the code is one of kShapes
inline Combination combination_of(ShapeCode code) {
  return CombinationTable::instance().of(code);
}

/// A code of this combination: its shapes fall from the first direction to the last.
ShapeCode representative(Combination combination);

}  // namespace engine::gomoku
