#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/games/gomoku/lines.h"
#include "engine/games/gomoku/rule.h"

namespace engine::gomoku {

/// What a stone on an empty point would make of one line through it, for the side that plays it. Everything
/// is defined by what further stones can do, so that no list of patterns has to be trusted:
///
/// - five: the row wins.
/// - four: one more stone makes a five. Open four: a five follows whatever single stone the opponent adds.
/// - open three: one more stone makes an open four (wide: at two or more places). Blocked three: one more
///   stone makes a four, but no open one. Twos and ones likewise, one and two stones further away.
/// - double_four, overline: renju's black only; the fouls that lie in one line.
/// The numbers are the digits of ShapeCode and rows of trained files (weights.bin): they may not change.
enum class Shape : std::uint8_t {
  none,
  blocked_one,
  open_one,
  blocked_two,
  open_two,
  wide_two,
  blocked_three,
  open_three,
  wide_three,
  four,
  open_four,
  five,
  double_four,
  overline,
};
inline constexpr std::size_t kShapes = 14;

/// Below kShapes.
constexpr std::size_t index(Shape shape) {
  return static_cast<std::size_t>(shape);
}
/// Open ones, which need an answer; a blocked three needs none.
constexpr bool is_three(Shape shape) {
  return shape == Shape::open_three || shape == Shape::wide_three;
}
/// Not Shape::double_four, which is a foul.
constexpr bool is_four(Shape shape) {
  return shape == Shape::four || shape == Shape::open_four;
}

/// The shapes of one line for both sides: first in the low four bits, second in the high ones.
using ShapePair = std::uint8_t;

/// What the side that plays the point makes of this line.
constexpr Shape shape_of(ShapePair pair, Side side) {
  return static_cast<Shape>(side == Side::first ? pair & 15 : pair >> 4);
}

/// Neighbours on each side that decide what a stone makes of a line: a five reaches four cells away, and
/// where its ends matter the fifth cell decides.
constexpr int radius(Rule rule) {
  return rule == Rule::freestyle ? 4 : 5;
}

/// Shapes of every line that can surround an empty point. A line falls into the cells before and the cells
/// after the point; walls can only be at the outer ends, so there are few halves (121 of four cells, 364 of
/// five) and the whole table stays in the cache.
template <Rule R>
class ShapeTable {
 public:
  static constexpr int kRadius = radius(R);

  /// Computed once, at the first call. Thread-safe.
  /// Making it takes 8 MiB meanwhile with radius 5 (ShapeFinder, once a side).
  static const ShapeTable& instance();

  /// @pre the middle of the window is empty
  ShapePair shapes(Window window) const {
    return pairs_[before_[window & kHalfMask] + after_[window >> (2 * (kRadius + 1))]];
  }

  /// Two look-ups for the halves and one for the pair.
  ShapePair shapes(const Lines& lines, Point p, Direction direction) const {
    return shapes(lines.window<kRadius>(p, direction));
  }

 private:
  static constexpr Window kHalfMask = (Window{1} << (2 * kRadius)) - 1;

  // 14,641 pairs of halves with radius 4, 132,496 with radius 5, a byte each.
  ShapeTable();

  std::array<std::uint32_t, kHalfMask + 1> before_{};  // Rows of pairs_, multiplied out.
  std::array<std::uint32_t, kHalfMask + 1> after_{};   // Columns of pairs_.
  std::vector<ShapePair> pairs_;
};

extern template class ShapeTable<Rule::freestyle>;
extern template class ShapeTable<Rule::standard>;
extern template class ShapeTable<Rule::renju>;
extern template class ShapeTable<Rule::caro>;

}  // namespace engine::gomoku
