#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/games/gomoku/geometry.h"

namespace engine::gomoku {

// A line holds the 20 points of the largest board and kMargin cells of wall at either end: 60 of 64 bits. On
// a smaller board the cells that it lacks are walls too, so no code asks for the edge.

/// What stands on a point, as two bits of a line.
enum class Cell : std::uint8_t { empty, first, second, wall };

/// The cell that a stone of the side is.
constexpr Cell stone_of(Side side) {
  return side == Side::first ? Cell::first : Cell::second;
}

/// A stretch of a line: two bits a cell, the westernmost (or southernmost) in the lowest bits.
using Window = std::uint64_t;

/// The stones of a board, kept four times: along every line of every direction. The neighbours of a point in
/// one direction are then a shift and a mask away, walls included.
class Lines {
 public:
  /// Points outside the board that a window may show on either side.
  static constexpr int kMargin = 5;

  /// An empty board. @pre one of kSizes, or smaller than kMaxSize. Copying costs 1.2 KB.
  explicit Lines(int size);

  /// Cell::wall where a smaller board has no point.
  Cell at(Point p) const { return static_cast<Cell>(window<0>(p, Direction::east)); }

  /// @pre the point is empty
  void put(Point p, Side side) { flip(p, stone_of(side)); }
  /// @pre a stone of `side` is there
  void remove(Point p, Side side) { flip(p, stone_of(side)); }

  /// A whole line, seen from one of its points.
  struct Stretch {
    Window line;
    int shift;
    int before, after;  ///< How many points the largest board has on either side.
    /// @pre the cell lies at most kMargin beyond the largest board
    Cell cell(int offset) const { return static_cast<Cell>((line >> (shift + 2 * offset)) & 3); }
    template <int Radius>
    Window window(int offset) const {
      constexpr Window kMask = (Window{1} << (2 * (2 * Radius + 1))) - 1;
      return (line >> (shift + 2 * (offset - Radius))) & kMask;
    }
  };
  /// A copy of one word: what happens on the board later does not show in it.
  Stretch stretch(Point p, Direction direction) const {
    const Place place = kPlaces[index(direction)][p];
    return {bits_[index(direction)][place.line], place.shift, place.before, place.after};
  }

  /// The `radius` cells on either side of a point and the point itself.
  template <int Radius>
  Window window(Point p, Direction direction) const {
    static_assert(Radius <= kMargin);
    return stretch(p, direction).template window<Radius>(0);
  }

 private:
  static constexpr int kLines = 2 * kMaxSize - 1;  // Diagonals of the largest board.

  struct Place {
    std::uint8_t line;
    std::uint8_t shift;
    std::uint8_t before, after;
  };

  static constexpr Place place(int file, int rank, Direction direction) {
    constexpr int kLast = kMaxSize - 1;
    const auto made = [](int line, int along, int before, int after) {
      return Place{static_cast<std::uint8_t>(line), static_cast<std::uint8_t>(2 * (kMargin + along)),
                   static_cast<std::uint8_t>(before), static_cast<std::uint8_t>(after)};
    };
    switch (direction) {
      case Direction::east:
        return made(rank, file, file, kLast - file);
      case Direction::north:
        return made(file, rank, rank, kLast - rank);
      case Direction::north_east:
        return made(rank - file + kLast, file, std::min(file, rank), kLast - std::max(file, rank));
      case Direction::south_east:
        return made(rank + file, file, std::min(file, kLast - rank), std::min(kLast - file, rank));
    }
    return {};
  }

  static constexpr std::array<std::array<Place, kPoints>, 4> make_places() {
    std::array<std::array<Place, kPoints>, 4> places{};
    for (const Direction direction : kDirections) {
      for (Point p = 0; p < kPoints; ++p)
        places[index(direction)][p] = place(file_of(p), rank_of(p), direction);
    }
    return places;
  }

  static const std::array<std::array<Place, kPoints>, 4> kPlaces;

  // XOR puts and removes alike: empty is 00, and 11 (a wall) turns into empty. A move costs four XORs.
  void flip(Point p, Cell cell) {
    for (const Direction direction : kDirections) {
      const Place place = kPlaces[index(direction)][p];
      bits_[index(direction)][place.line] ^= static_cast<Window>(cell) << place.shift;
    }
  }

  std::array<std::array<Window, kLines>, 4> bits_;
};

inline constexpr std::array<std::array<Lines::Place, kPoints>, 4> Lines::kPlaces = make_places();

inline Lines::Lines(int size) {
  for (auto& lines : bits_)
    lines.fill(~Window{0});  // Walls everywhere; flipping a wall makes an empty point.
  for (int rank = 0; rank < size; ++rank) {
    for (int file = 0; file < size; ++file) flip(point(file, rank), Cell::wall);
  }
}

/// The cell `offset` steps from the middle of a window of that radius.
template <int Radius>
constexpr Cell cell_of(Window window, int offset) {
  return static_cast<Cell>((window >> (2 * (Radius + offset))) & 3);
}

}  // namespace engine::gomoku
