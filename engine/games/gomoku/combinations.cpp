#include "engine/games/gomoku/combinations.h"

#include <algorithm>
#include <functional>

namespace engine::gomoku {
namespace {

ShapeCode with_falling_shapes(ShapeCode code) {
  std::array<Shape, kDirections.size()> shapes{};
  for (const Direction direction : kDirections) shapes[index(direction)] = shape_in(code, direction);
  std::ranges::sort(shapes, std::greater());
  for (const Direction direction : kDirections) code = with_shape(code, direction, shapes[index(direction)]);
  return code;
}

// 2,380 = 14 * 15 * 16 * 17 / 24: multisets of four out of 14.
/// The codes whose shapes fall, in ascending order: one for each combination.
std::array<ShapeCode, kCombinations> falling_codes() {
  std::array<ShapeCode, kCombinations> codes{};
  std::size_t count = 0;
  for (unsigned code = 0; code < 1 << 16; ++code)
    if (with_falling_shapes(static_cast<ShapeCode>(code)) == code && (code & 15) < kShapes)
      codes[count++] = static_cast<ShapeCode>(code);
  return codes;
}
const std::array<ShapeCode, kCombinations>& codes() {
  static const auto codes = falling_codes();
  return codes;
}

}  // namespace

CombinationTable::CombinationTable() {
  const auto is_pair = [](unsigned pair) { return (pair & 15) < kShapes && pair >> 4 < kShapes; };
  std::uint8_t next = 0;
  // First directions 0 and 1, and 2 and 3, become unordered pairs (105 each); two pairs name the combination.
  for (unsigned pair = 0; pair < 256; ++pair) {
    const unsigned exchanged = (pair & 15) << 4 | pair >> 4;
    if (is_pair(pair)) pairs_[pair] = exchanged < pair ? pairs_[exchanged] : next++;
  }
  for (unsigned low = 0; low < 256; ++low)
    for (unsigned high = 0; high < 256; ++high) {
      if (!is_pair(low) || !is_pair(high)) continue;
      const auto falling = with_falling_shapes(static_cast<ShapeCode>(high << 8 | low));
      numbers_[pairs_[low] * kPairs + pairs_[high]] =
          static_cast<Combination>(std::ranges::lower_bound(codes(), falling) - codes().begin());
    }
}

const CombinationTable& CombinationTable::instance() {
  static const CombinationTable table;
  return table;
}

ShapeCode representative(Combination combination) {
  return codes()[combination];
}

}  // namespace engine::gomoku
