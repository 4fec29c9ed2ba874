#pragma once

#include "server/base/rate_limit.h"
#include "storage/record.h"

/// What it costs to make a game of its record, known before it is done.
namespace server {

/// Of reading a record that import_game() or a room has made, and replaying it.
/// Grows with the events.
Cost cost_of_replay(const storage::RecordSize& size);
/// Of telling a newcomer a game that is in memory.
/// Grows with the moves, all of which it names.
Cost cost_of_snapshot(int plies);
/// Of telling the last `missed` of its events instead, as they were told: to be known they are replayed,
/// unless there are none.
/// Zero: nothing was missed.
Cost cost_of_catching_up(int version, int missed);
/// Of reading and replaying a record, and telling all of it: each position, each notation.
Cost cost_of_telling(const storage::RecordSize& size);

}  // namespace server
