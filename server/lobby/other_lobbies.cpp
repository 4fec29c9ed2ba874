#include "server/lobby/other_lobbies.h"

#include <algorithm>
#include <utility>

namespace server {

// A text that did not change is not decoded again, and one that cannot be read counts as empty.
OtherLobbies::All OtherLobbies::Reader::read(const std::vector<storage::NodeLobby>& lobbies) {
  All all;
  std::map<std::int64_t, Known> known;
  for (const storage::NodeLobby& lobby : lobbies) {
    if (!lobby.content) continue;
    Known& now = known[lobby.epoch];
    if (const auto before = known_.find(lobby.epoch);
        before != known_.end() && before->second.version == lobby.version) {
      now = before->second;
    } else {
      now.version = lobby.version;
      if (auto read = decode_lobby(*lobby.content)) {
        // The age is PostgreSQL's measure, so that no clock of another server is compared.
        const Millis ahead = server_now() - lobby.age - read->now;
        now.lobby = std::make_shared<const LobbyOfNode>(LobbyOfNode{*std::move(read), ahead});
      }
    }
    if (now.lobby) all.push_back(now.lobby);
  }
  known_ = std::move(known);
  return all;
}

// While a game moves from one server to another both may show it: the first counts, which is the same one
// everywhere.
std::vector<std::string> OtherLobbies::update(All lobbies) {
  std::vector<std::string> changed;
  if (lobbies == lobbies_) return changed;
  std::unordered_map<std::string, ListedGame> games;
  for (const auto& node : lobbies)
    for (const SharedGame& game : node->lobby.games) games.try_emplace(game.game.game_id, &game, node.get());
  for (const auto& [id, listed] : games) {
    const auto before = games_.find(id);
    if (before == games_.end() || *before->second.game != *listed.game) changed.push_back(id);
  }
  for (const auto& [id, listed] : games_)
    if (!games.contains(id)) changed.push_back(id);
  games_ = std::move(games);
  lobbies_ = std::move(lobbies);  // Those before, which the games before lie in, end here.
  return changed;
}

const protocol::LobbyGame* OtherLobbies::find(const std::string& id) const {
  const auto listed = games_.find(id);
  return listed == games_.end() ? nullptr : &listed->second.game->game;
}

std::optional<protocol::Mini> OtherLobbies::mini(const std::string& id) const {
  const auto listed = games_.find(id);
  if (listed == games_.end()) return std::nullopt;
  protocol::Mini mini = listed->second.game->mini();
  if (mini.clock) mini.clock->at += listed->second.node->ahead;
  return mini;
}

// In turn, one of each server: a server with many games does not push out the others.
std::vector<const protocol::LobbyGame*> OtherLobbies::games(bool waiting, std::size_t most) const {
  std::vector<const protocol::LobbyGame*> some;
  for (std::size_t rank = 0; rank < SharedLobby::kMostGames; ++rank) {
    for (const auto& node : lobbies_) {
      if (some.size() == most) return some;
      if (rank >= node->lobby.games.size()) continue;
      const SharedGame& game = node->lobby.games[rank];
      const bool counts = games_.at(game.game.game_id).game == &game;
      if (counts && (game.game.status == protocol::Status::waiting) == waiting) some.push_back(&game.game);
    }
  }
  return some;
}

std::vector<FeaturedCandidate> OtherLobbies::featured() const {
  std::vector<FeaturedCandidate> candidates;
  for (const auto& node : lobbies_) {
    const auto& featured = node->lobby.featured;
    if (featured && games_.contains(featured->game_id)) candidates.push_back(*featured);
  }
  return candidates;
}

int OtherLobbies::players() const {
  int sum = 0;
  for (const auto& node : lobbies_) sum += node->lobby.players;
  return sum;
}

int OtherLobbies::rooms() const {
  int sum = 0;
  for (const auto& node : lobbies_) sum += node->lobby.rooms;
  return sum;
}

bool OtherLobbies::has_account(const std::string& user) const {
  return std::ranges::any_of(lobbies_, [&](const auto& node) { return node->lobby.accounts.contains(user); });
}

bool OtherLobbies::may_have_account(const std::string& user) const {
  const auto tells_no_more = [](const auto& node) {
    return node->lobby.accounts.size() >= SharedLobby::kMostAccounts;
  };
  return has_account(user) || std::ranges::any_of(lobbies_, tells_no_more);
}

}  // namespace server
