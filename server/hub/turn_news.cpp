#include "server/hub/turn_news.h"

#include <utility>

#include "server/match/game_log.h"
#include "server/rooms/unfinished_games.h"

namespace server {

bool TurnNews::look_at(const GameLog& log) {
  const std::string& game = log.header().id;
  if (log.over()) return seen_.erase(game) > 0;
  const int now = to_move(log);
  const auto [seen, is_new] = seen_.try_emplace(game, now);
  return std::exchange(seen->second, now) != now && !is_new;
}

protocol::TurnChange turn_change(const GameLog& log, engine::Side side) {
  const storage::Game& header = log.header();
  return {{.game_id = header.id,
           .game = header.game,
           .opponent = header.seats[engine::index(engine::other(side))].name,
           .your_turn = to_move(log) == static_cast<int>(engine::index(side))},
          log.over()};
}

}  // namespace server
