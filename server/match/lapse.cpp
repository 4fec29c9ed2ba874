#include "server/match/lapse.h"

#include <algorithm>

#include "server/match/game_events.h"

namespace server {
namespace {

using std::chrono::days;

/// Since the last event of a game that counts, or is paused.
constexpr days kPlayedLasts(14);
/// Of one in which not both have moved; longer only where a turn is.
constexpr days kUnplayedLasts(1);

bool has_bot(const GameLog& log) {
  return log.is_bot(Seat::a) || log.is_bot(Seat::b);
}

/// Nothing happens in it before a person does something. Where a game without a clock has not begun to count,
/// the room waits for its players (Deadlines::first_move()) unless it is between two people.
bool waits_for_people(const GameLog& log) {
  if (!log.playing() || log.paused()) return log.playing();
  if (log.is_bot(log.seat_to_move())) return false;
  if (log.clock_started()) return log.clock().unlimited();
  const bool is_slow = speed_of(to_time_control(log.header().time)) == Speed::correspondence;
  return is_slow && !has_bot(log);
}

days lasts(const GameLog& log) {
  if (log.clock_started() || log.paused()) return kPlayedLasts;
  return std::max(kUnplayedLasts, days(log.header().time.days));
}

}  // namespace

// What the record says is what people were told, and stands until something happens that gives more time.
std::optional<TimePoint> lapses_at(const GameLog& log) {
  if (!waits_for_people(log)) return std::nullopt;
  const auto midnight = std::chrono::ceil<days>(log.last_event_at() + lasts(log));
  return std::max(TimePoint(Millis(log.header().due)), TimePoint(midnight));
}

std::optional<TimePoint> flag_of_days(const GameLog& log) {
  const bool counts_days = log.playing() && log.header().time.days > 0 && !log.is_bot(log.seat_to_move());
  return counts_days ? log.clock().flag_at() : std::nullopt;
}

storage::Millis due_of(const GameLog& log) {
  if (const auto flag = flag_of_days(log))
    return Millis(std::chrono::floor<std::chrono::minutes>(*flag - kInMemoryBeforeFlag).time_since_epoch())
        .count();
  const auto at = lapses_at(log);
  return at ? at->time_since_epoch().count() : 0;
}

std::optional<Side> winner_by_lapse(const GameLog& log) {
  const bool decides = log.clock_started() && !log.paused() && !has_bot(log);
  return decides ? std::optional(other(log.turn())) : std::nullopt;
}

// No seat is named: the game ends by what was not done.
storage::Event lapse_event(const GameLog& log, TimePoint now) {
  const auto winner = winner_by_lapse(log);
  return end_event(log, now, winner ? Status::finished : Status::aborted, winner, "untouched", {});
}

}  // namespace server
