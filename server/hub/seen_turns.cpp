#include "server/hub/seen_turns.h"

#include <algorithm>

#include "server/room/turn_notice.h"
#include "server/tournaments/round_notices.h"

namespace server {
namespace {

bool has_moved(const GameLog& log, Seat seat) {
  return std::ranges::find(log.movers(), seat) != log.movers().end();
}

}  // namespace

void SeenTurns::look_at(const Room& room) {
  const GameLog& log = room.state().log();
  if (log.over()) return forget(log.header().id);
  if (room.state().awaits_commit()) return;
  if (tells_turns(log)) {
    const Seat waits = other(log.seat_to_move());
    look_at(room, log.seat_to_move(), kTurnNotice);
    if (!has_moved(log, waits)) look_at(room, waits, kGameStart);
  }
  for (const Seat seat : kSeats)
    if (!log.header().tournament.empty() && !has_moved(log, seat)) look_at(room, seat, kRoundNotice);
}

void SeenTurns::look_at(const Room& room, Seat seat, const char* kind) {
  const std::string& user = room.state().log().holder(seat).user;
  std::set<std::string>& unseen = unseen_[room.id()];
  if (!room.state().presence().online(seat)) return void(unseen.insert(user));
  if (unseen.erase(user) > 0)
    records_.commit({storage::WithdrawPush{kind, room.id(), user}}, [](Persisted) {});
}

}  // namespace server
