#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "engine/core/expected.h"
#include "server/base/address_limits.h"
#include "server/lobby/rooms.h"
#include "server/lobby/unfinished_games.h"
#include "server/room/subscriber.h"

namespace server {

/// How many games that are not over one user, one address and the bots among themselves may have. Network
/// thread only.
class GameQuota {
 public:
  /// Of one address: on the internet, and of a local network, where it is many people's.
  struct Share {
    int of_public;
    int of_private;
  };
  struct Limits {
    int of_user = 20;
    Share games{60, 1'000};
    int waiting_of_user = 10;  ///< Games that nobody has joined yet.
    Share waiting{20, 200};
    Share with_bots{3, 30};  ///< The bots' time is everybody's.
    int exhibitions = 50;    ///< Games of bots among themselves, of everybody together.
  };
  /// Counts as long as it lives, and the game for which it was taken is not over.
  struct Place {
    std::string address;
    bool has_bot = false;
    KeyedCounts::Ticket user, game, waiting, bot;
  };
  struct Refusal {
    protocol::Error error;
    const char* limit;  ///< As metrics name it.
  };

  /// `games` outlives this.
  GameQuota(const Limits& limits, const UnfinishedGames& games) : limits_(limits), games_(games) {}

  /// Why this user may begin no other game; none: he may.
  std::optional<Refusal> refuse(const std::string& user) const;
  /// A place for a game that this user wants to open; hold it until it is opened.
  engine::Expected<Place, Refusal> admit(const std::string& user, const Origin& origin,
                                         protocol::Opponent opponent);

  /// For a game in which this user wants to take a seat, or that may come of a rematch: counts until it is
  /// among the unfinished, or is not begun.
  engine::Expected<KeyedCounts::Ticket, Refusal> hold(const std::string& user);

  /// The place is this game's, as long as it is not over.
  void occupy(const Room& room, Place place);
  /// A game that was restored from its record, which keeps no addresses: whoever opened it has come back from
  /// there. Never refused.
  void adopt(const Room& room, const std::string& address);
  /// Looks at a game that has changed; null: it has left the memory. A rematch is never refused, but it takes
  /// a place if the game had one.
  void follow(const std::string& id, const Room* room, const Rooms& rooms);

 private:
  Place take(const std::string& address, bool has_bot);

  const Limits limits_;
  const UnfinishedGames& games_;
  KeyedCounts being_created_;  // Games of users, until they are among the unfinished.
  AddressCounts all_, waiting_, with_bots_;
  KeyedCounts waiting_of_users_;
  std::unordered_map<std::string, Place> places_;  // By game, as long as it is in memory.
  std::unordered_set<std::string> exhibitions_;    // Ids of games.
};

}  // namespace server
