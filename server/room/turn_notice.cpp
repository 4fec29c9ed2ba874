#include "server/room/turn_notice.h"

#include <algorithm>

namespace server {
namespace {

/// A turn begins with it, or waits, or there are no more.
bool passes_turn(const storage::Write& write) {
  const auto* const append = std::get_if<storage::Append>(&write);
  using enum EventKind;
  static constexpr std::array kKinds{start, move, takeback, pause, resume, swap, opening, end};
  return append && std::ranges::find(kKinds, append->event.kind) != kKinds.end();
}

TimePoint end_of_turn(const GameLog& log, TimePoint now) {
  return log.clock().flag_at().value_or(now + std::chrono::days(log.header().time.days));
}

storage::SendPush notice(const char* kind, const GameLog& log, TimePoint due, TimePoint expires) {
  const Seat seat = log.seat_to_move();
  return {.user = log.holder(seat).user,
          .kind = kind,
          .subject = log.header().id,
          .v = log.version(),
          .game = log.header().game,
          .name = log.holder(other(seat)).name,
          .due = due.time_since_epoch().count(),
          .expires = expires.time_since_epoch().count()};
}

}  // namespace

bool tells_turns(const GameLog& log) {
  return log.header().time.days > 0 && log.playing() && !log.paused() && !log.is_bot(log.seat_to_move());
}

void add_turn_notice(Persist& persist, const GameLog& log, const Presence& presence, TimePoint now) {
  if (log.header().time.days == 0 || std::ranges::none_of(persist.writes, passes_turn)) return;
  for (const char* kind : {kTurnNotice, kTurnReminder})
    persist.writes.emplace_back(storage::WithdrawPush{kind, log.header().id});
  if (!tells_turns(log)) return;
  const TimePoint end = end_of_turn(log, now);
  if (!presence.online(log.seat_to_move()))
    persist.writes.emplace_back(notice(kTurnNotice, log, now + kAwayDelay, end));
  const Millis last_quarter = std::chrono::days(log.header().time.days) / 4;
  persist.writes.emplace_back(notice(kTurnReminder, log, end - last_quarter, end));
}

}  // namespace server
