#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace engine {

// What all games and the search share: sides, keys, scores, moves and lists of them. Everything is a number
// that fits a word of a table; no type here allocates.

/// The side that moves first and the one that moves second: red and black in Xiangqi, black and white in the
/// others.
enum class Side : std::uint8_t { first, second };

constexpr Side other(Side side) {
  return side == Side::first ? Side::second : Side::first;
}
constexpr std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}

/// Zobrist key of a position.
using Key = std::uint64_t;

/// Worth of a position for the side to move, in the unit of the game (centipawns, centistones,
/// centidiscs). A proven win in n plies is kWin - n, so that sooner is better. Fits 16 bits.
using Score = int;

/// No line of any game is searched deeper than this from the root.
// Lines are kept in lists of this size on the stack, and depths in eight bits of a TT entry.
inline constexpr int kMaxPly = 255;
inline constexpr Score kInfinite = 32001;
inline constexpr Score kWin = 32000;
/// From here on a score is a proven win and says its distance; evaluations stay below.
inline constexpr Score kWinBound = kWin - 2 * kMaxPly;

/// Of the side to move; `plies` from the root of the search to the end of the game.
constexpr Score win_in(int plies) {
  return kWin - plies;
}
constexpr Score loss_in(int plies) {
  return -kWin + plies;
}
/// kInfinite counts as a win, -kInfinite as a loss: neither is the score of a position.
constexpr bool is_win(Score score) {
  return score >= kWinBound;
}
constexpr bool is_loss(Score score) {
  return score <= -kWinBound;
}

/// A move of any game, packed by the game into 14 bits so that tables can be indexed by it.
enum class Move : std::uint16_t {};

inline constexpr std::size_t kMoveSpace = std::size_t{1} << 14;
/// No move of any game.
inline constexpr Move kNoMove{kMoveSpace - 1};

constexpr std::size_t index(Move move) {
  return static_cast<std::size_t>(move);
}

/// A list of fixed capacity that never allocates: move lists live on the stack of the search.
template <class T, std::size_t Capacity>
class FixedList {
 public:
  FixedList() {}  // Not defaulted: `{}` would fill the items with zeros first.

  void push_back(T value) {
    assert(size_ < Capacity);
    items_[size_++] = value;
  }
  void pop_back() {
    assert(size_ > 0);
    --size_;
  }
  void clear() { size_ = 0; }
  /// @pre new_size <= size()
  void shrink(std::size_t new_size) { size_ = new_size; }

  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  std::array<T, Capacity> items_;  // Left uninitialised on purpose: only [0, size_) is read.
  std::size_t size_ = 0;
};

/// Room for every legal move of every game: 400 points of a 20 x 20 board is the most.
inline constexpr std::size_t kMaxMoves = 400;
using MoveList = FixedList<Move, kMaxMoves>;

/// A move and how soon the search should try it; see search/policy.h for the scale.
struct ScoredMove {
  Move move;
  /// A quiet move that changes the situation, such as a check: it is never left out unsearched.
  bool tactical;
  std::int32_t score;
};
using ScoredMoveList = FixedList<ScoredMove, kMaxMoves>;

}  // namespace engine
