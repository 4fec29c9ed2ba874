#pragma once

#include <cassert>
#include <compare>
#include <string>
#include <string_view>
#include <utility>

namespace engine {

/// A point of a square board of stones, by file and rank from 0; or a distance between two.
struct BoardPoint {
  int x = 0, y = 0;
  auto operator<=>(const BoardPoint&) const = default;
};

/// "h8" of {7, 7}. @pre 0 <= x < 26, 0 <= y
inline std::string point_name(BoardPoint point) {
  return static_cast<char>('a' + point.x) + std::to_string(point.y + 1);
}

/// The point of a name as point_name() writes it. @pre it is one
inline BoardPoint point_named(std::string_view name) {
  assert(name.size() >= 2);
  return {name.front() - 'a', std::stoi(std::string(name.substr(1))) - 1};
}

/// The ways to lay a square onto itself: mirrored at either axis, and at a diagonal. 0 leaves it as it is.
inline constexpr unsigned kSquareSymmetries = 8;

/// Where a point comes to lie by one of them. `last` is the last file and rank; 0 for distances from the
/// centre.
/// @pre symmetry < kSquareSymmetries
constexpr BoardPoint symmetric(BoardPoint point, unsigned symmetry, int last = 0) {
  if (symmetry & 1) point.x = last - point.x;
  if (symmetry & 2) point.y = last - point.y;
  if (symmetry & 4) std::swap(point.x, point.y);
  return point;
}

}  // namespace engine
