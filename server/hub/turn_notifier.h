#pragma once

#include <string>
#include <unordered_map>

#include "engine/core/types.h"
#include "server/hub/clients.h"
#include "server/room/room.h"

namespace server {

/// Tells players who are here, but not in the room, when the turn in a game passes to the other player, the
/// game ends, or their next game of a tournament has begun: by `turn` messages, to connections that want
/// them. Knows the games in memory that are not over. Network thread only.
///
/// Every change of a room passes here, so has_passed() is one look-up in a table.
class TurnNotifier {
 public:
  /// `clients` outlive this.
  explicit TurnNotifier(Clients& clients) : clients_(clients) {}

  /// A room is new or has changed. What is not on disk yet is told when it is.
  void look_at(const Room& room);
  /// It has just begun, in a tournament.
  void tell_begun(const Room& room) { tell_players(room, room.header().tournament); }
  /// The game has left the memory.
  void forget(const std::string& game) { sides_.erase(game); }

 private:
  bool has_passed(const GameLog& log);
  void tell_players(const Room& room, const std::string& begun_in = {});
  void tell(const Room& room, engine::Side side, const std::string& begun_in);

  Clients& clients_;
  std::unordered_map<std::string, int> sides_;  // To move in each game; -1: neither.
  // One entry a game in memory that is not over; erased at its end and by forget().
};

}  // namespace server
