#include "server/hub/watches.h"

#include <algorithm>
#include <utility>

#include "server/protocol/errors.h"

namespace server {
namespace {

/// In units of a small message: of a game or a seek that a snapshot of the lobby tells, some 300 bytes, and
/// of a seek that is sorted for it.
constexpr Cost kCostOfListed = 0.03, kCostOfSorted = 0.001;

Cost cost_of_lobby(std::size_t games, std::size_t seeks) {
  const std::size_t listed = games + std::min(seeks, LobbyFeed::kMaxListed);
  return kCostOfListed * static_cast<Cost>(listed) + kCostOfSorted * static_cast<Cost>(seeks);
}

}  // namespace

/// Sends an answer that comes later to its client, if that is still here.
/// One for each kind of answer, so that a reply of a dead client is dropped in one place.
template <class Result>
auto Watches::answerer(const Client& client, RequestId id) {
  return [this, viewer = client.id, id](engine::Expected<Result, protocol::Error> result) {
    const Client* const here = context_.clients.find(viewer);
    if (!here) return;
    if (!result) return here->send(context_.counted(result.error(), "analysis"), id);
    here->send(*std::move(result), id);
  };
}

void Watches::on(Client& client, RequestId id, const protocol::WatchLobby& watch) {
  if (!watch.on) {
    context_.feed.leave_lobby(*client.subscriber);
    return client.send(protocol::Ack{}, id);
  }
  if (const auto wait = client.subscriber->refuse(cost_of_lobby(context_.feed.listed(), seeks_.size())))
    return client.send(
        context_.counted(
            protocol::retry_after(*wait, protocol::ErrorCode::rate_limited, "Not so much at once."), "lobby"),
        id);
  // The snapshot is sent before the client is added: no delta can come before it.
  protocol::LobbySnapshot snapshot = context_.feed.snapshot();
  snapshot.seeks = seeks_.list(LobbyFeed::kMaxListed);
  client.send(std::move(snapshot), id);
  context_.feed.watch_lobby(client.subscriber);
}

void Watches::on(Client& client, RequestId id, const protocol::WatchGames& watch) {
  // In this order the ack tells that all boards that follow are of the new list.
  client.send(protocol::Ack{}, id);
  context_.feed.watch_games(client.subscriber, watch.ids);
}

void Watches::on(Client& client, RequestId id, const protocol::WatchAnalysis& watch) {
  if (watch.on)
    return analyst_.watch(client.subscriber, watch.game_id, answerer<protocol::Analysis>(client, id));
  analyst_.unwatch(*client.subscriber, watch.game_id);
  protocol::Ack ack;
  ack.game_id = watch.game_id;
  client.send(std::move(ack), id);
}

void Watches::on(Client& client, RequestId id, const protocol::Explore& explore) {
  explorer_.explore(*client.subscriber, explore, answerer<protocol::Explored>(client, id));
}

void Watches::forget(const Subscriber& gone) {
  context_.feed.forget(gone);
  analyst_.forget(gone);
  explorer_.forget(gone);
}

}  // namespace server
