#pragma once

#include <cstdint>
#include <vector>

#include "server/base/rate_limit.h"
#include "storage/record.h"

/// What it costs to make a game of its record, known before it is done.
namespace server {

/// Moves that may be played while a record is replayed. A game of kMaxPlies without takebacks takes as many;
/// one in which sixty moves are taken back at its end, sixty times as many.
inline constexpr std::int64_t kMostPlays = 60'000;

/// Moves that GameLog plays while it replays these events: each once, and after a takeback all again that are
/// left, as soon as another follows.
std::int64_t plays_in(const std::vector<storage::Event>& events);

/// Of reading a record that import_game() or a room has made, and replaying it.
Cost cost_of_replay(const storage::Extent& extent);
/// Of telling a newcomer a game that is in memory.
Cost cost_of_snapshot(int plies);
/// Of reading and replaying a record, and telling all of it: each position, each notation.
Cost cost_of_telling(const storage::Extent& extent);

}  // namespace server
