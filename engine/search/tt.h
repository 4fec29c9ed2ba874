#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/types.h"
#include "engine/search/node.h"

namespace engine::search {

// What a search knows of positions that it has left: the best move (for the order of moves), the score with
// its bound and depth (for cuts), and the static evaluation (which then is not made again).
//
//     if (const auto entry = tt.probe(key, ply)) ...
//     tt.store(key, ply, {.move = best, .score = score, .eval = eval, .depth = depth, .bound = bound});

enum class Bound : std::uint8_t { none, upper, lower, exact };

/// What the table remembers of a position.
struct TTEntry {
  Move move = kNoMove;
  Score score = 0;  ///< Distances of wins count from the root of the reader.
  Score eval = 0;   ///< The static evaluation, or kNoEval.
  /// Plies that the score looks ahead; 0 in quiescence, kSolvedDepth of a solver. At most 255.
  int depth = 0;
  Bound bound = Bound::none;

  /// Whether the score alone decides a node with this window.
  // Depth is not looked at: the caller compares it with its own.
  bool decides(Score alpha, Score beta) const {
    return bound == Bound::exact || (bound == Bound::lower && score >= beta) ||
           (bound == Bound::upper && score <= alpha);
  }
};

/// The move of an entry; none without one.
inline Move hash_move(const std::optional<TTEntry>& entry) {
  return entry ? entry->move : kNoMove;
}

/// Depth of an entry that a solver proved: it answers a search to any depth.
// The greatest depth, so that entry->depth >= node.depth holds for proofs at every node.
inline constexpr int kSolvedDepth = kMaxPly;

/// Transposition table, shared by all threads of a search without locks.
///
/// An entry is two words, data and key ^ data (Hyatt and Mann, "A lock-less transposition-table
/// implementation", 2002): an entry torn by two writers fails the check and reads as a miss. Four entries
/// share a cache line; the newcomer replaces its own position, else the entry of least depth, counting an
/// earlier search as shallower.
class TranspositionTable {
 public:
  /// Takes the largest power of two of buckets that fits into `bytes`, at least one.
  /// A power of two, so that a mask finds the bucket. Zeroed memory is allocated at once; std::bad_alloc
  /// where there is none.
  explicit TranspositionTable(std::size_t bytes);

  /// None where the position is unknown. `ply` turns distances of wins from the position's view to the
  /// root's. A torn entry passes the check with a probability of about 2^-64; two positions with equal keys
  /// are not told apart. So a move from here must be checked for legality before it is played.
  std::optional<TTEntry> probe(Key key, int ply) const;
  /// Keeps the old entry of the same position where keeps_old() says so. A move of kNoMove does not erase the
  /// one that is known.
  void store(Key key, int ply, const TTEntry& entry);
  /// Asks for the bucket's cache line, and does not wait for it.
  void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }

  /// A new search begins: what it does not renew ages.
  // Called by the team between searches, never while threads search: `generation_` is no atomic.
  void next_generation() { generation_ = (generation_ + 1) % kGenerations; }
  /// Writes to the whole table, so it takes a while with a large one. Not while threads search.
  void clear();
  /// What was taken: up to half of what was asked for may be left over.
  std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }
  /// Share of the entries that this search has written, in thousandths, from a sample.
  int permille_used() const;

 private:
  static constexpr unsigned kGenerations = 64;  // Six bits of an entry.
  // Ages wrap around after 64 searches, when an entry that was never met again looks new. That costs a place.
  static constexpr int kAgePenalty = 8;  // Plies of depth that an entry loses with each search.

  struct Slot {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };

  const Bucket& bucket(Key key) const { return buckets_[key & mask_]; }
  Bucket& bucket(Key key) { return buckets_[key & mask_]; }
  /// The lower, the sooner an entry is replaced: its depth less kAgePenalty for each search since.
  int replacement_value(std::uint64_t data) const;
  /// Whether what is known of a position is too deep to be replaced by this.
  bool keeps_old(std::uint64_t data, const TTEntry& entry) const;

  std::vector<Bucket> buckets_;
  std::size_t mask_;
  unsigned generation_ = 0;
};

}  // namespace engine::search
