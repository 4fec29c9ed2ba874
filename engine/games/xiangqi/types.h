#pragma once

#include <cstdint>

#include "engine/core/types.h"

/// Squares, pieces and moves of Xiangqi.
namespace engine::xiangqi {

inline constexpr int kFiles = 9;
inline constexpr int kRanks = 10;
inline constexpr int kSquares = kFiles * kRanks;

// Plain numbers and packed bytes, so that tables are indexed without conversions. Red is Side::first.

/// 9 * rank + file: a0, red's left corner, is 0 and i9 is 89.
using Square = int;

constexpr Square square(int file, int rank) {
  return rank * kFiles + file;
}
constexpr int file_of(Square s) {
  return s % kFiles;
}
constexpr int rank_of(Square s) {
  return s / kFiles;
}
constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < kFiles && rank >= 0 && rank < kRanks;
}

/// The rank as the side counts it: 0 is its own back rank.
constexpr int relative_rank(Side side, Square s) {
  return side == Side::first ? rank_of(s) : kRanks - 1 - rank_of(s);
}
/// The same square seen from the other side of the river.
constexpr Square flip_ranks(Square s) {
  return square(file_of(s), kRanks - 1 - rank_of(s));
}
/// Whether a square lies beyond the river for a side.
constexpr bool has_crossed(Side side, Square s) {
  return relative_rank(side, s) >= kRanks / 2;
}
/// Of a side: the three files d to f on its three back ranks.
constexpr bool in_palace(Side side, Square s) {
  return relative_rank(side, s) <= 2 && file_of(s) >= 3 && file_of(s) <= 5;
}

/// The order is used by tables of weights, by is_major() and by the inputs of the network (network.bin).
enum class PieceType : std::uint8_t { rook, horse, cannon, pawn, advisor, elephant, king, none };
inline constexpr int kPieceTypes = 7;

constexpr std::size_t index(PieceType type) {
  return static_cast<std::size_t>(type);
}

/// The pieces that decide games. In the order of PieceType they come first.
constexpr bool is_major(PieceType type) {
  return type == PieceType::rook || type == PieceType::horse || type == PieceType::cannon;
}

/// Side and type in four bits.
enum class Piece : std::uint8_t { none = 15 };
inline constexpr std::size_t kPieceCodes = 16;

/// @pre type != PieceType::none
constexpr Piece make_piece(Side side, PieceType type) {
  return static_cast<Piece>(index(side) << 3 | index(type));
}
constexpr std::size_t index(Piece piece) {
  return static_cast<std::size_t>(piece);
}
/// PieceType::none of Piece::none.
constexpr PieceType type_of(Piece piece) {
  return static_cast<PieceType>(index(piece) & 7);
}
/// @pre piece != Piece::none
constexpr Side side_of(Piece piece) {
  return static_cast<Side>(index(piece) >> 3);
}

// A move is its two squares, seven bits each: fourteen bits, as engine::Move demands.
// The greatest, from 89 to 89, is below kNoMove.
constexpr Move make_move(Square from, Square to) {
  return static_cast<Move>(from << 7 | to);
}
/// Of any 14 bits; squares beyond the board come from moves that are none.
constexpr Square from_of(Move move) {
  return static_cast<Square>(index(move) >> 7);
}
constexpr Square to_of(Move move) {
  return static_cast<Square>(index(move) & 127);
}

}  // namespace engine::xiangqi
