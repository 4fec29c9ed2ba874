#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/games/antireversi/position.h"

/// The last few empty squares, solved without move generation: every square is simply tried.
namespace engine::antireversi {

/// The empty squares of a board that has N of them.
template <std::size_t N>
using LastSquares = std::array<std::uint8_t, N>;

constexpr std::array<Bitboard, kSquares> make_neighbours() {
  std::array<Bitboard, kSquares> all{};
  for (int square = 0; square < kSquares; ++square) all[square] = with_neighbours(bit(square)) ^ bit(square);
  return all;
}
/// A move flips nothing unless an opponent's disc is beside it.
inline constexpr std::array<Bitboard, kSquares> kNeighbours = make_neighbours();

/// Below every difference.
inline constexpr int kNoDifference = -kSquares - 1;

template <std::size_t N>
LastSquares<N - 1> without(const LastSquares<N>& squares, std::size_t i) {
  LastSquares<N - 1> rest;
  for (std::size_t j = 0, k = 0; j < N; ++j) {
    if (j != i) rest[k++] = squares[j];
  }
  return rest;
}

template <std::size_t N>
int solve_last(const Discs& discs, const LastSquares<N>& squares, int alpha, int beta);

/// The last disc only moves the counts: no board has to be made for it.
inline int solve_last(const Discs& discs, const LastSquares<1>& squares) {
  if (const Bitboard flipped = discs.flips(squares[0])) return discs.difference() - 2 * count(flipped) - 1;
  if (const Bitboard flipped = discs.passed().flips(squares[0]))
    return discs.difference() + 2 * count(flipped) + 1;
  return discs.difference();
}

/// The best of the moves that flip something, fail-soft; kNoDifference when none does.
template <std::size_t N>
int best_of_last(const Discs& discs, const LastSquares<N>& squares, int alpha, int beta) {
  int best = kNoDifference;
  for (std::size_t i = 0; i < N; ++i) {
    if ((kNeighbours[squares[i]] & discs.opponent) == 0) continue;
    const Bitboard flipped = discs.flips(squares[i]);
    if (flipped == 0) continue;
    const Discs next = discs.played(squares[i], flipped);
    if constexpr (N == 2) {
      best = std::max(best, -solve_last(next, without(squares, i)));
    } else {
      best = std::max(best, -solve_last(next, without(squares, i), -beta, -std::max(alpha, best)));
    }
    if (best >= beta) break;
  }
  return best;
}

/// The final difference for the side to move; exact inside (alpha, beta), a bound in that direction outside.
template <std::size_t N>
int solve_last(const Discs& discs, const LastSquares<N>& squares, int alpha, int beta) {
  if (const int best = best_of_last(discs, squares, alpha, beta); best != kNoDifference) return best;
  if (const int best = best_of_last(discs.passed(), squares, -beta, -alpha); best != kNoDifference)
    return -best;
  return discs.difference();
}

}  // namespace engine::antireversi
