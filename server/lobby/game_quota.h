#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "server/limits/keyed_counts.h"
#include "server/lobby/rooms.h"
#include "server/lobby/unfinished_games.h"
#include "server/room/subscriber.h"

namespace server {

/// How many games that are not over one user and one address may have. Network thread only.
class GameQuota {
 public:
  struct Limits {
    int of_user = 20;
    // Games with bots, of one address: the bots' time is everybody's.
    int with_bots_of_public = 3;
    int with_bots_of_private = 30;  ///< A school class behind one router.
  };

  /// `games` outlives this.
  GameQuota(const Limits& limits, const UnfinishedGames& games) : limits_(limits), games_(games) {}

  /// Why this user may begin no other game; none: he may.
  std::optional<protocol::Error> refuse(const std::string& user) const;
  /// A game of this user counts from now on, until the ticket is gone; by then it is among the unfinished.
  KeyedCounts::Ticket being_created(const std::string& user);

  /// A place for a game with bots of this address; null: it has as many as it may have.
  KeyedCounts::Ticket place_for_bot(const Origin& origin);
  /// The place is this game's, as long as it is not over.
  void occupy(const std::string& game, const std::string& address, KeyedCounts::Ticket place);
  /// Looks at a game that has changed; null: it has left the memory. A rematch is never refused, but it takes
  /// a place if the game had one.
  void follow(const std::string& id, const Room* room, const Rooms& rooms);

 private:
  struct BotPlace {
    std::string address;
    KeyedCounts::Ticket ticket;  // None: the game is over.
  };

  const Limits limits_;
  const UnfinishedGames& games_;
  KeyedCounts being_created_;                         // Games of users, until they are among the unfinished.
  KeyedCounts with_bots_;                             // Of addresses.
  std::unordered_map<std::string, BotPlace> places_;  // By game, as long as it is in memory.
};

}  // namespace server
