#include "server/lobby/bulletin.h"

#include <algorithm>
#include <utility>

#include "server/protocol/codec.h"

namespace server {
namespace {

/// Changes within this time are told together.
constexpr Millis kInterval{500};
/// A page shows no more, and nobody reads so many.
constexpr std::size_t kMaxListed = 100;

/// Private rooms are for who knows their code; what is over is in the archive.
bool is_listed(const Room& room) {
  return !room.header().is_private && !room.state().log().over();
}

Subscriber::Text encoded(const protocol::ServerMessage& message) {
  return std::make_shared<const std::string>(protocol::encode(message));
}

}  // namespace

Bulletin::Bulletin(boost::asio::io_context::executor_type network, std::function<Figures()> figures)
    : figures_(std::move(figures)), timer_(network) {}

// Games that wait for somebody come first.
protocol::LobbySnapshot Bulletin::snapshot(const Rooms& rooms) const {
  protocol::LobbySnapshot lobby;
  for (const auto& [id, room] : rooms.all()) {
    if (is_listed(*room)) lobby.games.push_back(room->state().summary());
  }
  std::ranges::stable_partition(lobby.games,
                                [](const auto& game) { return game.status == protocol::Status::waiting; });
  if (lobby.games.size() > kMaxListed) lobby.games.resize(kMaxListed);
  lobby.players = figures_().players;
  lobby.rooms = figures_().rooms;
  return lobby;
}

void Bulletin::watch_lobby(std::shared_ptr<Subscriber> reader) {
  const Subscriber* const key = reader.get();
  readers_[key] = std::move(reader);
}

void Bulletin::watch_games(std::shared_ptr<Subscriber> watcher, const std::vector<std::string>& ids,
                           const Rooms& rooms) {
  for (auto& [id, watchers] : watchers_) watchers.erase(watcher.get());
  std::erase_if(watchers_, [](const auto& entry) { return entry.second.empty(); });
  for (const std::string& id : ids) {
    const Room* const room = rooms.loaded(id);
    if (!room) continue;
    watchers_[id][watcher.get()] = watcher;
    if (!room->state().awaits_commit()) watcher->send(encoded(room->state().mini(server_now())));
  }
}

void Bulletin::forget(const Subscriber& gone) {
  readers_.erase(&gone);
  for (auto& [id, watchers] : watchers_) watchers.erase(&gone);
  std::erase_if(watchers_, [](const auto& entry) { return entry.second.empty(); });
}

void Bulletin::changed(const std::string& id, const Room* room) {
  if (room && is_listed(*room)) {
    added_[id] = room->state().summary();
    removed_.erase(id);
  } else {
    added_.erase(id);
    removed_.insert(id);
  }
  if (room) show(*room);
  if (!room) watchers_.erase(id);
  if (std::exchange(waiting_, true)) return;
  timer_.expires_after(kInterval);
  timer_.async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled) publish();
  });
}

void Bulletin::publish() {
  waiting_ = false;
  protocol::LobbyChange change;
  for (auto& [id, game] : std::exchange(added_, {})) change.add_games.push_back(std::move(game));
  for (const std::string& id : std::exchange(removed_, {})) change.remove.push_back(id);
  if (readers_.empty()) return;
  change.players = figures_().players;
  change.rooms = figures_().rooms;
  const Subscriber::Text text = encoded(change);
  for (const auto& [key, reader] : readers_) reader->send(text);
}

void Bulletin::show(const Room& room) {
  const auto watchers = watchers_.find(room.id());
  if (watchers == watchers_.end()) return;
  const Subscriber::Text text = encoded(room.state().mini(server_now()));
  for (const auto& [key, watcher] : watchers->second) watcher->send(text);
}

}  // namespace server
