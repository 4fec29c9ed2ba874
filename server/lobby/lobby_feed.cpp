#include "server/lobby/lobby_feed.h"

#include <algorithm>
#include <utility>

#include "server/lobby/featured.h"
#include "server/protocol/codec.h"

namespace server {
namespace {

/// Changes within this time are told together.
constexpr Millis kInterval{500};
/// How many people are here is less urgent, and changes all the time.
constexpr Millis kFiguresInterval{2'000};

/// Private rooms are for who knows their code; what is over is in the archive.
bool is_listed(const Room& room) {
  return !room.header().is_private && !room.state().log().over();
}

bool is_waiting(const Room& room) {
  return room.state().log().status() == protocol::Status::waiting;
}

/// Something moves on its board, and whoever plays is there. A game of days is nothing to look at.
bool is_live(const Room& room) {
  const GameLog& log = room.state().log();
  const auto is_there = [&](Seat seat) { return log.is_bot(seat) || room.state().presence().online(seat); };
  return is_listed(room) && log.playing() && !log.paused() && log.plies() > 0 &&
         room.header().time.days == 0 && std::ranges::any_of(kSeats, is_there);
}

Show show_of(const Room& room) {
  const protocol::LobbyGame game = room.state().summary();
  Show show{game.game_id, 0, game.spectators, room.header().created};
  for (const protocol::PlayerInfo& player : game.players) show.rating += player.rating.value_or(0);
  return show;
}

Subscriber::Text encoded(const protocol::ServerMessage& message) {
  return std::make_shared<const std::string>(protocol::encode(message));
}

/// Moves at most `most` entries of `from` into a list.
template <class Entry>
std::vector<Entry> take(std::unordered_map<std::string, Entry>& from, std::size_t most) {
  std::vector<Entry> taken;
  while (!from.empty() && taken.size() < most) {
    taken.push_back(std::move(from.extract(from.begin()).mapped()));
  }
  return taken;
}

}  // namespace

LobbyFeed::LobbyFeed(boost::asio::io_context::executor_type network, const Rooms& rooms,
                     std::function<Figures()> figures)
    : rooms_(rooms), figures_(std::move(figures)), timer_(network) {}

// Games that wait for somebody come first. Only those that are shown are summed up: after a restart everybody
// asks at once.
protocol::LobbySnapshot LobbyFeed::snapshot() {
  std::vector<const Room*> shown;
  for (const bool waiting : {true, false}) {
    for (const auto& [id, room] : rooms_.all()) {
      if (shown.size() == kMaxListed) break;
      if (is_listed(*room) && is_waiting(*room) == waiting) shown.push_back(room.get());
    }
  }
  protocol::LobbySnapshot lobby;
  for (const Room* room : shown) lobby.games.push_back(room->state().summary());
  lobby.players = figures_().players;
  lobby.rooms = figures_().rooms;
  choose_featured();
  lobby.featured = featured_;
  return lobby;
}

void LobbyFeed::watch_lobby(std::shared_ptr<Subscriber> reader) {
  if (readers_.empty()) forget_news();
  const Subscriber* const key = reader.get();
  readers_[key] = std::move(reader);
}

/// Of a time when somebody read: who comes now is sent a snapshot.
void LobbyFeed::forget_news() {
  changed_.clear();
  added_seeks_.clear();
  removed_.clear();
}

void LobbyFeed::watch_games(std::shared_ptr<Subscriber> watcher, const std::vector<std::string>& ids) {
  for (auto& [id, watchers] : watchers_) watchers.erase(watcher.get());
  std::erase_if(watchers_, [](const auto& entry) { return entry.second.empty(); });
  for (const std::string& id : ids) {
    const Room* const room = rooms_.loaded(id);
    if (!room) continue;
    watchers_[id][watcher.get()] = watcher;
    if (!room->state().awaits_commit()) watcher->send(encoded(room->state().mini(server_now())));
  }
}

void LobbyFeed::forget(const Subscriber& gone) {
  readers_.erase(&gone);
  for (auto& [id, watchers] : watchers_) watchers.erase(&gone);
  std::erase_if(watchers_, [](const auto& entry) { return entry.second.empty(); });
}

void LobbyFeed::changed(const std::string& id, const Room* room) {
  if (room) show(*room);
  if (!room) watchers_.erase(id);
  // Not even the id of a private game is told when it ends or leaves the memory.
  if (room && room->header().is_private) return void(private_.insert(id));
  if ((!room && private_.erase(id) > 0) || readers_.empty()) return;
  changed_.insert(id);
  publish_within(kInterval);
}

void LobbyFeed::seek_began(protocol::LobbySeek seek) {
  if (readers_.empty()) return;
  added_seeks_[seek.seek_id] = std::move(seek);
  publish_within(kInterval);
}

void LobbyFeed::seek_ended(const std::string& id) {
  if (readers_.empty()) return;
  if (added_seeks_.erase(id) > 0) return;  // Nobody has heard of it.
  removed_.insert(id);
  publish_within(kInterval);
}

void LobbyFeed::figures_changed() {
  if (!readers_.empty()) publish_within(kFiguresInterval);
}

void LobbyFeed::publish_within(Millis time) {
  const auto due = Clock::now() + time;
  if (due_ && *due_ <= due) return;
  due_ = due;
  timer_.expires_at(due);
  timer_.async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled) publish();
  });
}

void LobbyFeed::publish() {
  due_.reset();
  protocol::LobbyChange change;
  change.add_seeks = take(added_seeks_, kMaxListed);
  take_changed(change);
  if (!changed_.empty() || !added_seeks_.empty()) publish_within(kInterval);
  for (const std::string& id : std::exchange(removed_, {})) change.remove.push_back(id);
  if (readers_.empty()) return;
  change.players = figures_().players;
  change.rooms = figures_().rooms;
  choose_featured();
  change.featured = featured_;
  const Subscriber::Text text = encoded(change);
  for (const auto& [key, reader] : readers_) reader->send_when_idle(text);
}

/// At most as many games as one message may hold. What a room is about to write down is told later.
void LobbyFeed::take_changed(protocol::LobbyChange& change) {
  for (auto id = changed_.begin(); id != changed_.end() && change.add_games.size() < kMaxListed;) {
    const Room* const room = rooms_.loaded(*id);
    if (room && room->state().awaits_commit()) {
      ++id;
      continue;
    }
    if (room && is_listed(*room)) {
      change.add_games.push_back(room->state().summary());
    } else {
      removed_.insert(*id);
    }
    id = changed_.erase(id);
  }
}

/// Looks at the other games only when the one that is shown has come to an end.
void LobbyFeed::choose_featured() {
  const Room* const shown = rooms_.loaded(featured_);
  if (shown && is_live(*shown)) return;
  std::vector<Show> live;
  for (const auto& [id, room] : rooms_.all()) {
    if (is_live(*room)) live.push_back(show_of(*room));
  }
  featured_ = most_worth_watching(live);
}

void LobbyFeed::show(const Room& room) {
  const auto watchers = watchers_.find(room.id());
  if (watchers == watchers_.end()) return;
  const Subscriber::Text text = encoded(room.state().mini(server_now()));
  for (const auto& [key, watcher] : watchers->second) watcher->send_when_idle(text);
}

}  // namespace server
