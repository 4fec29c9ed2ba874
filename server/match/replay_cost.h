#pragma once

#include <cstdint>
#include <vector>

#include "server/base/rate_limit.h"
#include "storage/record.h"

/// What it costs to make a game of its record, known before it is done.
namespace server {

/// Moves that may be played while a record is replayed: 40 ms. A game of kMaxPlies without takebacks takes a
/// thousand; a takeback, seven at most, and the first one all that is left.
inline constexpr std::int64_t kMostPlays = 8'000;

/// Moves that GameLog plays while it replays these events: each once, and after a takeback those again that
/// are left since the last checkpoint, as soon as another follows.
std::int64_t plays_in(const std::vector<storage::Event>& events);

/// Of reading a record that import_game() or a room has made, and replaying it.
Cost cost_of_replay(const storage::Extent& extent);
/// Of telling a newcomer a game that is in memory.
Cost cost_of_snapshot(int plies);
/// Of telling the last `missed` of its events instead, as they were told: to be known they are replayed.
Cost cost_of_catching_up(int version, int missed);
/// Of reading and replaying a record, and telling all of it: each position, each notation.
Cost cost_of_telling(const storage::Extent& extent);

}  // namespace server
