#pragma once

#include <array>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/protocol/messages.h"

namespace server {

class GameLog;

/// What everybody still has to play: every game that is not over, by its players, also of rooms that have
/// left the memory. Network thread only.
class UnfinishedGames {
 public:
  /// Looks at a game that is new or has changed.
  void note(const GameLog& log);

  /// Those where it is the user's turn first.
  std::vector<protocol::PlayingGame> of(const std::string& user) const;
  int count(const std::string& user) const;

 private:
  struct Card {
    std::string game;
    std::array<protocol::User, 2> players;  // By side; an empty id: a bot, or nobody yet.
    int to_move = -1;                       // Which of them; -1: nobody at the moment.
  };

  static bool is_of(const Card& card, const GameLog& log);
  void file(const GameLog& log);
  void discard(const std::string& id);

  std::unordered_map<std::string, Card> cards_;
  std::unordered_map<std::string, std::set<std::string>> games_;  // Of each user who has any.
};

}  // namespace server
