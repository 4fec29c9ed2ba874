#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/games/antireversi/position.h"

/// The last few empty squares, solved without move generation: every square is simply tried.
namespace engine::antireversi {

// Positions that these functions visit are not counted by any budget; other programs count them.
//
// Each number of squares is a function of its own (N is a template argument). Squares are tried in the order
// given: search_by_parity() sorts them once.

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

/// Below every margin.
// So it never wins a comparison, and negating it is no margin either.
inline constexpr int kNoDifference = -kSquares - 1;

template <std::size_t N>
LastSquares<N - 1> without(const LastSquares<N>& squares, std::size_t i) {
  LastSquares<N - 1> rest;
  for (std::size_t j = 0, k = 0; j < N; ++j) {
    if (j != i) rest[k++] = squares[j];
  }
  return rest;
}

template <int Board, std::size_t N>
int solve_last(const DiscsOn<Board>& discs, const LastSquares<N>& squares, int beta);

/// Twice the number of discs that one put on a place of a line turns, if the line is full but for that place:
/// by the place and the mover's discs, a bit each. Lines shorter than eight end with bits that are not set.
using LastFlips = std::array<std::array<std::uint8_t, 256>, kFiles>;
constexpr LastFlips make_last_flips() {
  LastFlips all{};
  for (int place = 0; place < kFiles; ++place) {
    for (int own = 0; own < 256; ++own) {
      int turned = 0;
      for (int step : {-1, 1}) {
        int end = place + step;
        while (end >= 0 && end < kFiles && (own >> end & 1) == 0) end += step;
        if (end >= 0 && end < kFiles) turned += (end - place) * step - 1;
      }
      all[place][own] = static_cast<std::uint8_t>(2 * turned);
    }
  }
  return all;
}
// 2 KB: eight places, 256 lines.
inline constexpr LastFlips kLastFlips = make_last_flips();

/// Of a board that is full but for `square`: twice the number of discs that the owner of `own` turns there.
/// What lies around a smaller board passes for the other side's, which changes nothing, since no own disc is
/// beyond it.
inline int twice_flipped_last(int square, Bitboard own) {
  // Multiplying moves the bits of a file, or of one square a file, side by side into the highest byte.
  constexpr Bitboard kGatherFile = 0x0102040810204080;
  const int file = square % kFiles, rank = square / kFiles;
  const Rays& rays = kRays[square];
  const LastFlips& turned = kLastFlips;
  return turned[file][own >> kFiles * rank & 0xff] +
         turned[rank][(own >> file & kFileA) * kGatherFile >> 56] +
         turned[file][(own & (rays.up[2] | rays.down[2])) * kFileA >> 56] +
         turned[file][(own & (rays.up[3] | rays.down[3])) * kFileA >> 56];
}

/// The last disc only moves the counts: no board has to be made for it.
/// The final margin, exact. With one disc to place own + opponent's is Board * Board - 1, so the margin
/// follows from the own discs alone.
template <int Board>
int solve_last(const DiscsOn<Board>& discs, const LastSquares<1>& squares) {
  const int margin = Board * Board - 1 - 2 * count(discs.own);
  if (const int twice = twice_flipped_last(squares[0], discs.own)) return margin - twice - 1;
  if (const int twice = twice_flipped_last(squares[0], discs.opponent)) return margin + twice + 1;
  return margin;
}

/// The best of the moves that flip something, fail-soft; kNoDifference when none does.
template <int Board, std::size_t N>
int best_of_last(const DiscsOn<Board>& discs, const LastSquares<N>& squares, int beta) {
  int best = kNoDifference;
  for (std::size_t i = 0; i < N; ++i) {
    // A look-up that spares flips() where there is nothing to flip.
    if ((kNeighbours[squares[i]] & discs.opponent) == 0) continue;
    const Bitboard flipped = discs.flips(squares[i]);
    if (flipped == 0) continue;
    const auto next = discs.played(squares[i], flipped);
    if constexpr (N == 2) {
      best = std::max(best, -solve_last(next, without(squares, i)));
    } else {
      best = std::max(best, -solve_last(next, without(squares, i), 1 - beta));
    }
    if (best >= beta) break;
  }
  return best;
}

/// A bound of the final margin for the side to move: a lower one from beta up, else an upper one.
template <int Board, std::size_t N>
int solve_last(const DiscsOn<Board>& discs, const LastSquares<N>& squares, int beta) {
  // No move: the other side goes on with the same squares; if it has none either, the game is over.
  if (const int best = best_of_last(discs, squares, beta); best != kNoDifference) return best;
  if (const int best = best_of_last(discs.passed(), squares, 1 - beta); best != kNoDifference) return -best;
  return discs.margin();
}

}  // namespace engine::antireversi
