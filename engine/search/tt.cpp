#include "engine/search/tt.h"

#include <algorithm>
#include <bit>

namespace engine::search {
namespace {

// The data word, from the low end: move 16, score 16, evaluation 16, depth 8, bound 2, generation 6 bits.
// No bits of the key are in it: the check word holds all 64.
constexpr std::uint64_t pack(const TTEntry& entry, Score score, unsigned generation) {
  return std::uint64_t{static_cast<std::uint16_t>(entry.move)} |
         std::uint64_t{static_cast<std::uint16_t>(score)} << 16 |
         std::uint64_t{static_cast<std::uint16_t>(entry.eval)} << 32 |
         std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 48 |
         static_cast<std::uint64_t>(entry.bound) << 56 | std::uint64_t{generation} << 58;
}
constexpr int depth_of(std::uint64_t data) {
  return static_cast<int>(data >> 48 & 0xff);
}
constexpr Bound bound_of(std::uint64_t data) {
  return static_cast<Bound>(data >> 56 & 3);
}
constexpr unsigned generation_of(std::uint64_t data) {
  return static_cast<unsigned>(data >> 58);
}

// A win is stored as its distance from the position itself, since the same position is met at several plies.
// -kInfinite, the score of entries that only carry a move, passes as a loss here. It comes back as it was at
// the same ply only; as a lower bound it answers nothing at any.
constexpr Score from_node(Score score, int ply) {
  return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}
constexpr Score from_root(Score score, int ply) {
  return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}

// Relaxed: the XOR, not the order of memory accesses, tells whole entries from torn ones.
constexpr auto kRelaxed = std::memory_order_relaxed;

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes)
    : buckets_(std::bit_floor(std::max<std::size_t>(1, bytes / sizeof(Bucket)))),
      mask_(buckets_.size() - 1) {}

std::optional<TTEntry> TranspositionTable::probe(Key key, int ply) const {
  for (const Slot& slot : bucket(key).slots) {
    const std::uint64_t data = slot.data.load(kRelaxed);
    if ((slot.check.load(kRelaxed) ^ data) != key || bound_of(data) == Bound::none) continue;
    return TTEntry{.move = Move(data & 0xffff),
                   .score = from_root(static_cast<std::int16_t>(data >> 16), ply),
                   .eval = static_cast<std::int16_t>(data >> 32),
                   .depth = depth_of(data),
                   .bound = bound_of(data)};
  }
  return std::nullopt;
}

void TranspositionTable::store(Key key, int ply, const TTEntry& entry) {
  Slot* victim = nullptr;
  int min = INT32_MAX;
  TTEntry kept = entry;
  // Own position first, else the slot of least value. An empty slot has the least of all.
  for (Slot& slot : bucket(key).slots) {
    const std::uint64_t data = slot.data.load(kRelaxed);
    if ((slot.check.load(kRelaxed) ^ data) == key) {
      if (keeps_old(data, entry)) return;
      // A node that failed low has no best move to offer: the old one still is the best guess.
      if (kept.move == kNoMove) kept.move = Move(data & 0xffff);
      victim = &slot;
      break;
    }
    if (replacement_value(data) < min) {
      min = replacement_value(data);
      victim = &slot;
    }
  }
  const std::uint64_t data = pack(kept, from_node(entry.score, ply), generation_);
  victim->data.store(data, kRelaxed);
  victim->check.store(key ^ data, kRelaxed);
}

bool TranspositionTable::keeps_old(std::uint64_t data, const TTEntry& entry) const {
  constexpr int kMuchShallower = 4;  // Plies. Not tuned.
  // An exact score always replaces: it is rare, and belongs to the principal variation. What an earlier
  // search left is replaced as well, or its depth would block what this one finds.
  return entry.bound != Bound::exact && generation_of(data) == generation_ &&
         entry.depth + kMuchShallower <= depth_of(data);
}

int TranspositionTable::replacement_value(std::uint64_t data) const {
  if (bound_of(data) == Bound::none) return INT32_MIN;
  const unsigned age = (generation_ - generation_of(data)) % kGenerations;
  // Solved positions are many and mostly cheap to solve again: they must not crowd out the search.
  // So they count as entries of depth 6.
  constexpr int kSolvedDepthValue = 6;
  const int depth = depth_of(data) == kSolvedDepth ? kSolvedDepthValue : depth_of(data);
  return depth - kAgePenalty * static_cast<int>(age);
}

void TranspositionTable::clear() {
  for (Bucket& bucket : buckets_)
    for (Slot& slot : bucket.slots) {
      slot.check.store(0, kRelaxed);
      slot.data.store(0, kRelaxed);
    }
  generation_ = 0;
}

int TranspositionTable::permille_used() const {
  // Buckets fill evenly, since keys are random: the first ones stand for all.
  constexpr std::size_t kSample = 250;  // Buckets: 1000 entries.
  const std::size_t sample = std::min(kSample, buckets_.size());
  int used = 0;
  for (std::size_t i = 0; i < sample; ++i)
    for (const Slot& slot : buckets_[i].slots) {
      const std::uint64_t data = slot.data.load(kRelaxed);
      used += bound_of(data) != Bound::none && generation_of(data) == generation_;
    }
  return used * 1000 / static_cast<int>(sample * 4);
}

}  // namespace engine::search
