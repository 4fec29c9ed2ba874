#include "engine/games/xiangqi/board.h"

// Legal moves without trying each one. Only a move that leaves a square of `Guard::leave`, enters one of
// `Guard::enter`, is made by the general, or answers a check can leave the general attacked: those few are
// tested one by one, all others are legal by construction.

namespace engine::xiangqi {
namespace {

// More than pins: a piece may expose its general by leaving (a rook's line, a cannon's second screen, a
// horse's leg) or by arriving (as the screen of a cannon).
struct Guard {
  Bitboard leave;  ///< Own pieces that shield the general: last blocker, second screen, a horse's leg.
  Bitboard enter;  ///< Squares where a piece would become the screen of a cannon that looks at the general.
  Bitboard checkers;  ///< Pieces that give check.
  Bitboard answers;   ///< In check: where a piece other than the general may go to end it ...
  Bitboard screens;   ///< ... or that may end it by leaving.
};

// Of several checks: only the squares that answer all of them remain.
void add_check(Guard& guard, Square checker, Bitboard answers) {
  guard.answers = guard.checkers ? guard.answers & answers : answers;
  guard.checkers |= Bitboard::of(checker);
}

void look_along_lines(const Board& board, Square king, Bitboard them, Bitboard own, Guard& guard) {
  const Bitboard lines = kAttacks.cross[king] & them;
  const Bitboard sliders = board.pieces(PieceType::rook) | board.pieces(PieceType::king);
  for_each(lines & sliders, [&](Square s) {
    const Bitboard between = kAttacks.between[king][s];
    const Bitboard blockers = between & board.occupied();
    if (!blockers) add_check(guard, s, between | Bitboard::of(s));
    if (!blockers.has_several()) guard.leave |= blockers & own;
  });
  for_each(lines & board.pieces(PieceType::cannon), [&](Square s) {
    const Bitboard between = kAttacks.between[king][s];
    const Bitboard screens = between & board.occupied();
    const int count = screens.count();
    // No screen: whatever enters becomes one. One: check. Two: each of them may not leave. More: harmless.
    if (count == 0) guard.enter |= between;
    if (count == 1) {
      add_check(guard, s, between | Bitboard::of(s));
      guard.screens |= screens;
    }
    if (count == 2) guard.leave |= screens & own;
  });
}

Guard look_around(const Board& board, Side side) {
  Guard guard;
  const Square king = board.king(side);
  const Bitboard own = board.pieces(side);
  const Bitboard them = board.pieces(other(side));
  look_along_lines(board, king, them, own, guard);
  for_each(kAttacks.horse_jumps[king] & them & board.pieces(PieceType::horse), [&](Square s) {
    const Bitboard leg = Bitboard::of(horse_leg(s, king));
    if (!(leg & board.occupied())) add_check(guard, s, leg | Bitboard::of(s));
    guard.leave |= leg & own;
  });
  for_each(kAttacks.pawn_from[index(other(side))][king] & them & board.pieces(PieceType::pawn),
           [&](Square s) { add_check(guard, s, Bitboard::of(s)); });
  return guard;
}

void list(MoveList& moves, Square from, Bitboard targets) {
  for_each(targets, [&](Square to) { moves.push_back(make_move(from, to)); });
}

}  // namespace

/// The moves of every piece but the general.
template <class Emit>
void Board::each_target(Side side, Emit emit) const {
  const Bitboard all = occupied();
  for_each(pieces(side, PieceType::rook), [&](Square s) { emit(s, rook_attacks(s, all)); });
  for_each(pieces(side, PieceType::cannon), [&](Square s) { emit(s, cannon_targets(s, all)); });
  for_each(pieces(side, PieceType::horse), [&](Square s) { emit(s, horse_attacks(s, all)); });
  for_each(pieces(side, PieceType::pawn), [&](Square s) { emit(s, kAttacks.pawn[index(side)][s]); });
  for_each(pieces(side, PieceType::advisor), [&](Square s) { emit(s, kAttacks.advisor[s]); });
  for_each(pieces(side, PieceType::elephant), [&](Square s) { emit(s, elephant_attacks(s, all)); });
}

/// Those of the targets that leave the own general safe: a look from the general for each.
Bitboard Board::tested(Square from, Bitboard targets) const {
  Bitboard legal;
  for_each(targets, [&](Square to) {
    if (!leaves_king_attacked(from, to)) legal |= Bitboard::of(to);
  });
  return legal;
}

template <class Emit>
void Board::each_legal(Side side, Bitboard wanted, Emit emit) const {
  const Guard guard = look_around(*this, side);
  const Square king = this->king(side);
  // The general is tested on each of its at most four targets.
  emit(king, tested(king, kAttacks.king[king] & wanted));
  if (guard.checkers) {
    each_target(side, [&](Square from, Bitboard targets) {
      // In check: every candidate is tested, since it may end one check and open another.
      const bool screen = guard.screens.contains(from);
      emit(from, tested(from, targets & wanted & (screen ? kWholeBoard : guard.answers)));
    });
    return;
  }
  each_target(side, [&](Square from, Bitboard targets) {
    // Not in check: only doubtful targets are tested, which are few or none in most positions.
    targets &= wanted;
    const Bitboard doubtful = guard.leave.contains(from) ? targets : targets & guard.enter;
    emit(from, doubtful ? targets.without(doubtful) | tested(from, doubtful) : targets);
  });
}

void Board::generate(Side side, MoveList& moves) const {
  each_legal(side, kWholeBoard.without(pieces(side) | pieces(PieceType::king)),
             [&](Square from, Bitboard targets) { list(moves, from, targets); });
}

void Board::generate_captures(Side side, MoveList& moves) const {
  each_legal(side, pieces(other(side)).without(pieces(PieceType::king)),
             [&](Square from, Bitboard targets) { list(moves, from, targets); });
}

void Board::generate_quiet(Side side, MoveList& moves) const {
  each_legal(side, kWholeBoard.without(occupied()),
             [&](Square from, Bitboard targets) { list(moves, from, targets); });
}

bool Board::is_legal(Side side, Move move) const {
  const Square from = from_of(move), to = to_of(move);
  if (from >= kSquares || to >= kSquares || !pieces(side).contains(from)) return false;
  return targets(from).contains(to) && !pieces(PieceType::king).contains(to) &&
         !leaves_king_attacked(from, to);
}

int Board::count_moves(Side side) const {
  int count = 0;
  each_legal(side, kWholeBoard.without(pieces(side) | pieces(PieceType::king)),
             [&](Square, Bitboard targets) { count += targets.count(); });
  return count;
}

bool Board::has_moves(Side side) const {
  for (Bitboard rest = pieces(side); rest;) {
    const Square from = rest.pop_first();
    for (Bitboard targets = this->targets(from).without(pieces(PieceType::king)); targets;)
      if (!leaves_king_attacked(from, targets.pop_first())) return true;
  }
  return false;
}

}  // namespace engine::xiangqi
