#include "engine/games/xiangqi/endings.h"

namespace engine::xiangqi {
namespace {

// In sixteenths. 0 is left for sides that cannot mate at all: without an attacker, or with a lone cannon.
constexpr int kDrawn = 2, kUnlikely = 4, kUnclear = 8, kLikely = 12;

// What is left of the attackers' and defenders' material; the general is always there.
struct Force {
  int rooks, horses, cannons;
  int pawns;   ///< Without those on the last rank, which only guard a general there.
  int guards;  ///< Advisors and elephants.

  int lesser() const { return horses + cannons + pawns; }
};

/// Pawns that stand `ranks` or less from the last one.
int pawns_near_the_end(const Board& board, Side side, int ranks) {
  int count = 0;
  for_each(board.pieces(side, PieceType::pawn),
           [&](Square s) { count += relative_rank(side, s) >= kRanks - 1 - ranks; });
  return count;
}

Force force_of(const Board& board, Side side) {
  const auto count = [&](PieceType type) { return board.pieces(side, type).count(); };
  return {count(PieceType::rook), count(PieceType::horse), count(PieceType::cannon),
          count(PieceType::pawn) - pawns_near_the_end(board, side, 0),
          count(PieceType::advisor) + count(PieceType::elephant)};
}

/// All four guards hold a rook, and so do a rook, or a horse or cannon behind two guards.
int chances_of_rook(const Force& them) {
  if (them.rooks > 0 || them.guards == 4) return kDrawn;
  return them.horses + them.cannons > 0 && them.guards >= 2 ? kUnlikely : kCertain;
}

/// Two guards hold a horse or a pawn, and a cannon needs a screen of its own.
int chances_of_one(const Force& us, const Force& them) {
  if (us.cannons == 1) return us.guards == 0 ? 0 : kUnlikely;
  if (them.guards >= 3) return kDrawn;
  return them.guards == 2 ? kUnlikely : kLikely;
}

/// Three guards hold two pawns that have gone too far to come from the front; four hold any two.
int chances_of_two(const Board& board, Side side, const Force& us, const Force& them) {
  if (us.pawns < 2) return them.guards == 4 ? kLikely : kCertain;
  const bool are_low = pawns_near_the_end(board, side, 1) == board.pieces(side, PieceType::pawn).count();
  if (are_low && them.guards >= 3) return kDrawn;
  return them.guards == 4 ? kUnclear : kCertain;
}

}  // namespace

int winning_chances(const Board& board, Side side) {
  const Force us = force_of(board, side);
  // The usual case in a game: the other side is not even counted.
  if (us.rooks > 1 || us.lesser() > 2) return kCertain;
  const Force them = force_of(board, other(side));
  if (us.rooks == 1) return us.lesser() == 0 ? chances_of_rook(them) : kCertain;
  switch (us.lesser()) {
    case 0:
      return 0;
    case 1:
      return chances_of_one(us, them);
    default:
      return chances_of_two(board, side, us, them);
  }
}

}  // namespace engine::xiangqi
