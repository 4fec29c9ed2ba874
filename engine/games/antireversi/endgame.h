#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/huge_pages.h"
#include "engine/core/types.h"
#include "engine/games/antireversi/position.h"
#include "engine/search/abdada.h"
#include "engine/search/budget.h"

namespace engine::antireversi {

/// What is known of a position's final margin (see Discs::margin), and the move that proved it.
/// Equal bounds are an exact result. A passed position is not stored: passing leads to one that is.
struct Bounds {
  std::int8_t lower = -kSquares;
  std::int8_t upper = kSquares;
  std::uint8_t best = kSquares;  ///< A square; kSquares: none known.
};

/// Bounds of solved positions by their keys, shared by all threads of a search, on a board of one size. They
/// hold whatever the search that found them, so they never grow stale.
///
/// Without locks, like search::TranspositionTable: an entry is two words, data and key ^ data (Hyatt and Mann
/// 2002), so one that two writers tore apart reads as a miss. A position is identified by the 64 bits of its
/// key alone: a wrong hit is to be expected in one look-up of 2^62 (four entries each).
// Beside the search's TT, since its entries hold two bounds and no depth, and must not be driven
// out by those of the search.
class EndgameTable {
 public:
  static constexpr std::size_t kBucketBytes = 64;
  /// @pre buckets is a power of two
  explicit EndgameTable(std::size_t buckets) : buckets_(buckets) {}

  /// Without the size: a table serves one size of board.
  template <int N>
  static Key key_of(const DiscsOn<N>& discs) {
    return antireversi::key_of(discs.own, discs.opponent);
  }
  /// Nothing known: the widest bounds.
  /// @returns bounds that hold for the position whose key this is; no depth has to be compared.
  Bounds find(Key key) const;
  /// `empties` is the size of the problem, which decides what is replaced. Two threads that store the same
  /// position at once may lose one of the two answers.
  void store(Key key, int empties, Bounds bounds);
  /// What is known of the position will soon be asked for.
  void fetch(Key key) const { __builtin_prefetch(&buckets_[place_of(key)]); }
  /// Not while threads solve.
  void clear();

  /// Positions that a thread is searching, so that others look at something else first.
  search::AbdadaTable& abdada() { return abdada_; }

 private:
  class Entry {
   public:
    /// None when it is of another position.
    std::optional<std::uint64_t> data_of(Key key) const;
    int empties() const;
    void set(Key key, std::uint64_t data);

   private:
    std::atomic<std::uint64_t> check_{0};  ///< Key ^ data.
    std::atomic<std::uint64_t> data_{0};   ///< Lower, upper, best move, empty squares: eight bits each.
  };
  /// A cache line. The bigger problems keep the first three places, whatever else came last has the fourth.
  // Replaced among the first three: the smallest problem, if it is no bigger than the new one.
  struct alignas(kBucketBytes) Bucket : std::array<Entry, 4> {};
  static_assert(sizeof(Bucket) == kBucketBytes);

  std::size_t place_of(Key key) const { return key & (buckets_.size() - 1); }

  std::vector<Bucket, HugePageAllocator<Bucket>> buckets_;
  search::AbdadaTable abdada_;
};

/// 16 MiB.
inline constexpr std::size_t kEndgameBuckets = std::size_t{1} << 18;
/// As many as fit into so much memory, but no fewer than that.
std::size_t endgame_buckets(std::size_t bytes);

/// Solves the end of the game on N x N squares: perfect play to the last disc.
///
/// MTD(f) (Plaat 1996) in whole discs: null windows alone, with a table, moves that leave the opponent few
/// answers first, and ever plainer code towards the last empty square. Threads that solve the same ending
/// over one table share the work: none but the first moves of a node are searched by two while there is
/// another to take (ABDADA, Weill 1996, as simplified by Kerrigan), and a thread leaves what another one has
/// decided meanwhile.
template <int N>
class EndgameOn {
 public:
  using Discs = DiscsOn<N>;

  explicit EndgameOn(EndgameTable& table) : table_(&table) {}

  struct Result {
    int margin;
    Move best;  ///< kNoMove when the game is over.
  };
  /// Then the budget alone ends it.
  static constexpr std::uint64_t kNoLimit = UINT64_MAX;
  /// The final margin for the side to move: exact inside (alpha, beta), a bound in that direction
  /// outside. None when the budget or `max_nodes` ran out; what was learned until then makes the next try
  /// shorter. With the moves `among` which to choose, if there are any, the best of those alone.
  /// @pre alpha < beta; of `among` each move is legal. One thread at a time a solver; several solvers may
  /// share the table. All visits count for the budget but those of the last four squares.
  std::optional<Result> solve(const Discs& discs, int alpha, int beta, search::Budget& budget,
                              std::uint64_t max_nodes = kNoLimit, std::span<const Move> among = {});

  /// Moves of perfect play from here, where the final margin is known to be `margin`. Shorter when
  /// the budget runs out.
  /// The table still knows most of it after solve(), so it is quick; it searches where entries were replaced.
  std::vector<Move> line(Discs discs, int margin, search::Budget& budget);

 private:
  // 32 bytes; list_children() makes all of them before the first is searched, to sort them.
  struct Child {
    Discs discs;
    Key key;  ///< 0 where the table is not asked.
    int square;
    int rank;  ///< Lower is tried earlier.
  };
  using Children = FixedList<Child, kSquares>;

  /// A position of the line being searched that threads share, and what it is asked to reach.
  struct Shared {
    Key key;
    int beta;
    const Shared* parent;
  };

  // Each tells whether the final margin is at least `beta`: a lower bound from there up, else an upper
  // one.
  Result search_root(const Discs& discs, std::span<const Move> among, int beta);
  int search(const Discs& discs, int empties, int beta);
  int search_and_store(Key key, Children& children, int empties, int beta, Bounds& bounds);
  int search_children(Children& children, int empties, int beta, Bounds& bounds);
  int share_children(Key key, Children& children, int empties, int beta, Bounds& bounds);
  bool search_child(const Child& child, int empties, int beta, int& best, Bounds& bounds);
  int search_by_parity(const Discs& discs, int empties, int beta);
  void list_children(const Discs& discs, Bitboard moves, int hash_square, Children& children) const;
  void find_decided();
  bool cut_by_children(const Children& children, int beta, int& score) const;

  EndgameTable* table_;
  // Of the call that is running.
  search::Budget* budget_ = nullptr;
  std::uint64_t last_node_ = 0;  ///< As counted by the budget.
  // A linked list through the stack of the recursion, innermost first.
  const Shared* line_ = nullptr;     ///< The innermost shared position of the line.
  const Shared* decided_ = nullptr;  ///< One that another thread has decided: back to it.
  Bounds decided_bounds_;            ///< What the table knows of it.

  bool stopped() const { return decided_ || budget_->exhausted() || budget_->nodes() >= last_node_; }
};
using Endgame = EndgameOn<kFiles>;
extern template class EndgameOn<8>;
extern template class EndgameOn<6>;
extern template class EndgameOn<4>;

}  // namespace engine::antireversi
