#include "server/lobby/own_lobby.h"

#include <algorithm>
#include <utility>

#include "server/lobby/listing.h"

namespace server {
namespace {

bool is_waiting(const SharedGame& shared) {
  return shared.game.status == protocol::Status::waiting;
}

/// A person plays, waits or looks on: bots among themselves are nothing to look at.
bool is_attended(const protocol::LobbyGame& game) {
  const auto is_there = [](const protocol::PlayerInfo& player) { return player.online && !player.level; };
  return game.spectators > 0 || std::ranges::any_of(game.players, is_there);
}

}  // namespace

void OwnLobby::changed(const std::string& id) {
  if (!is_wanted_) return;
  has_changed_ = true;
  if (const auto entry = shown_.find(id); entry != shown_.end()) {
    entry->second.has_changed = true;
    // What finds no place here is noted again when it changes.
  } else if (noted_.size() < kMostNoted) {
    noted_.insert(id);
  }
}

// kMostNoted, for a server may have ten thousand rooms.
void OwnLobby::note_all() {
  for (const auto& [id, room] : rooms_.all()) {
    if (noted_.size() == kMostNoted) break;
    if (is_listed(*room)) noted_.insert(id);
  }
}

// Each step in its order: what stays, what must be shown, and what fills up.
SharedLobby OwnLobby::take(int players, int rooms, const FeaturedCandidate* featured) {
  if (!std::exchange(is_wanted_, true)) note_all();
  has_changed_ = false;
  featured_ = featured ? featured->game_id : std::string();
  look_at_shown();
  add_featured();
  fill();
  SharedLobby lobby{.now = server_now(), .players = players, .rooms = rooms};
  if (shown_.contains(featured_)) lobby.featured = *featured;
  for (const auto& [id, entry] : shown_) {
    lobby.games.push_back(entry.shared);
    if (id == featured_) std::swap(lobby.games.front(), lobby.games.back());
  }
  return lobby;
}

/// In the place of any other, if need be.
void OwnLobby::add_featured() {
  if (featured_.empty() || shown_.contains(featured_)) return;
  auto game = look_at(featured_);
  if (!game) return void(has_changed_ = true);
  if (shown_.size() == SharedLobby::kMostGames) {
    waiting_ -= is_waiting(shown_.begin()->second.shared) ? 1 : 0;
    shown_.erase(shown_.begin());
  }
  shown_.emplace(featured_, Entry{*std::move(game)});
  noted_.erase(featured_);
}

void OwnLobby::look_at_shown() {
  for (auto at = shown_.begin(); at != shown_.end();) {
    auto& [id, entry] = *at;
    const Room* const room = rooms_.loaded(id);
    // What is shown is on disk.
    const bool is_early = room && room->state().awaits_commit();
    if (!entry.has_changed || is_early) {
      has_changed_ = has_changed_ || entry.has_changed;  // And is looked at again.
      ++at;
      continue;
    }
    waiting_ -= is_waiting(entry.shared) ? 1 : 0;
    auto game = look_at(id);
    if (!game) {
      at = shown_.erase(at);
      continue;
    }
    waiting_ += is_waiting(*game) ? 1 : 0;
    entry = {*std::move(game)};
    ++at;
  }
}

// From what changed since the last look, as many as there is place for.
void OwnLobby::fill() {
  for (auto id = noted_.begin(); id != noted_.end() && shown_.size() < SharedLobby::kMostGames;) {
    const Room* const room = rooms_.loaded(*id);
    if (room && room->state().awaits_commit()) {
      has_changed_ = true;  // And is looked at again.
      ++id;
      continue;
    }
    const bool is_too_much = room && is_waiting(*room) && waiting_ >= kMostWaiting;
    if (auto game = is_too_much ? std::nullopt : look_at(*id)) {
      waiting_ += is_waiting(*game) ? 1 : 0;
      shown_.emplace(*id, Entry{*std::move(game)});
    }
    id = noted_.erase(id);
  }
}

/// As it is shown now; none: it is not, or not now.
// Also the one check whether a game may be shown.
std::optional<SharedGame> OwnLobby::look_at(const std::string& id) const {
  const Room* const room = rooms_.loaded(id);
  if (!room || !is_listed(*room) || room->state().awaits_commit()) return std::nullopt;
  SharedGame game{.game = room->state().summary()};
  if (id != featured_ && !is_attended(game.game)) return std::nullopt;
  protocol::Mini mini = room->state().mini(server_now());
  game.pos = std::move(mini.pos);
  game.last_move = std::move(mini.last_move);
  game.clock = mini.clock;
  return game;
}

}  // namespace server
