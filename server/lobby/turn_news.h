#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/protocol/messages.h"

namespace server {

class GameLog;

/// Finds out when the turn in a game passes to the other player, or the game ends, for `turn` messages.
/// Knows the games in memory that are not over. Network thread only.
class TurnNews {
 public:
  struct News {
    std::string user;  ///< A player of the game: its id.
    protocol::TurnChange change;
  };
  /// What has changed since the last look. A game that is seen for the first time is no news.
  std::vector<News> look_at(const GameLog& log);
  /// It has left the memory.
  void forget(const std::string& game) { seen_.erase(game); }

 private:
  std::unordered_map<std::string, int> seen_;  // Who was to move: a side, or -1.
};

}  // namespace server
