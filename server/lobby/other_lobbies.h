#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/lobby/shared_lobby.h"
#include "storage/lobby_directory.h"

namespace server {

/// What the other servers show of their lobbies, as of some seconds ago. Network thread only, but for Reader.
///
/// Held as read structures shared with the exchange's thread: a lobby is decoded once, when its version
/// changes, and never again while it is the same. Bounded by the servers and by what each shows
/// (SharedLobby).
class OtherLobbies {
 public:
  /// One of them, read.
  struct LobbyOfNode {
    SharedLobby lobby;
    Millis ahead{0};  ///< Our clock, of its own.
  };
  using All = std::vector<std::shared_ptr<const LobbyOfNode>>;

  /// Reads texts, each once, on whichever thread. What cannot be understood is as if nothing was shown.
  /// One for each exchange; not thread-safe.
  class Reader {
   public:
    All read(const std::vector<storage::NodeLobby>& lobbies);

   private:
    struct Known {
      // The version tells whether the text has changed, without comparing it.
      std::int64_t version = 0;
      std::shared_ptr<const LobbyOfNode> lobby;
    };
    std::map<std::int64_t, Known> known_;  // By epoch.
  };

  /// From now on they show this. Gives the ids of games that look different, or are there no more.
  /// Linear in all games that are shown.
  std::vector<std::string> update(All lobbies);

  /// Null: no other server shows it.
  /// Good until the next update().
  const protocol::LobbyGame* find(const std::string& id) const;
  /// With its clock by ours.
  /// As ours would be at the same moment: `at` is moved by the difference of the clocks.
  std::optional<protocol::Mini> mini(const std::string& id) const;
  /// At most so many, that wait for a player or do not, as many of each server as there are.
  /// The pointers are good until the next update().
  std::vector<const protocol::LobbyGame*> games(bool waiting, std::size_t most) const;
  std::size_t count() const { return games_.size(); }

  /// What each would show to all, if it is still there.
  /// In the order of the servers' rows.
  std::vector<FeaturedCandidate> featured() const;
  /// As their servers count them.
  int players() const;
  int rooms() const;
  /// Whether this account is at one of them, as far as they tell.
  /// A no is no proof: each server tells 500 accounts at most.
  bool has_account(const std::string& user) const;
  /// The same, or one of them has more accounts than it tells.
  bool may_have_account(const std::string& user) const;

 private:
  struct ListedGame {
    const SharedGame* game = nullptr;
    const LobbyOfNode* node = nullptr;
  };

  // Their games lie within; both are replaced together.
  All lobbies_;
  std::unordered_map<std::string, ListedGame> games_;  // Within lobbies_.
};

}  // namespace server
