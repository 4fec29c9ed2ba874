#include "engine/games/gomoku/policy.h"

#include <cstdlib>

extern "C" const unsigned char sanqi_gomoku_book_freestyle[], sanqi_gomoku_book_freestyle_end[],
    sanqi_gomoku_book_renju[], sanqi_gomoku_book_renju_end[], sanqi_gomoku_book_caro[],
    sanqi_gomoku_book_caro_end[];

namespace engine::gomoku {
namespace {

using Kind = Forced::Kind;

/// Positions that the VCF solver may visit: at the root half of what the search has visited, within bounds,
/// and elsewhere by the depth still to go. Not tuned.
constexpr std::uint64_t kMinRootVcfNodes = 1'000;
constexpr std::uint64_t kMaxRootVcfNodes = 200'000;
constexpr std::uint64_t kLeafVcfNodes = 40;
constexpr std::uint64_t kVcfNodesPerPly = 60;

std::uint64_t vcf_node_limit(const search::Node& node) {
  if (node.ply == 0) return std::clamp(node.searched / 2, kMinRootVcfNodes, kMaxRootVcfNodes);
  return kLeafVcfNodes + kVcfNodesPerPly * static_cast<std::uint64_t>(std::max(node.depth, 0));
}

// Standard never comes here: has_book() is false for it.
std::span<const unsigned char> book_file(Rule rule) {
  switch (rule) {
    case Rule::renju:
      return {&sanqi_gomoku_book_renju[0], &sanqi_gomoku_book_renju_end[0]};
    case Rule::caro:
      return {&sanqi_gomoku_book_caro[0], &sanqi_gomoku_book_caro_end[0]};
    default:
      return {&sanqi_gomoku_book_freestyle[0], &sanqi_gomoku_book_freestyle_end[0]};
  }
}

template <Rule R>
void keep_allowed(const PatternBoard<R>& board, const PointSet& points, MoveList& moves) {
  for (const Point p : points) {
    if (board.allows(board.side_to_move(), p)) moves.push_back(move_to(p));
  }
}

/// The points where either side would build something.
// Points where neither side would make anything are left out: that keeps the tree narrow. Unsound in
// principle.
template <Rule R>
PointSet near_points(const PatternBoard<R>& board) {
  PointSet points;
  for (const Side side : {Side::first, Side::second}) {
    for (std::size_t i = index(Threat::two); i <= index(Threat::five); ++i) {
      points |= board.points(side, static_cast<Threat>(i));
    }
  }
  return points;
}

/// For boards where nothing means anything yet.
template <Rule R>
Point nearest_to_centre(const PatternBoard<R>& board) {
  const auto distance = [&](Point p) {
    const int x = 2 * file_of(p) - board.size() + 1;
    const int y = 2 * rank_of(p) - board.size() + 1;
    return x * x + y * y;
  };
  Point best = board.empty_points().first();
  for (const Point p : board.empty_points()) {
    if (distance(p) < distance(best) && board.allows(board.side_to_move(), p)) best = p;
  }
  return best;
}

}  // namespace

template <Rule R>
Score Policy<R>::evaluate(const Position& board) {
  const Score sum = board.weight_sum() + (evaluator_ ? evaluator_->correction(board) : 0);
  return std::clamp(sum, -kWinBound + 1, kWinBound - 1);
}

template <Rule R>
Score Policy<R>::beginner_eval(const Position& board) const {
  // The trained weights see which side can use a threat first; those set by hand do not.
  static const PointWeights by_hand = handmade_weights();
  Score sum = by_hand.tempo;
  for (const Side side : {Side::first, Side::second}) {
    const int sign = side == board.side_to_move() ? 1 : -1;
    for (const Point p : board.empty_points())
      if (board.threat(side, p) != Threat::foul)
        sum += sign * by_hand.of[combination_of(board.code(side, p))].moving;
  }
  return sum;
}

template <Rule R>
void Policy<R>::order(const Position& board, std::span<ScoredMove> moves) const {
  // Urgency runs to a few hundred, history to kHistoryMax.
  constexpr std::int32_t kScale = 64;
  const Side us = board.side_to_move();
  const Side them = other(us);
  // Under a four or an open three every candidate is an answer: none is reduced or pruned (kForcing).
  const bool pressed = under_threat(board);
  for (ScoredMove& scored : moves) {
    const Point p = point_of(scored.move);
    const Threat threat = board.threat(us, p);
    // Open threes and fours: neither pruned as late or futile nor reduced. With extension() +58 Elo at 30,000
    // nodes (docs/lab/gomoku.md).
    scored.tactical = threat >= Threat::three && threat != Threat::foul;
    // A point is worth taking for what it does and for what it denies.
    const int attack = board.urgency(us, p);
    const int defence = board.urgency(them, p);
    scored.score = kScale * (attack + defence) + (pressed ? search::kForcing : 0);
  }
}

template <Rule R>
const Forced& Policy<R>::forced_moves(const Position& board) {
  if (!known_forced_ || known_forced_->key != board.key()) known_forced_ = {board.key(), forced(board)};
  return known_forced_->forced;
}

template <Rule R>
void Policy<R>::candidates(Position& board, MoveList& moves, const search::Node& /*node*/) {
  const Forced& must = forced_moves(board);
  keep_allowed(board, must.points, moves);
  if (!moves.empty()) return;
  keep_allowed(board, near_points(board), moves);
  if (!moves.empty()) return;
  const Point p = nearest_to_centre(board);
  if (board.allows(board.side_to_move(), p)) {
    moves.push_back(move_to(p));
  } else {
    board.generate(moves);
  }
}

/// What no search is needed for. `board` has no five.
template <Rule R>
std::optional<search::Solved> Policy<R>::decided(Position& board, const search::Node& node) {
  const int ply = node.ply;
  const Side us = board.side_to_move();
  const Forced& must = forced_moves(board);
  // At the root a win must begin with one of the moves to choose from.
  const PointSet allowed = node.among.empty() ? PointSet::all() : points_of(node.among);
  const auto wins = [&](int plies) -> std::optional<search::Solved> {
    for (const Point p : must.points) {
      if (allowed.contains(p)) return search::Solved{win_in(ply + plies), move_to(p)};
    }
    return std::nullopt;
  };
  const auto has_answer = [&] {
    for (const Point p : must.points) {
      if (board.allows(us, p)) return true;
    }
    return false;
  };
  switch (must.kind) {
    case Kind::nothing:
      return std::nullopt;
    case Kind::five:
      return wins(1);
    // The opponent cannot make a five (that would be Kind::fill), so it has no time for anything else.
    case Kind::open_four:
      return wins(3);
    // The opponent makes its five next, whatever is played; or an open four next and then the five.
    case Kind::fill:
      return has_answer() ? std::nullopt : std::optional(search::Solved{loss_in(ply + 2)});
    case Kind::three:
      return has_answer() ? std::nullopt : std::optional(search::Solved{loss_in(ply + 4)});
  }
  return std::nullopt;
}

template <Rule R>
std::optional<search::Solved> Policy<R>::solve(Position& board, const search::Node& node) {
  // From the cheapest: counts, then whether the node needs a solver at all, then the search for fours.
  if (const auto known = decided(board, node)) return known;
  if (static_eval_cuts(board, node)) return std::nullopt;
  return vcf_win(board, node);
}

/// Whether the search will return the estimate for its reverse futility, or as that of a leaf, and a win
/// would make no difference to the node: most searches for fours would be in vain there. By the evaluation
/// alone: with what Corrections adds, games were won no more often.
template <Rule R>
bool Policy<R>::static_eval_cuts(const Position& board, const search::Node& node) {
  // Asking only where the estimate does not cut was worth 84 Elo at 5,000 nodes (docs/lab/gomoku.md).
  const search::Margins margins = this->margins();
  if (node.ply == 0 || node.depth > margins.reverse_futility_depth || std::abs(node.beta) >= kWinBound)
    return false;
  const int depth = std::max(node.depth, 0);
  if (depth > 0 && (node.alpha + 1 < node.beta || under_threat(board))) return false;
  return evaluate(board) - margins.reverse_futility_at(depth) >= node.beta;
}

template <Rule R>
std::optional<search::Solved> Policy<R>::vcf_win(Position& board, const search::Node& node) {
  // The shortest win that is still unknown takes five plies: decided() knows those of one and three.
  if (node.ply + 5 > kMaxPly || node.alpha >= win_in(node.ply + 5)) return std::nullopt;
  // Below the root only fours that build: +41 Elo at 5,000 nodes (docs/lab/gomoku.md).
  const Fours fours = node.ply == 0 ? Fours::all : Fours::building;
  const Proof attack = vcf_.solve(board, vcf_node_limit(node), node.budget, node.among, fours);
  if (!attack.wins()) return std::nullopt;
  return search::Solved{win_in(node.ply + attack.plies), vcf_.line().front(), vcf_.line()};
}

template <Rule R>
int Policy<R>::extension(const Position& board, Move /*move*/, const search::Node& node) const {
  const Side mover = other(board.side_to_move());
  // The parent is the opponent's node: under threat there, the mover's last move was a threat.
  const bool attacks = node.parent && node.parent->under_threat;
  const bool extends =
      board.count(mover, Threat::five) > 0 || (attacks && board.count(mover, Threat::open_four) > 0);
  return node.depth > 0 && extends ? 1 : 0;
}

template <Rule R>
bool Policy<R>::under_threat(const Position& board) const {
  const Side them = other(board.side_to_move());
  return board.count(them, Threat::five) > 0 || board.count(them, Threat::open_four) > 0;
}

template <Rule R>
search::Margins Policy<R>::margins() const {
  // Reverse futility by matches of 200 games (docs/lab/gomoku.md); the others are guessed.
  return {.futility = 90,
          .reverse_futility = 60,
          .razoring = 250,
          .reverse_futility_depth = kMaxPly,
          .reverse_futility_free = 1};
}

template <Rule R>
const Book& Policy<R>::book()
  requires(has_book(R))
{
  static const Book book = Book::read(book_file(R));
  return book;
}

template class Policy<Rule::freestyle>;
template class Policy<Rule::standard>;
template class Policy<Rule::renju>;
template class Policy<Rule::caro>;

}  // namespace engine::gomoku
