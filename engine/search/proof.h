#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/types.h"
#include "engine/search/budget.h"

// What searches for a proof have in common: AND/OR trees in which the attacker has only moves that force and
// the defender every answer (Gomoku's fours, Xiangqi's mates). Anti-Reversi's endings are counted by
// alpha-beta and are no such tree.

namespace engine::search {

/// What a search for a forced win found.
struct Proof {
  // `none` and `unknown` differ in what may be remembered: only `none` holds for any budget.
  enum class Result : std::uint8_t {
    win,
    none,     ///< There is none of this kind: everything was tried.
    unknown,  ///< The nodes ran out.
  };
  Result result;
  int plies = 0;  ///< Of a win: up to the end of the game, included.

  bool wins() const { return result == Result::win; }
};

/// How many positions a proof may visit, within the budget of the search that asks for it.
class NodeQuota {
 public:
  NodeQuota() = default;
  NodeQuota(Budget& budget, std::uint64_t nodes) : budget_(&budget), last_node_(budget.nodes() + nodes) {}

  /// Without counting: whether another visit would be refused.
  /// @pre of both: made with a Budget
  bool spent() const { return budget_->exhausted() || budget_->nodes() >= last_node_; }
  /// Counts a position. True when the search must end now.
  bool visit() { return budget_->tick() || budget_->nodes() > last_node_; }

 private:
  Budget* budget_ = nullptr;
  std::uint64_t last_node_ = 0;
};

/// Positions from which nothing was proven, each with the effort that failed: the same or less effort, which
/// it `covers()`, will fail again. Always replaces. One thread's own.
template <class Effort>
class DisproofTable {
 public:
  /// @pre entries is a power of two
  explicit DisproofTable(std::size_t entries) : entries_(entries) {}

  /// Whether `now` is known to fail. A false no costs time alone; keys are compared whole, so a false yes
  /// needs two positions with equal keys.
  bool covers(Key key, const Effort& now) const {
    const Entry& known = entries_[key & (entries_.size() - 1)];
    return known.key == key && known.effort.covers(now);
  }
  /// Adds to what is known of the same position (Effort::add()), and takes the place of another one: the
  /// newest failures are those that the search meets again soon.
  void remember(Key key, const Effort& now) {
    Entry& known = entries_[key & (entries_.size() - 1)];
    if (known.key == key)
      known.effort.add(now);
    else
      known = {key, now};
  }
  void clear() { entries_.assign(entries_.size(), Entry{}); }

 private:
  struct Entry {
    Key key = 0;
    Effort effort = {};
  };
  std::vector<Entry> entries_;
};

}  // namespace engine::search
