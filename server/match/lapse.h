#pragma once

#include <chrono>
#include <optional>

#include "server/match/game_log.h"
#include "storage/record.h"

/// When the server has to look at a game that need not be in memory until then, and how a game ends in which
/// no player acts and no clock runs. Between two people who have both moved the side to move has lost; any
/// other game, and one that is paused, is aborted.
namespace server {

/// When it ends if nothing happens in it until then; none: a clock, a bot or the room ends it or goes on with
/// it. At midnight (UTC), so that games that are played on change it once a day.
std::optional<TimePoint> lapses_at(const GameLog& log);
/// When the flag falls of a person who has days for the move; none: nothing like it runs.
std::optional<TimePoint> flag_of_days(const GameLog& log);
/// A game of days is in memory so long before its flag falls.
inline constexpr std::chrono::hours kInMemoryBeforeFlag{1};
/// storage::Game::due: when it lapses, or has to be in memory for its flag. Zero: none.
storage::Millis due_of(const GameLog& log);
/// Who has won it then; none: it is aborted. @pre lapses_at(log)
std::optional<Side> winner_by_lapse(const GameLog& log);
/// @pre lapses_at(log)
storage::Event lapse_event(const GameLog& log, TimePoint now);

}  // namespace server
