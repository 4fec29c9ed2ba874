#pragma once

#include <optional>

#include "server/match/game_log.h"
#include "storage/record.h"

/// How a game ends in which no player acts and no clock runs. Between two people who have both moved the
/// side to move has lost; any other game, and one that is paused, is aborted.
namespace server {

/// When it ends if nothing happens in it until then; none: a clock, a bot or the room ends it or goes on with
/// it. At midnight (UTC), so that games that are played on change it once a day.
std::optional<TimePoint> lapses_at(const GameLog& log);
/// The same as storage::Game::due.
/// Zero: none.
storage::Millis due_of(const GameLog& log);
/// Who has won it then; none: it is aborted. @pre lapses_at(log)
std::optional<Side> winner_by_lapse(const GameLog& log);
/// @pre lapses_at(log)
storage::Event lapse_event(const GameLog& log, TimePoint now);

}  // namespace server
