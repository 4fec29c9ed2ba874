#include <utility>

#include "server/lobby/lobby.h"

// What is thought about games and variations: the way there and back.
namespace server {

/// Sends whatever answer comes to a visitor who may be gone by then.
template <class Told>
std::function<void(engine::Expected<Told, protocol::Error>)> Lobby::teller(const Visitor& visitor,
                                                                           RequestId id) {
  return [this, viewer = visitor.id, id](engine::Expected<Told, protocol::Error> told) {
    Visitor* const here = visitors_.find(viewer);
    if (!here) return;
    if (!told) return here->send(counted(told.error(), "analysis"), id);
    here->send(*std::move(told), id);
  };
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::WatchAnalysis& watch) {
  if (watch.on)
    return analyst_.watch(visitor.subscriber, watch.game_id, teller<protocol::Analysis>(visitor, id));
  analyst_.unwatch(*visitor.subscriber, watch.game_id);
  protocol::Ack ack;
  ack.game_id = watch.game_id;
  visitor.send(std::move(ack), id);
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Explore& explore) {
  explorer_.explore(*visitor.subscriber, explore, teller<protocol::Explored>(visitor, id));
}

}  // namespace server
