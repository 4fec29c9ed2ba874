#include <utility>

#include "server/hub/hub.h"

// What is thought about games and variations: the way there and back.
namespace server {

/// Sends whatever answer comes to a client who may be gone by then.
template <class Told>
std::function<void(engine::Expected<Told, protocol::Error>)> Hub::teller(const Client& client, RequestId id) {
  return [this, viewer = client.id, id](engine::Expected<Told, protocol::Error> told) {
    Client* const here = clients_.find(viewer);
    if (!here) return;
    if (!told) return here->send(counted(told.error(), "analysis"), id);
    here->send(*std::move(told), id);
  };
}

void Hub::on(Client& client, RequestId id, const protocol::WatchAnalysis& watch) {
  if (watch.on)
    return analyst_.watch(client.subscriber, watch.game_id, teller<protocol::Analysis>(client, id));
  analyst_.unwatch(*client.subscriber, watch.game_id);
  protocol::Ack ack;
  ack.game_id = watch.game_id;
  client.send(std::move(ack), id);
}

void Hub::on(Client& client, RequestId id, const protocol::Explore& explore) {
  explorer_.explore(*client.subscriber, explore, teller<protocol::Explored>(client, id));
}

}  // namespace server
