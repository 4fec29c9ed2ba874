#include "server/room/turn_notice.h"

#include <algorithm>

namespace server {
namespace {

/// A turn begins with it, or there are no more.
bool passes_turn(const storage::Write& write) {
  const auto* const append = std::get_if<storage::Append>(&write);
  using enum EventKind;
  static constexpr std::array kKinds{start, move, takeback, resume, swap, opening, end};
  return append && std::ranges::find(kKinds, append->event.kind) != kKinds.end();
}

storage::Millis expires(const GameLog& log, TimePoint now) {
  const TimePoint out_of_time =
      log.clock().flag_at().value_or(now + std::chrono::days(log.header().time.days));
  return out_of_time.time_since_epoch().count();
}

storage::SendPush notice(const GameLog& log, TimePoint now) {
  const Seat seat = log.seat_to_move();
  return {.user = log.holder(seat).user,
          .kind = kTurnNotice,
          .subject = log.header().id,
          .v = log.version(),
          .game = log.header().game,
          .name = log.holder(other(seat)).name,
          .due = (now + kAwayDelay).time_since_epoch().count(),
          .expires = expires(log, now)};
}

}  // namespace

bool tells_turns(const GameLog& log) {
  return log.header().time.days > 0 && log.playing() && !log.paused() && !log.is_bot(log.seat_to_move());
}

void add_turn_notice(Persist& persist, const GameLog& log, const Presence& presence, TimePoint now) {
  if (log.header().time.days == 0 || std::ranges::none_of(persist.writes, passes_turn)) return;
  persist.writes.emplace_back(storage::WithdrawPush{kTurnNotice, log.header().id});
  if (tells_turns(log) && !presence.online(log.seat_to_move())) persist.writes.emplace_back(notice(log, now));
}

}  // namespace server
