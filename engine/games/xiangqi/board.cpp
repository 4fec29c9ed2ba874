#include "engine/games/xiangqi/board.h"

namespace engine::xiangqi {
namespace {

/// The horses among `horses` that reach `target`. Their legs are judged from where they stand.
Bitboard horses_reaching(Square target, Bitboard horses, Bitboard occupied) {
  Bitboard reaching;
  for_each(kAttacks.horse_jumps[target] & horses, [&](Square from) {
    if (!occupied.contains(horse_leg(from, target))) reaching |= Bitboard::of(from);
  });
  return reaching;
}

}  // namespace

Bitboard Board::targets(Square from) const {
  const Bitboard own = pieces(side_of(at(from)));
  switch (type_of(at(from))) {
    case PieceType::rook:
      return rook_attacks(from, occupied()).without(own);
    case PieceType::horse:
      return horse_attacks(from, occupied()).without(own);
    case PieceType::cannon:
      return cannon_targets(from, occupied()).without(own);
    case PieceType::pawn:
      return kAttacks.pawn[index(side_of(at(from)))][from].without(own);
    case PieceType::advisor:
      return kAttacks.advisor[from].without(own);
    case PieceType::elephant:
      return elephant_attacks(from, occupied()).without(own);
    case PieceType::king:
      return kAttacks.king[from].without(own);
    case PieceType::none:
      break;
  }
  return Bitboard();
}

Bitboard Board::attackers(Square target, Side by, Bitboard occupied) const {
  // From the target outwards: what a piece of a kind would attack from there are the squares from which that
  // kind attacks it, but for pawns (they have a direction) and horses (the leg stands beside the horse).
  const Bitboard found = (rook_attacks(target, occupied) & pieces(PieceType::rook)) |
                         (cannon_attacks(target, occupied) & pieces(PieceType::cannon)) |
                         (kAttacks.pawn_from[index(by)][target] & pieces(PieceType::pawn)) |
                         (kAttacks.advisor[target] & pieces(PieceType::advisor)) |
                         (elephant_attacks(target, occupied) & pieces(PieceType::elephant)) |
                         (kAttacks.king[target] & pieces(PieceType::king)) |
                         horses_reaching(target, pieces(PieceType::horse) & occupied, occupied);
  return found & pieces(by) & occupied;
}

/// Looks from the general outwards: only pieces on its rank, its file or a horse's jump away come into
/// question, and how many pieces stand between decides which of them attack.
Bitboard Board::checkers(Side side) const {
  const Square king = this->king(side);
  const Bitboard them = pieces(other(side));
  const Bitboard lines = kAttacks.cross[king] & them;
  Bitboard found = kAttacks.pawn_from[index(other(side))][king] & them & pieces(PieceType::pawn);
  found |= horses_reaching(king, them & pieces(PieceType::horse), occupied());
  for_each(lines & (pieces(PieceType::rook) | pieces(PieceType::king)), [&](Square s) {
    if (!(kAttacks.between[king][s] & occupied())) found |= Bitboard::of(s);
  });
  for_each(lines & pieces(PieceType::cannon), [&](Square s) {
    if ((kAttacks.between[king][s] & occupied()).count() == 1) found |= Bitboard::of(s);
  });
  return found;
}

/// Like checkers(), but on the board as it will be after a move, and content with one attacker.
// The sets of pieces are those before the move, and only `them` and `occupied` are of after it: right, since
// only an own piece has moved, and what it took is out of `them`.
bool Board::is_attacked(Square king, Side by, Bitboard them, Bitboard occupied) const {
  const Bitboard lines = kAttacks.cross[king] & them;
  for (Bitboard rest = lines & (pieces(PieceType::rook) | pieces(PieceType::king)); rest;)
    if (!(kAttacks.between[king][rest.pop_first()] & occupied)) return true;
  for (Bitboard rest = lines & pieces(PieceType::cannon); rest;)
    if ((kAttacks.between[king][rest.pop_first()] & occupied).count() == 1) return true;
  if (kAttacks.pawn_from[index(by)][king] & them & pieces(PieceType::pawn)) return true;
  return !horses_reaching(king, them & pieces(PieceType::horse), occupied).empty();
}

bool Board::leaves_king_attacked(Square from, Square to) const {
  const Side side = side_of(at(from));
  const Bitboard captured = Bitboard::of(to);
  const Square king = type_of(at(from)) == PieceType::king ? to : this->king(side);
  return is_attacked(king, other(side), pieces(other(side)).without(captured),
                     occupied().without(Bitboard::of(from)) | captured);
}

}  // namespace engine::xiangqi
