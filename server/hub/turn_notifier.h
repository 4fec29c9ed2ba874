#pragma once

#include <string>
#include <unordered_map>

#include "engine/core/types.h"
#include "server/hub/clients.h"
#include "server/room/room.h"

namespace server {

/// Tells players who are here, but not in the room, when the turn in a game passes to the other player, or
/// the game ends: by `turn` messages, to connections that want them. Knows the games in memory that are not
/// over. Network thread only.
///
/// Every change of a room passes here, so has_passed() is one look-up in a table.
class TurnNotifier {
 public:
  /// `clients` outlive this.
  explicit TurnNotifier(Clients& clients) : clients_(clients) {}

  /// A room is new or has changed. What is not on disk yet is told when it is.
  void look_at(const Room& room);
  /// The game has left the memory.
  void forget(const std::string& game) { sides_.erase(game); }

 private:
  bool has_passed(const GameLog& log);
  void tell(const Room& room, engine::Side side);

  Clients& clients_;
  std::unordered_map<std::string, int> sides_;  // To move in each game; -1: neither.
  // One entry a game in memory that is not over; erased at its end and by forget().
};

}  // namespace server
