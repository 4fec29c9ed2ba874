#pragma once

#include <string>
#include <unordered_map>

#include "engine/core/types.h"
#include "server/protocol/messages.h"

namespace server {

class GameLog;

/// Finds out when the turn in a game passes to the other player, or the game ends, for `turn` messages.
/// Knows the games in memory that are not over. Network thread only.
class TurnNews {
 public:
  /// True if the turn has passed, or the game has ended, since the last call for this game; false at the
  /// first.
  bool look_at(const GameLog& log);
  /// It has left the memory.
  void forget(const std::string& game) { seen_.erase(game); }

 private:
  std::unordered_map<std::string, int> seen_;  // Who was to move: a side, or -1.
};

/// What the player of this side is told.
protocol::TurnChange turn_change(const GameLog& log, engine::Side side);

}  // namespace server
