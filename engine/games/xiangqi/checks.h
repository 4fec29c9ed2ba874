#pragma once

#include "engine/games/xiangqi/board.h"

namespace engine::xiangqi {

/// Which moves of a side attack the opponent's general: by where the piece arrives, or by what it leaves
/// behind.
///
/// Made once a position, then each move is a look into sets. It may say yes to a move along the line of a
/// check that gives none (a screen that slides on); it misses no check. A user that needs certainty plays the
/// move and asks in_check(), as MateSearch does.
class Checks {
 public:
  Checks(const Board& board, Side side)
      : board_(board), side_(side), king_(board.king(other(side))), all_(board.occupied()) {
    const Bitboard sight = rook_attacks(king_, all_);
    const Bitboard first = sight & all_;  // The nearest piece each way, then the next ones.
    const Bitboard behind_first = rook_attacks(king_, all_.without(first));
    rook_ = sight;
    cannon_ = behind_first.without(sight);
    pawn_ = kAttacks.pawn_from[index(side)][king_];
    find_horses();
    find_screens(sight, first);
    find_uncovered(first, behind_first & all_.without(first));
  }

  bool by(Move move) const {
    const Square to = to_of(move);
    if (screens_.contains(to) || uncovering_.contains(from_of(move))) return true;
    switch (type_of(board_.at(from_of(move)))) {
      case PieceType::rook:
        return rook_.contains(to);
      case PieceType::horse:
        return horse_.contains(to);
      case PieceType::cannon:
        return cannon_.contains(to);
      case PieceType::pawn:
        return pawn_.contains(to);
      default:
        return false;
    }
  }

 private:
  Bitboard own(PieceType type) const { return board_.pieces(side_, type); }

  // A horse on a square from which it jumps at the general; or one that does so already, but for a blocked
  // leg: then whatever stands on the leg gives check by leaving.
  void find_horses() {
    for_each(kAttacks.horse_jumps[king_], [&](Square s) {
      const Square leg = horse_leg(s, king_);
      if (!all_.contains(leg))
        horse_ |= Bitboard::of(s);
      else if (own(PieceType::horse).contains(s))
        uncovering_ |= Bitboard::of(leg);
    });
  }

  /// A cannon that faces the general lacks a screen: any piece that steps between gives check, and so does
  /// the cannon when it leaps over what is behind it.
  void find_screens(Bitboard sight, Bitboard first) {
    for_each(first & own(PieceType::cannon), [&](Square cannon) {
      screens_ |= sight & rook_attacks(cannon, all_);
      const Bitboard rest = all_.without(Bitboard::of(cannon));
      const Bitboard further = rook_attacks(king_, rest);
      cannon_ |= rook_attacks(king_, rest.without(further)).without(further);
    });
  }

  /// A rook behind one piece, a cannon behind two: the piece in front may step aside.
  void find_uncovered(Bitboard first, Bitboard second) {
    for_each(second & own(PieceType::rook),
             [&](Square rook) { uncovering_ |= rook_attacks(rook, all_) & first; });
    const Bitboard rest = all_.without(first | second);
    for_each(rook_attacks(king_, rest) & own(PieceType::cannon) & rest, [&](Square cannon) {
      for_each(rook_attacks(cannon, all_) & second,
               [&](Square near) { uncovering_ |= Bitboard::of(near) | (rook_attacks(near, all_) & first); });
    });
  }

  const Board& board_;
  Side side_;
  Square king_;
  Bitboard all_;
  Bitboard rook_, horse_, cannon_, pawn_;  // Where such a piece would attack.
  Bitboard screens_;
  Bitboard uncovering_;
};

}  // namespace engine::xiangqi
