#include "server/match/opening_code.h"

#include <algorithm>
#include <string>
#include <vector>

#include "engine/games/registry.h"
#include "server/match/game_log.h"

namespace server {

std::string_view opening_code(const storage::Record& record) {
  const engine::Game* const game = engine::find_game(record.game.game);
  if (!game || !game->opening_code) return {};
  std::vector<std::string> moves;
  for (const storage::Event& event : record.events) {
    if (!event.move.empty()) moves.push_back(event.move);
    // A takeback's ply is smaller: the moves that it took are cut off.
    if (event.ply >= 0) moves.resize(std::min(moves.size(), static_cast<std::size_t>(event.ply)));
  }
  const engine::Setup setup{.rule = record.game.rule, .pos = record.game.start_pos, .size = record.game.size};
  return game->opening_code(setup, moves);
}

std::string final_position(const storage::Record& record) {
  const auto log = GameLog::replay(record);
  return log ? log->header().ending.pos : std::string();
}

}  // namespace server
