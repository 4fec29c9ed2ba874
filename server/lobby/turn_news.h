#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/protocol/messages.h"

namespace server {

class GameLog;

/// Who is to be told that it is the other one's turn now, or that a game is over: players who are elsewhere.
/// Knows the games in memory that are not over. Network thread only.
class TurnNews {
 public:
  struct News {
    std::string user;  ///< Whose turn it is not any more, or now is.
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
