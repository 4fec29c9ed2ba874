#include "engine/games/antireversi/endgame.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/games/antireversi/evaluation.h"
#include "engine/games/antireversi/last_squares.h"
#include "engine/games/antireversi/symmetry.h"

namespace engine::antireversi {

namespace {

// From these numbers of empty squares up a method pays (fewest nodes, and time, on mixed positions).
constexpr int kSharedEmpties = 12;          ///< Threads share the work.
constexpr int kOrderingSearchEmpties = 11;  ///< The evaluation has a say in the order of the moves.
constexpr int kLookAheadEmpties = 10;       ///< The children are looked up before any is searched.
constexpr int kTableEmpties = 7;            ///< Table, and moves sorted by the opponent's answers.
/// Threads search the first moves of a position together: one of them often spares the rest. With the first
/// alone two threads need up to 29 % more nodes than one for 22 empty squares, with three 5 %, with six 30 %.
constexpr std::ptrdiff_t kTogether = 3;
/// So many empty squares are left to solve_last().
constexpr int kLastSquares = 4;

/// What one answer of the opponent weighs in the order of the moves, on the scale of estimate(): more than in
/// a judgement of the position, since few answers also make a small tree.
constexpr int kAnswerRank = 150;
// Where the evaluation has no say: a corner that the opponent might take, a corner taken, and a square of a
// quarter of the board with an odd number of empty ones (fewest nodes on mixed positions).
constexpr int kCornerAnswerRank = kAnswerRank / 2;
constexpr int kCornerRank = 3 * kAnswerRank;
constexpr int kOddRank = kAnswerRank / 2;
constexpr int kTriedFirst = -kInfinite;

using Mark = search::AbdadaTable::Mark;

// Regions are taken for quarters: cheap, and close enough for an order of moves.
constexpr std::array<Bitboard, 4> kQuadrants{0x000000000f0f0f0f, 0x00000000f0f0f0f0, 0x0f0f0f0f00000000,
                                             0xf0f0f0f000000000};

/// The squares of those quarters of the board that have an odd number of empty squares.
// Parity, as in solvers of Othello: a region with an odd number of empty squares gives
// its first player the last move there. A heuristic of order, which proves nothing.
Bitboard odd_quadrants(Bitboard empty) {
  Bitboard odd = 0;
  for (Bitboard quadrant : kQuadrants) {
    if (count(empty & quadrant) % 2 != 0) odd |= quadrant;
  }
  return odd;
}

/// Every square where no moves are given.
Bitboard squares_of(std::span<const Move> moves) {
  if (moves.empty()) return ~Bitboard{0};
  Bitboard squares = 0;
  for (const Move move : moves) squares |= bit(square_of(move));
  return squares;
}

// Corners last: in this game a corner is a burden, the opposite of Othello.
LastSquares<kLastSquares> sorted_last_squares(Bitboard empty, Bitboard corners) {
  const Bitboard odd = odd_quadrants(empty);
  LastSquares<kLastSquares> squares;
  std::size_t n = 0;
  for (Bitboard rest : {empty & odd & ~corners, empty & ~odd & ~corners, empty & corners}) {
    for (; rest != 0; rest &= rest - 1) squares[n++] = static_cast<std::uint8_t>(lowest_square(rest));
  }
  return squares;
}

/// The smaller boards have no patterns, and their linear evaluation orders better after so many plies more
/// (fewest nodes on 6 x 6 with 22 and 25 empty squares; with the patterns it gains nothing).
template <int N>
constexpr int ordering_plies(int empties) {
  if (N == kFiles) return 0;
  return (empties >= 14) + (empties >= 16) + (empties >= 20) + (empties >= 24);
}
/// What an answer weighs beside an ordering search, which has seen some of them played.
constexpr int kAnswerRankSearched = kAnswerRank / 2;

/// The estimate after so many plies of best play: moves are sorted by it.
template <int N>
int ordering_search(const DiscsOn<N>& discs, int plies, int alpha, int beta) {
  Bitboard moves = discs.moves();
  if (plies == 0 || (moves == 0 && discs.opponent_moves() == 0)) return estimate(discs);
  if (moves == 0) return -ordering_search(discs.passed(), plies, -beta, -alpha);
  int best = -kInfinite;
  for (; moves != 0 && best < beta; moves &= moves - 1) {
    const int square = lowest_square(moves);
    const DiscsOn<N> next = discs.played(square, discs.flips(square));
    best = std::max(best, -ordering_search(next, plies - 1, -beta, -std::max(alpha, best)));
  }
  return best;
}

constexpr auto kRelaxed = std::memory_order_relaxed;

constexpr std::uint64_t packed(const Bounds& bounds, int empties) {
  return std::uint64_t{static_cast<std::uint8_t>(bounds.lower)} |
         std::uint64_t{static_cast<std::uint8_t>(bounds.upper)} << 8 | std::uint64_t{bounds.best} << 16 |
         static_cast<std::uint64_t>(empties) << 24;
}
constexpr Bounds bounds_in(std::uint64_t data) {
  return {static_cast<std::int8_t>(data), static_cast<std::int8_t>(data >> 8),
          static_cast<std::uint8_t>(data >> 16)};
}
constexpr int empties_in(std::uint64_t data) {
  return static_cast<std::uint8_t>(data >> 24);
}

}  // namespace

std::optional<std::uint64_t> EndgameTable::Entry::data_of(Key key) const {
  const std::uint64_t known = data_.load(kRelaxed);
  return (check_.load(kRelaxed) ^ known) == key ? std::optional(known) : std::nullopt;
}

int EndgameTable::Entry::empties() const {
  return empties_in(data_.load(kRelaxed));
}

// Two relaxed stores: a reader between them sees words that do not fit together, and a miss.
void EndgameTable::Entry::set(Key key, std::uint64_t known) {
  check_.store(key ^ known, kRelaxed);
  data_.store(known, kRelaxed);
}

Bounds EndgameTable::find(Key key) const {
  for (const Entry& entry : buckets_[place_of(key)])
    if (const auto data = entry.data_of(key)) return bounds_in(*data);
  return {};
}

void EndgameTable::store(Key key, int empties, Bounds bounds) {
  Bucket& bucket = buckets_[place_of(key)];
  const auto known =
      std::ranges::find_if(bucket, [&](const Entry& entry) { return entry.data_of(key).has_value(); });
  // "Big" problems are dear to solve again; the last place takes whatever is newest, so that the line that is
  // being searched always finds room.
  const auto smallest = std::ranges::min_element(bucket.begin(), bucket.end() - 1, {}, &Entry::empties);
  Entry& place = known != bucket.end() ? *known : smallest->empties() <= empties ? *smallest : bucket.back();
  place.set(key, packed(bounds, empties));
}

std::size_t endgame_buckets(std::size_t bytes) {
  return std::max(kEndgameBuckets, std::bit_floor(bytes / EndgameTable::kBucketBytes));
}

void EndgameTable::clear() {
  for (Bucket& bucket : buckets_)
    for (Entry& entry : bucket) entry.set(0, 0);  // Key 0: a board without discs.
}

template <int N>
auto EndgameOn<N>::solve(const Discs& discs, int alpha, int beta, search::Budget& budget,
                         std::uint64_t max_nodes, std::span<const Move> among) -> std::optional<Result> {
  budget_ = &budget;
  line_ = decided_ = nullptr;
  last_node_ = max_nodes == kNoLimit ? kNoLimit : budget.nodes() + max_nodes;
  Result result{0, kNoMove};  // The first window asks which side wins.
  // MTD(f): each null window moves one bound to what was found. Fail-soft bounds make few of them enough.
  for (int lower = alpha, upper = beta; lower < upper;) {
    const int asked = std::clamp(result.margin, lower + 1, upper);
    const Result found = search_root(discs, among, asked);
    if (stopped()) return std::nullopt;
    result.margin = found.margin;
    if (found.margin >= asked) {
      lower = found.margin;
      result.best = found.best;
    } else {
      upper = found.margin;
      // No move has proven a lower bound yet: the best of those that fail is the guess.
      if (lower == alpha) result.best = found.best;
    }
  }
  return result;
}

template <int N>
auto EndgameOn<N>::search_root(const Discs& discs, std::span<const Move> among, int beta) -> Result {
  const int empties = count(discs.empty());
  const Bitboard moves = discs.moves();
  if (moves == 0)
    return {-search(discs.passed(), empties, 1 - beta), discs.opponent_moves() != 0 ? kPass : kNoMove};
  const Key key = EndgameTable::key_of(discs);
  Bounds bounds = table_->find(key);
  Children children;
  list_children(discs, distinct(discs, moves & squares_of(among)), bounds.best, children);
  if (!among.empty()) bounds = {};  // The table knows of all moves, and is told of nothing less.
  const int margin = among.empty() ? search_and_store(key, children, empties, beta, bounds)
                                   : search_children(children, empties, beta, bounds);
  return {margin, stopped() ? kNoMove : move_to(bounds.best)};
}

template <int N>
int EndgameOn<N>::search(const Discs& discs, int empties, int beta) {
  // Small problems are solved faster than looked up.
  if (empties < kTableEmpties) return search_by_parity(discs, empties, beta);
  if (budget_->tick() || stopped()) return 0;
  const Key key = EndgameTable::key_of(discs);
  table_->fetch(key);
  const Bitboard moves = discs.moves();
  if (moves == 0) {
    if (discs.opponent_moves() == 0) return discs.margin();
    return -search(discs.passed(), empties, 1 - beta);
  }
  Bounds bounds = table_->find(key);
  // Bounds hold for good, so a table hit cuts whatever the depth.
  if (bounds.lower >= beta) return bounds.lower;
  if (bounds.upper < beta) return bounds.upper;

  Children children;
  list_children(discs, moves, bounds.best, children);
  int score;
  // Enhanced transposition cut-off (Plaat 1996): a child that is known to be bad for the opponent proves beta
  // without a search. Its memory was fetched while the list was made.
  if (empties >= kLookAheadEmpties && cut_by_children(children, beta, score)) return score;
  return search_and_store(key, children, empties, beta, bounds);
}

template <int N>
int EndgameOn<N>::search_and_store(Key key, Children& children, int empties, int beta, Bounds& bounds) {
  const int score = empties >= kSharedEmpties ? share_children(key, children, empties, beta, bounds)
                                              : search_children(children, empties, beta, bounds);
  if (stopped()) return 0;
  // With a null window a search sharpens one of the bounds, the other stays as it was known.
  (score >= beta ? bounds.lower : bounds.upper) = static_cast<std::int8_t>(score);
  table_->store(key, empties, bounds);
  return score;
}

/// Tries the children in turn and sets bounds.best. After the first few what another thread is searching
/// comes last: by then its answer is likely to be in the table.
template <int N>
int EndgameOn<N>::search_children(Children& children, int empties, int beta, Bounds& bounds) {
  int best = kNoDifference;
  // Marks are a hint: two threads may still take the same child, and then both answers are right.
  std::size_t put_off = 0;
  for (const Child& child : children) {
    const auto mark = empties < kSharedEmpties || &child < children.begin() + kTogether
                          ? std::optional<Mark>(std::in_place)
                          : table_->abdada().mark(child.key);
    if (!mark)
      children[put_off++] = child;  // That place has been read: the list is filled from its beginning.
    else if (search_child(child, empties, beta, best, bounds))
      return best;
  }
  for (std::size_t i = 0; i < put_off; ++i)
    if (search_child(children[i], empties, beta, best, bounds)) break;
  return best;
}

/// As search_children(), of a position that another thread may decide meanwhile: then the answer and the
/// bounds are what the table knows of it.
template <int N>
int EndgameOn<N>::share_children(Key key, Children& children, int empties, int beta, Bounds& bounds) {
  // On the stack: it leaves the list before this function returns, also when the search was stopped.
  const Shared self{key, beta, line_};
  line_ = &self;
  const int score = search_children(children, empties, beta, bounds);
  line_ = self.parent;
  if (decided_ != &self) return score;
  decided_ = nullptr;
  bounds = decided_bounds_;
  return bounds.upper < beta ? bounds.upper : bounds.lower;
}

/// True when the rest need not be looked at.
template <int N>
bool EndgameOn<N>::search_child(const Child& child, int empties, int beta, int& best, Bounds& bounds) {
  const int score = -search(child.discs, empties - 1, 1 - beta);
  if (stopped()) return true;
  // Where none reaches beta, the move that proved the lower bound stays the best.
  if (score > best && (score >= beta || bounds.lower == -kSquares))
    bounds.best = static_cast<std::uint8_t>(child.square);
  best = std::max(best, score);
  if (best >= beta) return true;
  if (empties >= kSharedEmpties) find_decided();
  return decided_ != nullptr;
}

template <int N>
void EndgameOn<N>::list_children(const Discs& discs, Bitboard moves, int hash_square,
                                 Children& children) const {
  const Bitboard empty = discs.empty();
  const Bitboard odd = odd_quadrants(empty);
  const int plies = ordering_plies<N>(count(empty));
  const int answer_rank = plies > 0 ? kAnswerRankSearched : kAnswerRank;
  // The evaluation costs more than it saves near the end.
  const bool searched = count(empty) >= kOrderingSearchEmpties;
  const bool fetched = count(empty) > kTableEmpties;  // The table knows none of fewer.
  for (Bitboard rest = moves; rest != 0; rest &= rest - 1) {
    const int square = lowest_square(rest);
    const Discs next = discs.played(square, discs.flips(square));
    const Key key = fetched ? EndgameTable::key_of(next) : Key{0};
    if (fetched) table_->fetch(key);
    const Bitboard answers = next.moves();
    // Fastest first: few answers make a small tree.
    int rank = answer_rank * count(answers);
    if (searched) {
      rank += ordering_search(next, plies, -kInfinite, kInfinite);
    } else {
      rank += kCornerAnswerRank * count(answers & kCornersOf<N>);
      if (bit(square) & kCornersOf<N>) rank += kCornerRank;
      if (bit(square) & odd) rank -= kOddRank;
    }
    if (square == hash_square) rank = kTriedFirst;
    children.push_back({next, key, square, rank});
  }
  // By rank, then square, so that the order does not depend on the library.
  std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
    return std::pair(a.rank, a.square) < std::pair(b.rank, b.square);
  });
}

