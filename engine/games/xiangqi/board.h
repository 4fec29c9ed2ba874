#pragma once

#include <array>

#include "engine/games/xiangqi/attacks.h"

namespace engine::xiangqi {

/// Pieces on squares, and what they attack. No turn and no past: Position adds those.
// Squares and sets say the same twice: the array answers "what is here", the sets "where are these". Copying
// costs 240 bytes.
class Board {
 public:
  Board() { squares_.fill(Piece::none); }

  /// Piece::none where it is empty.
  Piece at(Square s) const { return squares_[s]; }
  Bitboard pieces(Side side) const { return sides_[index(side)]; }
  /// Of both sides.
  Bitboard pieces(PieceType type) const { return types_[index(type)]; }
  Bitboard pieces(Side side, PieceType type) const { return pieces(side) & pieces(type); }
  Bitboard occupied() const { return sides_[0] | sides_[1]; }
  /// @pre The side has a king.
  Square king(Side side) const { return pieces(side, PieceType::king).first(); }

  /// @pre The square is empty.
  void put(Square s, Piece piece) { toggle(s, piece), squares_[s] = piece; }
  /// @pre `piece` stands there.
  void remove(Square s, Piece piece) { toggle(s, piece), squares_[s] = Piece::none; }

  /// Where the piece on `from` goes by its way of moving, captures included. @pre A piece stands there.
  Bitboard targets(Square from) const;
  /// Pieces of `by` that capture on `target`, were the board occupied like that: captured and moved pieces of
  /// an exchange are taken out of `occupied`. Generals count by their steps only.
  Bitboard attackers(Square target, Side by, Bitboard occupied) const;
  /// Pieces that attack the general of `side`, a facing general among them.
  /// @pre The side has a king.
  Bitboard checkers(Side side) const;
  /// Whether moving `from` to `to`, whatever it captures, leaves the own general attacked or facing the
  /// other.
  /// A whole look from the general: for single moves. generate() knows which moves need it.
  /// @pre A piece stands on `from`.
  bool leaves_king_attacked(Square from, Square to) const;

  /// Every legal move of `side`. The general is never taken.
  /// All three append to `moves`, in an order that depends on the board alone: the general first, then by
  /// kind of piece and square.
  void generate(Side side, MoveList& moves) const;
  /// The legal moves that capture.
  void generate_captures(Side side, MoveList& moves) const;
  /// The legal moves that do not.
  void generate_quiet(Side side, MoveList& moves) const;
  /// Of any 14 bits, also kNoMove.
  bool is_legal(Side side, Move move) const;
  /// As many as generate() finds, without listing them: 1.5 times as fast in perft (decision 0001).
  int count_moves(Side side) const;
  /// Whether there is one: the first that is found will do.
  bool has_moves(Side side) const;

  bool operator==(const Board&) const = default;

 private:
  void toggle(Square s, Piece piece) {
    sides_[index(side_of(piece))] ^= Bitboard::of(s);
    types_[index(type_of(piece))] ^= Bitboard::of(s);
  }
  /// Calls emit(from, targets) for every piece with legal moves into `wanted`.
  template <class Emit>
  void each_legal(Side side, Bitboard wanted, Emit emit) const;
  template <class Emit>
  void each_target(Side side, Emit emit) const;
  Bitboard tested(Square from, Bitboard targets) const;
  bool is_attacked(Square king, Side by, Bitboard them, Bitboard occupied) const;

  std::array<Piece, kSquares> squares_;
  std::array<Bitboard, 2> sides_;
  std::array<Bitboard, kPieceTypes> types_;
};

}  // namespace engine::xiangqi
