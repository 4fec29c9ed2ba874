#pragma once

#include <algorithm>
#include <vector>

#include "storage/record.h"

namespace server {

/// Thinking times of the moves that stand on the board: a takeback takes its plies back.
/// One entry a move that stands in the end, in milliseconds. @pre `events` are in the order of their
/// versions; O(events).
inline std::vector<storage::Millis> spent_times(const std::vector<storage::Event>& events) {
  std::vector<storage::Millis> times;
  for (const storage::Event& event : events) {
    const bool is_move = event.kind == storage::EventKind::move;
    times.resize(std::min(times.size(), static_cast<std::size_t>(is_move ? event.ply - 1 : event.ply)));
    if (is_move) times.push_back(event.spent);
  }
  return times;
}

}  // namespace server
