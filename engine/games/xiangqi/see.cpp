#include "engine/games/xiangqi/see.h"

namespace engine::xiangqi {
namespace {

int value_of(PieceType type) {
  return kSeeValue[index(type)];
}

struct Capturer {
  PieceType type;
  Square from;
};

/// @pre `attackers` is not empty
Capturer least_valuable(const Board& board, Bitboard attackers) {
  constexpr PieceType kByValue[] = {PieceType::pawn,  PieceType::advisor, PieceType::elephant,
                                    PieceType::horse, PieceType::cannon,  PieceType::rook};
  for (const PieceType type : kByValue)
    if (const Bitboard found = attackers & board.pieces(type)) return {type, found.first()};
  return {PieceType::king, attackers.first()};
}

}  // namespace

bool see_ge(const Board& board, Move move, int threshold) {
  const Square target = to_of(move);
  const Side us = side_of(board.at(from_of(move)));
  const Piece victim = board.at(target);
  // The swap algorithm with a threshold (as in Stockfish's see_ge): no list of gains, and it stops as soon as
  // one side cannot make up for what it lost.
  const int surplus = (victim == Piece::none ? 0 : value_of(type_of(victim))) - threshold;
  if (surplus < 0) return false;
  // How far the side to capture next will be ahead when it has taken what stands on the target.
  int lead = value_of(type_of(board.at(from_of(move)))) - surplus;
  if (lead <= 0) return true;

  Bitboard occupied = board.occupied().without(Bitboard::of(from_of(move)) | Bitboard::of(target));
  bool gains = true;
  for (Side side = other(us);; side = other(side)) {
    const Bitboard attackers = board.attackers(target, side, occupied);
    if (!attackers) return gains;
    gains = !gains;
    const Capturer capturer = least_valuable(board, attackers);
    occupied = occupied.without(Bitboard::of(capturer.from));
    if (capturer.type == PieceType::king)  // It captures only what is not protected.
      return board.attackers(target, other(side), occupied).empty() ? gains : !gains;
    lead = value_of(capturer.type) - lead;
    // Not ahead though it has just captured: this side would rather have stopped before.
    if (lead < (gains ? 1 : 0)) return gains;
  }
}

}  // namespace engine::xiangqi
