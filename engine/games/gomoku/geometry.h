#pragma once

#include <array>
#include <cstdint>

#include "engine/core/types.h"

namespace engine::gomoku {

// Points, directions and their arithmetic. Sides are Side::first (black) and Side::second (white).

/// The boards that are played on, the usual one first.
inline constexpr std::array kSizes{15, 19, 20};

/// The largest board. Points are numbered as on this one whatever the size of the board in use, so that a
/// point keeps its number, its Zobrist key and its row in the history tables.
inline constexpr int kMaxSize = kSizes.back();
inline constexpr int kPoints = kMaxSize * kMaxSize;

/// 20 * rank + file on every board, a1 is 0. Points beyond the edge of a smaller board exist as numbers; they
/// are walls in Lines and in no PointSet of a board.
using Point = int;

/// @pre both in [0, kMaxSize)
constexpr Point point(int file, int rank) {
  return rank * kMaxSize + file;
}
constexpr int file_of(Point p) {
  return p % kMaxSize;
}
constexpr int rank_of(Point p) {
  return p / kMaxSize;
}

/// A move is its point: below 400, so it fits the search's tables, and is never kNoMove.
constexpr Move move_to(Point p) {
  return static_cast<Move>(p);
}
/// @pre the move is one of Gomoku, not kNoMove
constexpr Point point_of(Move move) {
  return static_cast<Point>(move);
}

/// The four ways a row can run.
enum class Direction : std::uint8_t { east, north, north_east, south_east };

inline constexpr std::array kDirections{Direction::east, Direction::north, Direction::north_east,
                                        Direction::south_east};
constexpr std::size_t index(Direction direction) {
  return static_cast<std::size_t>(direction);
}

/// From a point to the next in that direction, while it stays on the board.
constexpr int step(Direction direction) {
  constexpr std::array kSteps{1, kMaxSize, kMaxSize + 1, 1 - kMaxSize};
  return kSteps[index(direction)];
}

}  // namespace engine::gomoku
