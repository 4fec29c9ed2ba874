#include "server/match/replay_cost.h"

namespace server {
namespace {

// Measured, in long games of Xiangqi: see docs/lab/server.md.
constexpr Cost kReplayed = 0.05;  // For each event.
constexpr Cost kTold = 0.15;      // For each event, with position and notations.
constexpr Cost kShown = 0.005;    // For each ply.
constexpr Cost kOfAny = 1;        // For any game, were it empty.

}  // namespace

Cost cost_of_replay(const storage::RecordSize& size) {
  return kOfAny + kReplayed * size.events;
}

Cost cost_of_snapshot(int plies) {
  return kShown * plies;
}

Cost cost_of_catching_up(int version, int missed) {
  return missed == 0 ? 0 : kReplayed * version + kTold * missed;
}

Cost cost_of_telling(const storage::RecordSize& size) {
  return kOfAny + kTold * size.events;
}

}  // namespace server
