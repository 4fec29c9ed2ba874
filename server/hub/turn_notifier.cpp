#include "server/hub/turn_notifier.h"

#include <utility>

#include "server/protocol/words.h"
#include "server/rooms/unfinished_games.h"

namespace server {
// Without the position: it is a hint to look, and costs the same for all games.
namespace {

/// Of a game that is over, for who has this side; empty: a user has both, and has won and lost.
std::string outcome_of(const storage::Game& game, engine::Side side) {
  const std::string& result = game.ending.result;
  if (result.empty()) return "aborted";
  if (result == "draw") return "draw";
  if (game.seats[0].user == game.seats[1].user) return {};
  return result == protocol::word(side) ? "won" : "lost";
}

protocol::TurnChange turn_change(const GameLog& log, engine::Side side, const std::string& begun_in) {
  const storage::Game& header = log.header();
  return {{.game_id = header.id,
           .game = header.game,
           .opponent = header.seats[engine::index(engine::other(side))].name,
           .your_turn = to_move(log) == static_cast<int>(engine::index(side))},
          log.over(),
          begun_in,
          log.over() ? outcome_of(header, side) : std::string()};
}

}  // namespace

void TurnNotifier::look_at(const Room& room) {
  const GameLog& log = room.state().log();
  // A move on its way to the disk may still fail; look_at() comes again after it.
  if (!room.state().awaits_commit() && has_passed(log)) tell_players(room);
}

void TurnNotifier::tell_players(const Room& room, const std::string& begun_in) {
  const auto& [first, second] = room.header().seats;
  tell(room, engine::Side::first, begun_in);
  // A user may hold both seats: one message then.
  if (second.user != first.user) tell(room, engine::Side::second, begun_in);
}

/// Since the last call for this game; not at the first.
bool TurnNotifier::has_passed(const GameLog& log) {
  const std::string& game = log.header().id;
  // An end is told once: there was an entry, and it goes.
  if (log.over()) return sides_.erase(game) > 0;
  const int now = to_move(log);
  const auto [side, is_new] = sides_.try_emplace(game, now);
  // A room that is seen for the first time was loaded from the store: its turn has not changed.
  return std::exchange(side->second, now) != now && !is_new;
}

void TurnNotifier::tell(const Room& room, engine::Side side, const std::string& begun_in) {
  const GameLog& log = room.state().log();
  for (const ViewerId connection : clients_.connections_of(log.header().seats[engine::index(side)].user)) {
    const Client& client = *clients_.find(connection);
    // Who is in the room sees the move itself.
    if (client.wants_turns && !client.rooms.contains(room.id()))
      client.send(turn_change(log, side, begun_in));
  }
}

}  // namespace server
