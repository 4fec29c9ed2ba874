#include "engine/games/xiangqi/policy.h"

#include "engine/games/xiangqi/evaluation.h"
#include "engine/games/xiangqi/see.h"

/// book.bin (embedded_file.cmake).
extern "C" const unsigned char sanqi_xiangqi_book[], sanqi_xiangqi_book_end[];

namespace engine::xiangqi {
namespace {

static_assert(search::Policy<Policy>);
static_assert(search::HasStages<Policy> && search::HasCaptureValue<Policy> && search::HasExtension<Policy> &&
              search::HasMargins<Policy> && search::HasUnderThreat<Policy> && search::HasNullMove<Policy> &&
              search::HasSolver<Policy>);

int value_of(Piece piece) {
  return piece == Piece::none ? 0 : kSeeValue[index(type_of(piece))];
}

}  // namespace

Score Policy::evaluate(const Position& position) {
  return evaluator_ ? evaluator_->evaluate(position) : xiangqi::evaluate(position);
}

/// Most valuable victim first, then the cheapest attacker; the general comes before them all.
std::int32_t Policy::noisy_score(const Position& position, Move move) {
  const Board& board = position.board();
  const Piece attacker = board.at(from_of(move));
  const int cost = type_of(attacker) == PieceType::king ? 0 : value_of(attacker);
  // Times 16, so that the victim decides and the attacker only among equal victims; never negative.
  constexpr int kMaxValuable = 900;
  return 16 * value_of(board.at(to_of(move))) - cost + kMaxValuable;
}

bool Policy::see_loses(const Position& position, Move move) {
  const Board& board = position.board();
  // Taking as much or more cannot lose, whatever takes back: the usual case, without an exchange evaluation.
  const bool takes_better = value_of(board.at(to_of(move))) >= value_of(board.at(from_of(move)));
  return !takes_better && !see_ge(board, move, 0);
}

Score Policy::capture_value(const Position& position, Move move) {
  return value_of(position.board().at(to_of(move)));
}

int Policy::extension(const Position& position, Move, const search::Node&) {
  return position.in_check() ? 1 : 0;
}

bool Policy::may_try_null_move(const Position& position) {
  const Board& board = position.board();
  const Side us = position.side_to_move();
  const int rooks = board.pieces(us, PieceType::rook).count();
  const int horses_cannons =
      board.pieces(us, PieceType::horse).count() + board.pieces(us, PieceType::cannon).count();
  // A rook, or two of horses and cannons: with less, zugzwang is common.
  return 2 * rooks + horses_cannons >= 2;
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

const Book& Policy::book() {
  static const Book book = Book::read({&sanqi_xiangqi_book[0], &sanqi_xiangqi_book_end[0]});
  return book;
}

}  // namespace engine::xiangqi
