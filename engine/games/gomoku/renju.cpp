#include "engine/games/gomoku/renju.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "engine/games/gomoku/shapes.h"

namespace engine::gomoku {
namespace {

using Shapes = std::array<Shape, kDirections.size()>;

Shapes black_shapes(const Lines& lines, Point p) {
  const auto& table = ShapeTable<Rule::renju>::instance();
  Shapes shapes{};
  for (const Direction direction : kDirections) {
    shapes[index(direction)] = shape_of(table.shapes(lines, p, direction), Side::first);
  }
  return shapes;
}

// A double-four in one line counts as two.
int fours(const Shapes& shapes) {
  int count = 0;
  for (const Shape shape : shapes) count += shape == Shape::double_four ? 2 : is_four(shape);
  return count;
}

bool has(const Shapes& shapes, Shape shape) {
  return std::ranges::find(shapes, shape) != shapes.end();
}

/// Whether the three that the black stone on `p` is part of can become a straight four. The stone that
/// completes it stands next to the row, so only two points come into question; it must be a legal move and no
/// five.
// "Real" as RIF has it: a three whose straight four is forbidden, or is a five instead, is none.
bool is_real_three(Lines& lines, Point p, Direction direction) {
  for (const int step : {step(direction), -step(direction)}) {
    // On both sides of the row there is the fourth stone's place or an open end of the straight four: the
    // walk never meets a white stone or the edge.
    Point q = p + step;
    while (lines.at(q) == Cell::first) q += step;
    assert(lines.at(q) == Cell::empty);
    const Shapes shapes = black_shapes(lines, q);
    if (shapes[index(direction)] != Shape::open_four || has(shapes, Shape::five)) continue;
    if (foul_of(lines, q) == Foul::none) return true;
  }
  return false;
}

bool has_two_real_threes(Lines& lines, Point p, const Shapes& shapes) {
  int real = 0;
  for (const Direction direction : kDirections) {
    real += is_three(shapes[index(direction)]) && is_real_three(lines, p, direction);
    if (real == 2) return true;
  }
  return false;
}

}  // namespace

Foul foul_of(Lines& lines, Point p) {
  const Shapes shapes = black_shapes(lines, p);
  if (has(shapes, Shape::five)) return Foul::none;  // A five overrides every foul.
  if (has(shapes, Shape::overline)) return Foul::overline;
  if (fours(shapes) > 1) return Foul::double_four;
  if (std::ranges::count_if(shapes, is_three) < 2) return Foul::none;

  // The threes are judged with the stone on the board, as the next stone will find them.
  lines.put(p, Side::first);
  const bool double_three = has_two_real_threes(lines, p, shapes);
  lines.remove(p, Side::first);
  return double_three ? Foul::double_three : Foul::none;
}

}  // namespace engine::gomoku