/// Looks whether the table decides a position of the line by now. Of several the one nearest to the root
/// counts.
template <int N>
void EndgameOn<N>::find_decided() {
  for (const Shared* at = line_; at; at = at->parent) {
    const Bounds known = table_->find(at->key);
    if (known.lower < at->beta && known.upper >= at->beta) continue;
    decided_ = at;
    decided_bounds_ = known;
  }
}

template <int N>
bool EndgameOn<N>::cut_by_children(const Children& children, int beta, int& score) const {
  for (const Child& child : children) {
    score = -table_->find(child.key).upper;
    if (score >= beta) return true;
  }
  return false;
}

template <int N>
int EndgameOn<N>::search_by_parity(const Discs& discs, int empties, int beta) {
  if (empties == kLastSquares)
    return solve_last(discs, sorted_last_squares(discs.empty(), kCornersOf<N>), beta);
  // Counted, but not asked: search(), above, asks at every position that it visits.
  budget_->tick();
  const Bitboard moves = discs.moves();
  if (moves == 0) {
    if (discs.opponent_moves() == 0) return discs.margin();
    return -search_by_parity(discs.passed(), empties, 1 - beta);
  }
  const Bitboard odd = odd_quadrants(discs.empty());
  int best = kNoDifference;
  for (Bitboard rest : {moves & odd & ~kCornersOf<N>, moves & ~odd & ~kCornersOf<N>, moves & kCornersOf<N>}) {
    for (; rest != 0; rest &= rest - 1) {
      const int square = lowest_square(rest);
      const Discs next = discs.played(square, discs.flips(square));
      best = std::max(best, -search_by_parity(next, empties - 1, 1 - beta));
      if (best >= beta) return best;
    }
  }
  return best;
}

template <int N>
std::vector<Move> EndgameOn<N>::line(Discs discs, int margin, search::Budget& budget) {
  std::vector<Move> moves;
  while (discs.moves() != 0 || discs.opponent_moves() != 0) {
    const auto result = solve(discs, margin - 1, margin + 1, budget);
    if (!result) break;
    moves.push_back(result->best);
    const int square = square_of(result->best);
    discs = result->best == kPass ? discs.passed() : discs.played(square, discs.flips(square));
    margin = -margin;
  }
  return moves;
}

template class EndgameOn<8>;
template class EndgameOn<6>;
template class EndgameOn<4>;

}  // namespace engine::antireversi
