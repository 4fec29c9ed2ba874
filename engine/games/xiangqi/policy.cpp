#include "engine/games/xiangqi/policy.h"

#include "engine/games/xiangqi/evaluation.h"
#include "engine/games/xiangqi/exchange.h"

namespace engine::xiangqi {
namespace {

static_assert(search::Policy<Policy>);
static_assert(search::HasQuiescence<Policy> && search::HasGain<Policy> && search::HasExtension<Policy> &&
              search::HasMargins<Policy> && search::HasUnderThreat<Policy> && search::HasNullMove<Policy>);

// The scale of quiet scores is that of the search's history: see search::kHistoryMax.
constexpr int kPerCentipawn = 60;       // For a better place.
constexpr int kRiskyCheck = 6000;       // A check that may lose the piece: mates often begin so.
constexpr int kEscape = 5000;           // Of a rook, horse or cannon from a pawn.
constexpr int kLosingCapture = -30000;  // Behind the quiet moves.

int value_of(Piece piece) {
  return piece == Piece::none ? 0 : kExchangeValue[index(type_of(piece))];
}

/// Which moves of a side attack the opponent's general: by where the piece arrives, or by what it leaves
/// behind.
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

bool is_losing_capture(const Board& board, Move move) {
  const bool takes_better = value_of(board.at(to_of(move))) >= value_of(board.at(from_of(move)));
  return !takes_better && !exchange_gains(board, move, 0);
}

/// Scores the moves of one position.
class MoveOrder {
 public:
  MoveOrder(const Board& board, Side side) : board_(board), side_(side), checks_(board, side) {
    for_each(board.pieces(other(side), PieceType::pawn),
             [&](Square s) { pawn_attacks_ |= kAttacks.pawn[index(other(side))][s]; });
  }

  int score(Move move) const {
    return board_.at(to_of(move)) != Piece::none ? capture_score(move) : quiet_score(move);
  }

  bool checks(Move move) const { return checks_.by(move); }

 private:
  /// Most valuable victim first, then the cheapest attacker.
  int capture_score(Move move) const {
    const int score = 16 * value_of(board_.at(to_of(move))) - value_of(board_.at(from_of(move)));
    if (!is_losing_capture(board_, move)) return search::kForcing + score;
    return checks(move) ? kRiskyCheck : kLosingCapture + score / 16;
  }

  int quiet_score(Move move) const {
    const Piece piece = board_.at(from_of(move));
    if (checks(move)) return exchange_gains(board_, move, 0) ? search::kForcing : kRiskyCheck;
    const auto& places = kPieceSquare[index(piece)];
    const int gain = places[to_of(move)].mg - places[from_of(move)].mg;
    int score = (side_ == Side::first ? gain : -gain) * kPerCentipawn;
    if (is_major(type_of(piece))) {
      if (pawn_attacks_.contains(from_of(move))) score += kEscape;
      if (pawn_attacks_.contains(to_of(move))) score -= kEscape;
    }
    return score;
  }

  const Board& board_;
  Side side_;
  Checks checks_;
  Bitboard pawn_attacks_;
};

}  // namespace

Score Policy::evaluate(const Position& position) {
  return xiangqi::evaluate(position);
}

void Policy::order(const Position& position, std::span<ScoredMove> moves) {
  const MoveOrder order(position.board(), position.side_to_move());
  for (ScoredMove& scored : moves) {
    scored.score = order.score(scored.move);
    scored.sharp = order.checks(scored.move);
  }
}

bool Policy::quiesce(Position& position, MoveList& moves) {
  if (position.in_check()) {
    position.generate(moves);
    return false;
  }
  MoveList captures;
  position.generate_captures(captures);
  for (const Move move : captures)
    if (!is_losing_capture(position.board(), move)) moves.push_back(move);
  return true;
}

Score Policy::gain(const Position& position, Move move) {
  return value_of(position.board().at(to_of(move)));
}

int Policy::extension(const Position& position, Move, const search::Node&) {
  return position.in_check() ? 1 : 0;
}

bool Policy::may_try_null_move(const Position& position) {
  const Board& board = position.board();
  const Side us = position.side_to_move();
  const int rooks = board.pieces(us, PieceType::rook).count();
  const int cavalry =
      board.pieces(us, PieceType::horse).count() + board.pieces(us, PieceType::cannon).count();
  return 2 * rooks + cavalry >= 2;
}

}  // namespace engine::xiangqi
