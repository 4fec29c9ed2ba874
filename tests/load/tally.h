#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/load/loop.h"

namespace load {

/// Durations in microseconds, to be sorted and looked up.
class Latencies {
 public:
  void add(Clock::duration took);
  std::size_t size() const { return micros_.size(); }
  /// In milliseconds; `share` 0.5 is the median, 1 the worst. 0 when there are none.
  double quantile(double share);
  void clear() { micros_.clear(); }

 private:
  std::vector<std::uint32_t> micros_;
};

/// What happened in all rooms together. Latencies and counts are those of the window that is measured;
/// problems are never forgotten.
struct Tally {
  bool measuring = false;
  Latencies acks;               ///< From when a move was due to its acknowledgement.
  Latencies arrivals;           ///< The same, to each delivery.
  std::int64_t deliveries = 0;  ///< Moves that arrived at a player or spectator.
  std::int64_t delivery_bytes = 0;
  std::int64_t snapshots = 0;
  std::int64_t other_messages = 0;      ///< Of the lobby, the crowd, ...
  std::map<std::string, int> problems;  ///< What must not happen: the words, and how often.

  void begin();
  void problem(const std::string& words) { ++problems[words]; }
};

}  // namespace load
