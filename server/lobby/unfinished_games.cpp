#include "server/lobby/unfinished_games.h"

#include <algorithm>
#include <utility>

#include "server/match/game_log.h"

namespace server {

void UnfinishedGames::note(const GameLog& log) {
  const std::string& id = log.header().id;
  if (log.over()) return discard(id);
  auto card = cards_.find(id);
  if (card == cards_.end() || !is_of(card->second, log)) {
    discard(id);
    file(log);
    card = cards_.find(id);
  }
  const bool somebody_moves = log.playing() && !log.paused();
  card->second.to_move = somebody_moves ? static_cast<int>(engine::index(log.turn())) : -1;
}

/// Whether the players are still those of the card: at nearly every move.
bool UnfinishedGames::is_of(const Card& card, const GameLog& log) {
  return std::ranges::all_of(kSeats, [&](Seat seat) {
    const protocol::User& player = card.players[engine::index(log.side_of(seat))];
    return player.id == log.holder(seat).user && player.name == log.holder(seat).name;
  });
}

void UnfinishedGames::file(const GameLog& log) {
  Card& card = cards_[log.header().id];
  card.game = log.header().game;
  for (const Seat seat : kSeats) {
    protocol::User& player = card.players[engine::index(log.side_of(seat))];
    player.id = log.holder(seat).user;
    player.name = log.holder(seat).name;
    if (!player.id.empty()) games_[player.id].insert(log.header().id);
  }
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
