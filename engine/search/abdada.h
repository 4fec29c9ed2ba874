#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "engine/core/types.h"

// How the threads of a team keep out of each other's way: a move that another thread is searching is left
// until the end ("simplified ABDADA", Kerrigan 2017, after Weill 1996).

namespace engine::search {

/// Which moves of which positions are being searched now. Shared by the threads of a team, without locks.
///
/// A hint that may be wrong: of too many moves in one set the first is forgotten, and of two threads that
/// come at once both may take the same one. Then work is done twice, as it would be without it.
class AbdadaTable {
 public:
  /// A move is marked for as long as this lives.
  class Mark {
   public:
    /// Of nothing.
    Mark() = default;
    explicit Mark(std::atomic<Key>& slot) : slot_(&slot) {}
    Mark(Mark&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)) {}
    Mark& operator=(Mark&&) = delete;
    ~Mark() {
      if (slot_) slot_->store(kNothing, kOrder);
    }

   private:
    std::atomic<Key>* slot_ = nullptr;
  };

  /// The position behind the move would do as well, but its key is only known after the move is made.
  static Key key_of(Key position, Move move) {
    const Key key = position ^ (static_cast<Key>(index(move)) + 1) * 0x9e3779b97f4a7c15;
    return key == kNothing ? 1 : key;
  }

  /// None if it is marked already.
  // Relaxed order is enough: a key is one word and guards no other memory.
  std::optional<Mark> mark(Key key) {
    auto& set = sets_[key >> 32 & (kSets - 1)];
    std::atomic<Key>* free = &set.front();
    for (auto& slot : set) {
      const Key known = slot.load(kOrder);
      if (known == key) return std::nullopt;
      if (known == kNothing) free = &slot;
    }
    free->store(key, kOrder);
    return std::optional<Mark>(std::in_place, *free);
  }

 private:
  static constexpr Key kNothing = 0;
  // 128 KiB. Marks live for as long as a subtree is searched, so a thread holds about one a ply.
  static constexpr std::size_t kSets = 4096, kWays = 4;
  static constexpr auto kOrder = std::memory_order_relaxed;

  std::vector<std::array<std::atomic<Key>, kWays>> sets_ =
      std::vector<std::array<std::atomic<Key>, kWays>>(kSets);
};

/// A move of a node that is to be searched now.
struct PickedMove {
  ScoredMove move;
  int number;             ///< In the picker's order, from 1.
  bool deferred = false;  ///< It was put off once already.
};

/// The moves of a node as the picker gives them, but for one that is excluded; then those that were deferred.
template <class Picker>
class DeferringPicker {
 public:
  DeferringPicker(Picker& picker, Move excluded) : picker_(picker), excluded_(excluded) {}

  /// None after the last.
  std::optional<PickedMove> next() {
    for (ScoredMove move = picker_.next(); move.move != kNoMove; move = picker_.next())
      if (move.move != excluded_) return PickedMove{move, ++count_};
    if (at_ == deferred_.size()) return std::nullopt;
    return deferred_[at_++];
  }

  /// False where it has to be searched now.
  // A move is put off once: the second time it is searched even where another thread is still at it, so a
  // node always ends.
  bool defer(PickedMove picked) {
    if (picked.deferred || deferred_.size() == kMaxDeferred) return false;
    picked.deferred = true;
    deferred_.push_back(picked);
    return true;
  }

  /// How many moves there have been.
  int count() const { return count_; }

 private:
  // Room on the stack of the recursion. Few threads defer more.
  static constexpr std::size_t kMaxDeferred = 32;

  Picker& picker_;
  Move excluded_;
  int count_ = 0;
  FixedList<PickedMove, kMaxDeferred> deferred_;
  std::size_t at_ = 0;
};

}  // namespace engine::search
