#include "server/room/turn_notice.h"

#include <algorithm>

namespace server {
namespace {

bool appends(const Persist& persist, std::initializer_list<EventKind> kinds) {
  return std::ranges::any_of(persist.writes, [&](const storage::Write& write) {
    const auto* const append = std::get_if<storage::Append>(&write);
    return append && std::ranges::find(kinds, append->event.kind) != kinds.end();
  });
}

/// A turn begins with it, or waits, or there are no more.
bool passes_turn(const Persist& persist) {
  using enum EventKind;
  return appends(persist, {start, move, takeback, pause, resume, swap, opening, end});
}

TimePoint end_of_turn(const GameLog& log, TimePoint now) {
  return log.clock().flag_at().value_or(now + std::chrono::days(log.header().time.days));
}

storage::SendPush notice(const char* kind, const GameLog& log, TimePoint now, TimePoint due,
                         TimePoint expires) {
  const Seat seat = log.seat_to_move();
  return {.user = log.holder(seat).user,
          .kind = kind,
          .subject = log.header().id,
          .v = log.version(),
          .game = log.header().game,
          .name = log.holder(other(seat)).name,
          .due = due.time_since_epoch().count(),
          .expires = expires.time_since_epoch().count(),
          .at = now.time_since_epoch().count()};
}

/// To a player who is not in the room.
void put_notice(Persist& persist, const char* kind, Seat seat, const GameLog& log, const Presence& presence,
                TimePoint now) {
  if (presence.online(seat) || log.is_bot(seat)) return;
  persist.writes.emplace_back(storage::PutNotice{.user = log.holder(seat).user,
                                                 .kind = kind,
                                                 .subject = log.header().id,
                                                 .v = log.version(),
                                                 .game = log.header().game,
                                                 .name = log.holder(other(seat)).name,
                                                 .at = now.time_since_epoch().count()});
}

}  // namespace

bool tells_turns(const GameLog& log) {
  return log.header().time.days > 0 && log.playing() && !log.paused() && !log.is_bot(log.seat_to_move());
}

void add_turn_notice(Persist& persist, const GameLog& log, const Presence& presence, TimePoint now) {
  if (log.header().time.days == 0 || !passes_turn(persist)) return;
  const bool starts = appends(persist, {EventKind::start}), ends = appends(persist, {EventKind::end});
  for (const char* kind : {kTurnNotice, kTurnReminder, kGameStart})
    persist.writes.emplace_back(storage::WithdrawPush{kind, log.header().id});
  for (const Seat seat : kSeats)
    if (ends) put_notice(persist, kGameOver, seat, log, presence, now);
  if (!tells_turns(log)) return;
  if (starts) put_notice(persist, kGameStart, other(log.seat_to_move()), log, presence, now);
  const TimePoint end = end_of_turn(log, now);
  if (!presence.online(log.seat_to_move()))
    persist.writes.emplace_back(notice(kTurnNotice, log, now, now + kAwayDelay, end));
  const Millis last_quarter = std::chrono::days(log.header().time.days) / 4;
  persist.writes.emplace_back(notice(kTurnReminder, log, now, end - last_quarter, end));
}

}  // namespace server
