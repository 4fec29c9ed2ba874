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
class OtherLobbies {
 public:
  /// One of them, read.
  struct LobbyOfNode {
    SharedLobby lobby;
    Millis ahead{0};  ///< Our clock, of its own.
  };
  using All = std::vector<std::shared_ptr<const LobbyOfNode>>;

  /// Reads texts, each once, on whichever thread. What cannot be understood is as if nothing was shown.
  class Reader {
   public:
    All read(const std::vector<storage::NodeLobby>& lobbies);

   private:
    struct Known {
      std::int64_t version = 0;
      std::shared_ptr<const LobbyOfNode> lobby;
    };
    std::map<std::int64_t, Known> known_;  // By epoch.
  };

  /// From now on they show this. Gives the ids of games that look different, or are there no more.
  std::vector<std::string> update(All lobbies);

  /// Null: no other server shows it.
  const protocol::LobbyGame* find(const std::string& id) const;
  /// With its clock by ours.
  std::optional<protocol::Mini> mini(const std::string& id) const;
  /// At most so many, that wait for a player or do not, as many of each server as there are.
  std::vector<const protocol::LobbyGame*> games(bool waiting, std::size_t most) const;
  std::size_t count() const { return games_.size(); }

  /// What each would show to all, if it is still there.
  std::vector<FeaturedCandidate> featured() const;
  int players() const;
  int rooms() const;
  /// Whether this account is at one of them, as far as they tell.
  bool has_account(const std::string& user) const;

 private:
  struct ListedGame {
    const SharedGame* game = nullptr;
    const LobbyOfNode* node = nullptr;
  };

  All lobbies_;
  std::unordered_map<std::string, ListedGame> games_;  // Within lobbies_.
};

}  // namespace server
