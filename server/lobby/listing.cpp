#include "server/lobby/listing.h"

#include <algorithm>

namespace server {

bool is_listed(const Room& room) {
  return !room.header().is_private && !room.state().log().over();
}

bool is_waiting(const Room& room) {
  return room.state().log().status() == protocol::Status::waiting;
}

bool is_live(const Room& room) {
  const GameLog& log = room.state().log();
  const auto is_there = [&](Seat seat) { return log.is_bot(seat) || room.state().presence().online(seat); };
  return is_listed(room) && log.playing() && !log.paused() && log.plies() > 0 &&
         room.header().time.days == 0 && std::ranges::any_of(kSeats, is_there);
}

}  // namespace server
