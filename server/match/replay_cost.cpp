#include "server/match/replay_cost.h"

#include <algorithm>
#include <utility>

#include "server/match/game_log.h"
#include "server/protocol/messages.h"
#include "server/protocol/words.h"

namespace server {

namespace {

// Measured, in long games of Xiangqi: see docs/lab/server.md.
constexpr Cost kReplayed = 0.05;
constexpr Cost kTold = 0.15;
constexpr Cost kShown = 0.005;
constexpr Cost kOfAny = 1;

/// As far as the extent says: each event that is no move on the board may have been a takeback, or a move
/// that was taken back.
Cost plays_of(const storage::Extent& extent) {
  const int others = std::max(extent.events - extent.plies, 0);
  return std::min<Cost>(extent.events + GameLog::kCheckpointEvery / 2 * others, kMostPlays);
}

}  // namespace

std::int64_t plays_in(const std::vector<storage::Event>& events) {
  std::int64_t plays = 0;
  bool stale = false;
  bool has_checkpoints = false;
  int ply = 0;
  const auto again = [&] { return has_checkpoints ? ply % GameLog::kCheckpointEvery : ply; };
  for (const storage::Event& event : events) {
    if (event.kind == protocol::word(protocol::EventKind::takeback)) stale |= event.ply < ply;
    if (event.kind == protocol::word(protocol::EventKind::move)) {
      plays += stale ? again() + 1 : 1;
      has_checkpoints |= std::exchange(stale, false);
    }
    ply = std::max(event.ply, 0);
  }
  return plays + (stale ? again() : 0);
}

Cost cost_of_replay(const storage::Extent& extent) {
  return kOfAny + kReplayed * plays_of(extent);
}

Cost cost_of_snapshot(int plies) {
  return kShown * plies;
}

Cost cost_of_catching_up(int version, int missed) {
  return kReplayed * version + kTold * missed;
}

Cost cost_of_telling(const storage::Extent& extent) {
  return kOfAny + kReplayed * plays_of(extent) + (kTold - kReplayed) * extent.events;
}

}  // namespace server
