#pragma once

#include <set>
#include <string>

#include "server/match/decisions.h"
#include "server/room/inputs.h"
#include "server/room/presence.h"

namespace server {

/// What comes of an order of the host, for the game and for the people in the room. With a refusal nothing
/// else does.
struct HostOrder {  ///< The event or refusal; both empty: nothing of the game changes.
  Decision game = {};
  std::optional<storage::RoomOrder> room = {};  ///< What the room is to be kept in from now on.
  std::set<std::string> put_out = {};           ///< Users, by id, who have to leave.
};

/// Pure. The caller has made sure that `hosted` comes from a host who is in the room.
/// - A host who does not play can abort the game, unless it is rated and counts or is of a tournament, but
/// cannot decide
///   it.
/// - A host who plays another person has a player's powers alone: once both have moved, closing the room or
///   kicking the opponent resigns; a pause is an offer.
/// Nothing is carried out here: RoomState follows the event, keeps the order and puts viewers out.
HostOrder decide_order(const GameLog& log, const Presence& presence, const Hosted& hosted, TimePoint now);

}  // namespace server
