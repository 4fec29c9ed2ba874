#include <utility>

#include "server/room/room_state.h"

// What a room shows of itself.
namespace server {

// As others see the room: without anything that belongs to one viewer alone.
protocol::LobbyGame RoomState::summary() const {
  const storage::Game& header = log_.header();
  protocol::LobbyGame game{.game_id = header.id,
                           .game = header.game,
                           .rule = header.rule,
                           .opening = header.opening,
                           .time = to_time_control(header.time),
                           .rated = header.rated,
                           .players = players_of(log_, presence_),
                           .status = log_.status(),
                           .ply = log_.plies(),
                           .spectators = presence_.spectators()};
  return game;
}

// By side, in the order of `first` and `second`; bots are always online.
std::array<protocol::PlayerInfo, 2> players_of(const GameLog& log, const Presence& presence) {
  std::array<protocol::PlayerInfo, 2> players;
  for (const Seat seat : kSeats) {
    protocol::PlayerInfo& player = players[engine::index(log.side_of(seat))];
    player.name = log.holder(seat).name;
    player.online = log.is_bot(seat) || presence.online(seat);
    if (log.is_bot(seat)) player.level = log.holder(seat).level;
    if (log.holder(seat).rating > 0) player.rating = log.holder(seat).rating;
    player.provisional = log.holder(seat).provisional;
    player.program = log.holder(seat).program;
  }
  return players;
}

// What lists show of a game: as much as fits on a small board.
protocol::Mini RoomState::mini(TimePoint now) const {
  return {.game_id = log_.header().id,
          .pos = log_.look().pos,
          .last_move = log_.moves().empty() ? std::string() : log_.moves().back(),
          .clock = log_.clock().face(now),
          .status = log_.status()};
}

// Everything that a client needs to begin with, so that it can be sent after any gap.
protocol::GameFull RoomState::full(const Viewer* viewer, TimePoint now) const {
  const storage::Game& header = log_.header();
  protocol::LobbyGame summary = this->summary();
  protocol::GameFull game;
  game.game_id = header.id;
  game.code = header.code;
  game.game = header.game;
  game.rule = header.rule;
  game.opening = header.opening;
  if (viewer && viewer->seat) game.you = log_.side_of(*viewer->seat);
  if (viewer) game.host = viewer->keeps_order;
  game.players = std::move(summary.players);
  game.spectators = summary.spectators;
  game.time = summary.time;
  game.rated = header.rated;
  game.size = header.size;
  game.start_pos = log_.start_pos();
  game.state = log_.state(now);
  // Only for the viewer who is to move: they have to be generated.
  if (viewer && viewer->seat == log_.seat_to_move()) game.state.legal = log_.legal_moves();
  tell_deadlines(game.state, now);
  game.chat = chat_.lines(viewer);
  game.rematch_id = log_.next_game();
  game.ratings = log_.ratings();
  game.tournament_id = header.tournament;
  game.version = log_.version();
  return game;
}

}  // namespace server
