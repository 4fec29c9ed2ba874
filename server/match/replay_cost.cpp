#include "server/match/replay_cost.h"

#include <algorithm>

#include "server/protocol/messages.h"
#include "server/protocol/words.h"

namespace server {

namespace {

// Measured, in long games of Xiangqi: see docs/lab/server.md.
constexpr Cost kReplayed = 0.05;
constexpr Cost kTold = 0.15;
constexpr Cost kShown = 0.005;
constexpr Cost kOfAny = 1;

}  // namespace

std::int64_t plays_in(const std::vector<storage::Event>& events) {
  std::int64_t plays = 0;
  bool stale = false;
  int ply = 0;
  for (const storage::Event& event : events) {
    if (event.kind == protocol::word(protocol::EventKind::takeback)) stale |= event.ply < ply;
    if (event.kind == protocol::word(protocol::EventKind::move)) {
      plays += stale ? ply + 1 : 1;
      stale = false;
    }
    ply = std::max(event.ply, 0);
  }
  return plays + (stale ? ply : 0);
}

Cost cost_of_replay(const storage::Extent& extent) {
  return kOfAny + kReplayed * extent.events;
}

Cost cost_of_snapshot(int plies) {
  return kShown * plies;
}

Cost cost_of_telling(const storage::Extent& extent) {
  return kOfAny + kTold * extent.events;
}

}  // namespace server
