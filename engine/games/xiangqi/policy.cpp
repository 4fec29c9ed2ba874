#include "engine/games/xiangqi/policy.h"

#include "engine/games/xiangqi/checks.h"
#include "engine/games/xiangqi/evaluation.h"
#include "engine/games/xiangqi/exchange.h"

namespace engine::xiangqi {
namespace {

static_assert(search::Policy<Policy>);
static_assert(search::HasQuiescence<Policy> && search::HasGain<Policy> && search::HasExtension<Policy> &&
              search::HasMargins<Policy> && search::HasUnderThreat<Policy> && search::HasNullMove<Policy> &&
              search::HasSolver<Policy>);

// The scale of quiet scores is that of the search's history: see search::kHistoryMax.
constexpr int kPerCentipawn = 60;       // For a better place.
constexpr int kRiskyCheck = 6000;       // A check that may lose the piece: mates often begin so.
constexpr int kEscape = 5000;           // Of a rook, horse or cannon from a pawn.
constexpr int kLosingCapture = -30000;  // Behind the quiet moves.

int value_of(Piece piece) {
  return piece == Piece::none ? 0 : kExchangeValue[index(type_of(piece))];
}

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

std::optional<search::Solved> Policy::mate_at_root(Position& position, const search::Node& node) {
  // The search itself finds most mates in N moves before this depth.
  constexpr int kPliesPerMove = 3;
  // For a side far ahead pruning hides mates, and there is little else to find. Parts of the nodes until now.
  constexpr Score kFarAhead = 400;
  constexpr std::uint64_t kShareAhead = 4, kShare = 32;
  const std::uint64_t share = evaluate(position) >= kFarAhead ? kShareAhead : kShare;
  const std::uint64_t limit = node.searched / share;
  if (!mates_.find(position, node.depth / kPliesPerMove, limit, node.budget, node.among)) return std::nullopt;
  const auto line = mates_.line();
  return search::Solved{win_in(static_cast<int>(line.size())), line.front(), line};
}

}  // namespace engine::xiangqi
