#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/games/xiangqi/position.h"
#include "engine/lab/training/selfplay.h"

namespace engine::lab {

/// A Xiangqi position of a self-play game as the network sees it: from the end of the side to move, whose
/// pieces count as red. 40 bytes, so that tens of millions fit into memory.
struct NetworkSample {
  std::uint64_t low;                   ///< Occupied points 0 to 63,
  std::uint32_t high : 26;             ///< and the others.
  std::uint32_t bucket : 4;            ///< See xiangqi::bucket_of().
  std::uint32_t points : 2;            ///< What the game brought the side to move: 2, 1 or 0.
  std::array<std::uint8_t, 16> kinds;  ///< Four bits a piece, by points: own types 0-6, the other's 7-13.
  std::int16_t score;                  ///< Of the search, for the side to move.
  std::int16_t by_hand;                ///< What evaluate() of evaluation.h says.
  std::uint16_t next_in;               ///< Plies to the next sample of its game; 0: none.
};
static_assert(sizeof(NetworkSample) == 40);

/// Without score, points and next_in, which the position does not know.
NetworkSample pack(const xiangqi::Position& position);
/// The position with red to move, without its past.
xiangqi::Position unpack(const NetworkSample& sample);

/// Calls visit(kind, point) for each piece, points in order.
template <class Visit>
void for_each_piece(const NetworkSample& sample, Visit visit) {
  const xiangqi::Bitboard::Bits high = sample.high;
  unsigned i = 0;
  xiangqi::for_each(xiangqi::Bitboard(high << 64 | sample.low), [&](xiangqi::Square s) {
    visit(static_cast<std::size_t>(sample.kinds[i / 2] >> (i % 2 * 4) & 15), s);
    ++i;
  });
}

/// Appends the positions of a game that the filter lets through, by replaying its moves on the board.
/// Throws std::runtime_error for a move that is none.
void add_samples(const SelfPlaySettings& settings, const SelfPlayGame& game, const Filter& filter,
                 std::vector<NetworkSample>& samples);

}  // namespace engine::lab
