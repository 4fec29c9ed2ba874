#include "server/lobby/turn_news.h"

#include "server/lobby/unfinished_games.h"
#include "server/match/game_log.h"

namespace server {
namespace {

std::vector<TurnNews::News> news_of(const UnfinishedGames::Entry& entry) {
  std::vector<TurnNews::News> news;
  for (const std::size_t side : {0u, 1u}) {
    const std::string& user = entry.players[side].id;
    if (user.empty() || (side == 1 && user == entry.players[0].id)) continue;
    news.push_back({user,
                    {{.game_id = entry.id,
                      .game = entry.game,
                      .opponent = entry.players[1 - side].name,
                      .your_turn = entry.to_move == static_cast<int>(side)},
                     entry.over}});
  }
  return news;
}

}  // namespace

std::vector<TurnNews::News> TurnNews::look_at(const GameLog& log) {
  const UnfinishedGames::Entry entry = UnfinishedGames::entry_of(log);
  if (entry.over) return seen_.erase(entry.id) > 0 ? news_of(entry) : std::vector<News>();
  const auto [seen, is_new] = seen_.try_emplace(entry.id, entry.to_move);
  if (is_new || seen->second == entry.to_move) return {};
  seen->second = entry.to_move;
  return news_of(entry);
}

}  // namespace server
