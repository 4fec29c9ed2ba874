#include "engine/games/gomoku/shapes.h"

namespace engine::gomoku {
namespace {

// How a table is made: ShapeFinder defines the shape of one line by what further stones lead to, with a memo
// over all lines of 2 * Radius + 1 cells; ShapeTable asks it for every pair of halves and both sides. No list
// of patterns is written by hand, so a shape is right under every rule if wins() is.

// Lines are looked at with the eyes of the side that plays: Cell::first is its own stone, Cell::second the
// opponent's.
constexpr Cell kOwn = Cell::first;
constexpr Cell kTheirs = Cell::second;

/// Finds shapes from their definitions, by adding stones until a five stands.
template <int Radius>
class ShapeFinder {
 public:
  explicit ShapeFinder(Demands demands) : demands_(demands), known_(Window{1} << (2 * kCells), kUnknown) {}

  /// The shape of a line whose middle stone has been played.
  Shape find(Window line) {
    // Ends, since each step fills an empty cell. Orders of the same stones meet in the memo.
    if (known_[line] == kUnknown) known_[line] = static_cast<std::uint8_t>(compute(line));
    return static_cast<Shape>(known_[line]);
  }

 private:
  static constexpr int kCells = 2 * Radius + 1;
  static constexpr std::uint8_t kUnknown = 255;
  using Counts = std::array<int, kShapes>;

  static Cell cell(Window line, int offset) { return cell_of<Radius>(line, offset); }
  static Window with(Window line, int offset, Cell stone) {
    return line | static_cast<Window>(stone) << (2 * (Radius + offset));
  }

  /// The row of own stones through the middle: how far it reaches on both sides.
  struct Row {
    int low = 0;
    int high = 0;
    int length() const { return high - low + 1; }
  };
  static Row row(Window line) {
    Row row;
    while (row.low > -Radius && cell(line, row.low - 1) == kOwn) --row.low;
    while (row.high < Radius && cell(line, row.high + 1) == kOwn) ++row.high;
    return row;
  }

  // The cells beside the row are within the window: it is one cell wider where ends matter (radius()).
  bool wins(Window line, Row row) const {
    if (row.length() < 5 || (demands_.exact && row.length() > 5)) return false;
    return !demands_.open_end || cell(line, row.low - 1) != kTheirs || cell(line, row.high + 1) != kTheirs;
  }

  /// How many places there are for one more own stone that lead to each shape.
  Counts next(Window line) {
    Counts counts{};
    for (int offset = -Radius; offset <= Radius; ++offset) {
      if (cell(line, offset) == Cell::empty) ++counts[index(find(with(line, offset, kOwn)))];
    }
    return counts;
  }

  Shape compute(Window line) {
    const Row stones = row(line);
    if (wins(line, stones)) return Shape::five;
    // A row of six that does not win is worth nothing, whatever else the line could become.
    if (demands_.exact && stones.length() > 5) return demands_.fouls ? Shape::overline : Shape::none;
    const Counts counts = next(line);
    if (counts[index(Shape::five)] > 0) return kind_of_four(line, stones, counts);
    return lesser(counts);
  }

  Shape kind_of_four(Window line, Row stones, const Counts& counts) {
    // Two fives on different sets of four stones. A straight four has two as well, but on one set.
    if (demands_.fouls && counts[index(Shape::five)] > 1 && stones.length() != 4) return Shape::double_four;
    for (int offset = -Radius; offset <= Radius; ++offset) {
      if (cell(line, offset) != Cell::empty) continue;
      if (next(with(line, offset, kTheirs))[index(Shape::five)] == 0) return Shape::four;
    }
    return Shape::open_four;
  }

  /// The shape by its best continuation: a shape is a stone away from the next greater one of its kind.
  static Shape lesser(const Counts& counts) {
    const auto places = [&](Shape shape) { return counts[index(shape)]; };
    if (places(Shape::open_four) > 1) return Shape::wide_three;
    if (places(Shape::open_four) > 0) return Shape::open_three;
    if (places(Shape::four) > 0) return Shape::blocked_three;
    const int threes = places(Shape::open_three) + places(Shape::wide_three);
    if (threes > 2 && places(Shape::wide_three) > 0) return Shape::wide_two;
    if (threes > 0) return Shape::open_two;
    if (places(Shape::blocked_three) > 0) return Shape::blocked_two;
    if (places(Shape::open_two) + places(Shape::wide_two) > 0) return Shape::open_one;
    return places(Shape::blocked_two) > 0 ? Shape::blocked_one : Shape::none;
  }

  Demands demands_;
  std::vector<std::uint8_t> known_;
};

/// The same line with the stones of the two sides exchanged.
// So ShapeFinder knows one point of view, and the second side's lines are turned round for it.
Window exchanged(Window line) {
  constexpr Window kLow = 0x5555555555555555;
  const Window low = line & kLow;
  const Window high = (line >> 1) & kLow;
  return (low << 1) | high;  // Empty 00 and wall 11 stay.
}

/// Every half line of `cells` cells: `cell(i)` counts outward from the middle, and behind a wall there is
/// only wall.
/// In no order that matters: the place in the result becomes the row or column of the table.
std::vector<Window> half_lines(int cells, bool outward_is_up) {
  std::vector<Window> halves{0};
  for (int i = 0; i < cells; ++i) {
    const int shift = 2 * (outward_is_up ? i : cells - 1 - i);
    const int inner = 2 * (outward_is_up ? i - 1 : cells - i);
    std::vector<Window> longer;
    for (const Window half : halves) {
      const bool at_wall = i > 0 && ((half >> inner) & 3) == static_cast<Window>(Cell::wall);
      for (Window cell = at_wall ? 3 : 0; cell <= 3; ++cell) longer.push_back(half | cell << shift);
    }
    halves = std::move(longer);
  }
  return halves;
}

}  // namespace

template <Rule R>
ShapeTable<R>::ShapeTable() {
  ShapeFinder<kRadius> first(demands(R, Side::first));
  ShapeFinder<kRadius> second(demands(R, Side::second));
  constexpr Window kMiddle = static_cast<Window>(kOwn) << (2 * kRadius);

  const std::vector<Window> before = half_lines(kRadius, false);
  const std::vector<Window> after = half_lines(kRadius, true);
  for (std::size_t row = 0; row < before.size(); ++row) {
    before_[before[row]] = static_cast<std::uint32_t>(row * after.size());
    for (std::size_t column = 0; column < after.size(); ++column) {
      after_[after[column]] = static_cast<std::uint32_t>(column);
      const Window line = before[row] | after[column] << (2 * (kRadius + 1));
      // The shapes of the line after the stone of either side, which is what the point is worth to it.
      const Shape own = first.find(line | kMiddle);
      const Shape theirs = second.find(exchanged(line) | kMiddle);
      pairs_.push_back(static_cast<ShapePair>(index(own) | index(theirs) << 4));
    }
  }
}

template <Rule R>
const ShapeTable<R>& ShapeTable<R>::instance() {
  static const ShapeTable table;
  return table;
}

template class ShapeTable<Rule::freestyle>;
template class ShapeTable<Rule::standard>;
template class ShapeTable<Rule::renju>;
template class ShapeTable<Rule::caro>;

}  // namespace engine::gomoku
