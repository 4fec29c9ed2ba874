#include "engine/games/xiangqi/repetition.h"

#include <numeric>

namespace engine::xiangqi {
namespace {

/// The board as it was and will be while a cycle is walked back, with pieces that keep their names: the
/// square on which each stands at the end of the cycle. A Bitboard of names is a set of pieces.
class Replay {
 public:
  explicit Replay(const Board& board) : board_(board) { std::iota(names_.begin(), names_.end(), 0); }

  const Board& board() const { return board_; }

  /// @pre The move was no capture: a cycle has none.
  void take_back(Move move) { shift(to_of(move), from_of(move)); }

  Bitboard named(Bitboard squares) const {
    Bitboard names;
    for_each(squares, [&](Square s) { names |= Bitboard::of(names_[s]); });
    return names;
  }

 private:
  void shift(Square from, Square to) {
    const Piece piece = board_.at(from);
    board_.remove(from, piece);
    board_.put(to, piece);
    names_[to] = names_[from];
  }

  Board board_;
  std::array<Square, kSquares> names_;
};

/// Whether `side` could take back on `square`, were the piece there just captured from `attacker`'s square.
// By trying: a defender that is pinned, or whose line the captured piece blocked, is judged as it is.
bool is_protected(const Board& board, Square attacker, Square square) {
  Board after = board;
  const Piece victim = after.at(square);
  const Piece capturer = after.at(attacker);
  after.remove(square, victim);
  after.remove(attacker, capturer);
  after.put(square, capturer);
  Bitboard defenders = after.attackers(square, side_of(victim), after.occupied());
  while (defenders)
    if (!after.leaves_king_attacked(defenders.pop_first(), square)) return true;
  return false;
}

/// Two of a kind that attack each other offer an exchange, unless the victim cannot take (a blocked leg, a
/// pin).
// AXF: offering an exchange is no chase.
bool offers_exchange(const Board& board, Square attacker, Square victim) {
  return type_of(board.at(attacker)) == type_of(board.at(victim)) &&
         board.targets(victim).contains(attacker) && !board.leaves_king_attacked(victim, attacker);
}

/// Whether `attacker`, were it to move, threatens to win the piece on `victim`.
// AXF: a chase threatens to win material. So a protected piece is only chased by a cheaper one, and the
// values are kinds, not points: advisors and elephants below the three majors, the rook above all.
bool threatens(const Board& board, Square attacker, Square victim) {
  const PieceType hunter = type_of(board.at(attacker));
  const PieceType prey = type_of(board.at(victim));
  if (board.leaves_king_attacked(attacker, victim)) return false;
  if (offers_exchange(board, attacker, victim)) return false;
  // Taking the better piece wins even against protection.
  const bool minor_hunter = hunter == PieceType::advisor || hunter == PieceType::elephant;
  if (minor_hunter && is_major(prey)) return true;
  if (hunter != PieceType::rook && prey == PieceType::rook) return true;
  return !is_protected(board, attacker, victim);
}

/// Pieces that can be chased: all but the general, whose attack is a check, and pawns before the river.
// Pawns that have not crossed may be attacked for ever, by the rules.
Bitboard prey_of(const Board& board, Side hunter) {
  Bitboard prey = board.pieces(other(hunter)).without(board.pieces(PieceType::king));
  for_each(prey & board.pieces(PieceType::pawn), [&](Square s) {
    if (!has_crossed(other(hunter), s)) prey = prey.without(Bitboard::of(s));
  });
  return prey;
}

/// The pieces that `hunter` threatens to win. General and pawns may attack for ever without chasing.
Bitboard threatened(const Board& board, Side hunter) {
  const Bitboard prey = prey_of(board, hunter);
  const Bitboard idle = board.pieces(PieceType::king) | board.pieces(PieceType::pawn);
  Bitboard found;
  for_each(board.pieces(hunter).without(idle), [&](Square attacker) {
    for_each((board.targets(attacker) & prey).without(found), [&](Square victim) {
      if (threatens(board, attacker, victim)) found |= Bitboard::of(victim);
    });
  });
  return found;
}

/// Which sides gave check in the cycle: with every move, with any.
struct CheckRecord {
  bool checks[2] = {true, true};
  bool any_check = false;
};

CheckRecord review_checks(std::span<const Position::State> cycle, Side mover) {
  CheckRecord record;
  // From the last ply back; `mover` made the ply.
  for (std::size_t i = cycle.size(); i-- > 0; mover = other(mover)) {
    const bool check = !cycle[i].checkers.empty();
    record.checks[index(mover)] &= check;
    record.any_check |= check;
  }
  return record;
}

/// Which sides attacked, with each of their moves anew, one and the same piece.
// Backwards, from the position now: names are squares of now, so a piece keeps its name while it moves. A
// side is guilty if one piece is left that each of its moves threatened and that was not threatened before
// it.
std::array<bool, 2> review_chases(const Position& position, std::span<const Position::State> cycle) {
  Replay replay(position.board());
  std::array<Bitboard, 2> chased = {kWholeBoard, kWholeBoard};
  Side mover = other(position.side_to_move());
  for (std::size_t i = cycle.size(); i-- > 0 && (chased[0] || chased[1]); mover = other(mover)) {
    Bitboard& victims = chased[index(mover)];
    Bitboard after;
    if (victims) after = replay.named(threatened(replay.board(), mover));
    replay.take_back(cycle[i].move);
    victims &= after;
    // What was attacked before the move already was not attacked by the move.
    if (victims) victims = victims.without(replay.named(threatened(replay.board(), mover)));
  }
  return {!chased[0].empty(), !chased[1].empty()};
}

/// @pre One of the two is guilty.
Ending forfeit(bool first_is_guilty, std::string_view reason) {
  return {first_is_guilty ? Side::first : Side::second, reason};
}

}  // namespace

Ending judge_repetition(const Position& position, int length) {
  const auto cycle = position.states().last(static_cast<std::size_t>(length));
  const Ending draw{std::nullopt, "repetition"};
  const CheckRecord record = review_checks(cycle, other(position.side_to_move()));
  if (record.checks[0] != record.checks[1]) return forfeit(record.checks[0], "perpetual_check");
  // With checks on both sides or with some moves only, chases do not count.
  if (record.any_check) return draw;
  const auto chases = review_chases(position, cycle);
  return chases[0] != chases[1] ? forfeit(chases[0], "perpetual_chase") : draw;
}

}  // namespace engine::xiangqi
