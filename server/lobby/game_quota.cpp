#include "server/lobby/game_quota.h"

#include <limits>
#include <utility>

#include "server/protocol/errors.h"

namespace server {

std::optional<protocol::Error> GameQuota::refuse(const std::string& user) const {
  if (games_.count(user) + being_created_.of(user) < limits_.of_user) return std::nullopt;
  return error(protocol::ErrorCode::rate_limited, "Finish some of your games first.");
}

KeyedCounts::Ticket GameQuota::being_created(const std::string& user) {
  return being_created_.admit(user, limits_.of_user);
}

KeyedCounts::Ticket GameQuota::place_for_bot(const Origin& origin) {
  if (origin.address.empty()) return std::make_shared<int>();  // Not counted.
  return with_bots_.admit(origin.address,
                          origin.is_private ? limits_.with_bots_of_private : limits_.with_bots_of_public);
}

void GameQuota::occupy(const std::string& game, const std::string& address, KeyedCounts::Ticket place) {
  places_[game] = {address, std::move(place)};
}

void GameQuota::follow(const std::string& id, const Room* room, const Rooms& rooms) {
  const auto place = places_.find(id);
  if (place == places_.end()) return;
  if (!room) return void(places_.erase(place));
  const GameLog& log = room->state().log();
  if (!log.over()) return;
  place->second.ticket.reset();
  const auto& next = log.next_game();
  if (!next || places_.contains(*next) || !rooms.loaded(*next)) return;
  const std::string address = place->second.address;
  occupy(*next, address, with_bots_.admit(address, std::numeric_limits<int>::max()));
}

}  // namespace server
