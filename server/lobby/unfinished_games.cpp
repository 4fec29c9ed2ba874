#include "server/lobby/unfinished_games.h"

#include <algorithm>
#include <utility>

#include "server/match/game_log.h"

namespace server {

void UnfinishedGames::note(const GameLog& log) {
  const std::string& id = log.header().id;
  if (log.over()) return discard(id);
  Card card;
  card.game = log.header().game;
  for (const Seat seat : kSeats) {
    protocol::User& player = card.players[engine::index(log.side_of(seat))];
    player.id = log.holder(seat).user;
    player.name = log.holder(seat).name;
  }
  if (log.playing() && !log.paused()) card.to_move = static_cast<int>(engine::index(log.turn()));
  file(id, std::move(card));
}

void UnfinishedGames::file(const std::string& id, Card card) {
  const auto known = cards_.find(id);
  const bool same_players = known != cards_.end() && known->second.players == card.players;
  if (!same_players) {
    discard(id);
    for (const protocol::User& player : card.players) {
      if (!player.id.empty()) games_[player.id].insert(id);
    }
  }
  cards_.insert_or_assign(id, std::move(card));
}

void UnfinishedGames::discard(const std::string& id) {
  const auto card = cards_.extract(id);
  if (!card) return;
  for (const protocol::User& player : card.mapped().players) {
    const auto games = games_.find(player.id);
    if (games == games_.end()) continue;
    games->second.erase(id);
    if (games->second.empty()) games_.erase(games);
  }
}

std::vector<protocol::PlayingGame> UnfinishedGames::of(const std::string& user) const {
  std::vector<protocol::PlayingGame> playing;
  const auto games = games_.find(user);
  if (games == games_.end()) return playing;
  for (const std::string& id : games->second) {
    const Card& card = cards_.at(id);
    const int own = card.players[0].id == user ? 0 : 1;
    playing.push_back({.game_id = id,
                       .game = card.game,
                       .opponent = card.players[static_cast<std::size_t>(1 - own)].name,
                       .your_turn = card.to_move == own});
  }
  std::ranges::stable_partition(playing, &protocol::PlayingGame::your_turn);
  return playing;
}

int UnfinishedGames::count(const std::string& user) const {
  const auto games = games_.find(user);
  return games == games_.end() ? 0 : static_cast<int>(games->second.size());
}

}  // namespace server
