#pragma once

#include <set>
#include <string>

#include "server/match/decisions.h"
#include "server/room/inputs.h"
#include "server/room/presence.h"

namespace server {

/// What comes of an order of the host, for the game and for the people in the room. With a refusal nothing
/// else does.
struct HostOrder {
  Decision game = {};
  std::optional<storage::RoomOrder> room = {};  ///< What the room is to be kept in from now on.
  std::set<std::string> put_out = {};           ///< Users, by id, who have to leave.
};

/// Pure; the caller has made sure that `hosted` comes from a host who is in the room. No host decides a
/// game: one who does not play in it aborts it, unless it is rated and counts. One who plays against another
/// person resigns by closing the room or putting the other out once both have moved, and only asks for a
/// pause.
HostOrder decide_order(const GameLog& log, const Presence& presence, const Hosted& hosted, TimePoint now);

}  // namespace server
