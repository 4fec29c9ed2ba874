#include "server/lobby/lobby_feed.h"

#include <algorithm>
#include <utility>

#include "server/lobby/featured.h"
#include "server/lobby/listing.h"
#include "server/protocol/codec.h"

namespace server {
namespace {

/// Changes within this time are told together.
constexpr Millis kInterval{500};
/// How many people are here is less urgent, and changes all the time.
constexpr Millis kFiguresInterval{2'000};

/// Above so many games the one to feature is looked for twice a second at most.
constexpr std::size_t kFewGames = 1'000;

/// Ratings of programs are of a scale of their own: their games would stand above those of people.
FeaturedCandidate candidate_of(const Room& room) {
  FeaturedCandidate candidate{room.id(), 0, room.state().presence().spectators(), room.header().created};
  for (const Seat seat : kSeats) {
    const storage::Seat& holder = room.state().log().holder(seat);
    if (!holder.program) candidate.rating += std::max(0, holder.rating);
  }
  return candidate;
}

Subscriber::Text encoded(const protocol::ServerMessage& message) {
  return std::make_shared<const std::string>(protocol::encode(message));
}

/// Moves at most `most` entries of `from` into a list.
/// Which ones is chance: the map has no order.
template <class Entry>
std::vector<Entry> take(std::unordered_map<std::string, Entry>& from, std::size_t most) {
  std::vector<Entry> taken;
  while (!from.empty() && taken.size() < most) {
    taken.push_back(std::move(from.extract(from.begin()).mapped()));
  }
  return taken;
}

}  // namespace

// own_ looks at no room before it is asked: `rooms` may not be there yet.
LobbyFeed::LobbyFeed(Timer::Executor network, const Rooms& rooms, std::function<Figures()> figures)
    : rooms_(rooms), figures_(std::move(figures)), timer_(network, [this] { publish(); }), own_(rooms) {}

protocol::LobbySnapshot LobbyFeed::snapshot() {
  protocol::LobbySnapshot lobby;
  lobby.games = games();
  const auto [players, rooms] = figures();
  lobby.players = players;
  lobby.rooms = rooms;
  choose_featured();
  lobby.featured = featured_;
  return lobby;
}

LobbyFeed::Figures LobbyFeed::figures() const {
  const Figures own = figures_();
  return {own.players + others_.players(), own.rooms + others_.rooms()};
}

// Games with a free seat come first. Only those that are shown are summed up: after a restart all
// clients ask at once. Of games of other servers half as many as are shown have a place, more where there is
// one, and fewer for those that wait, which are on top. What a room is about to write down is told later.
std::vector<protocol::LobbyGame> LobbyFeed::games() {
  std::vector<protocol::LobbyGame> games;
  // Games of other servers get half the list, but no more than they have.
  std::size_t places = kMaxListed - std::min(others_.count(), kMaxListed / 2);  // Of those here.
  for (const bool waiting : {true, false}) {
    for (const std::string& id : waiting ? waiting_ : playing_) {
      if (places == 0 || games.size() == kMaxListed) break;
      const Room* const room = rooms_.loaded(id);
      if (!room) continue;
      if (room->state().awaits_commit()) {
        unwritten_.insert(id);
        continue;
      }
      games.push_back(room->state().summary());
      --places;
    }
    // Waiting ones of others fill up to a quarter, so that games here are not pushed out.
    const std::size_t left = kMaxListed - games.size();
    for (const auto* other : others_.games(waiting, waiting ? std::min(left, kMaxListed / 4) : left))
      if (!rooms_.loaded(other->game_id)) games.push_back(*other);
  }
  return games;
}

void LobbyFeed::watch_lobby(std::shared_ptr<Subscriber> reader) {
  if (readers_.empty()) forget_news();
  const Subscriber* const key = reader.get();
  readers_[key] = std::move(reader);
  // What the snapshot left out for a commit is told after it.
  changed_.merge(std::exchange(unwritten_, {}));
  if (!changed_.empty()) publish_within(kInterval);
}

/// Of before there were readers: each begins with a snapshot.
void LobbyFeed::forget_news() {
  changed_.clear();
  added_seeks_.clear();
  removed_.clear();
}

void LobbyFeed::watch_games(std::shared_ptr<Subscriber> watcher, const std::vector<std::string>& ids) {
  stop_watching(*watcher);
  for (const std::string& id : ids) {
    const Room* const room = rooms_.loaded(id);
    const auto other = room ? std::nullopt : others_.mini(id);
    // Neither here nor elsewhere: the board stays empty, and is not watched.
    if (!room && !other) continue;
    watchers_[id][watcher.get()] = watcher;
    watched_[watcher.get()].push_back(id);
    if (other) watcher->send(encoded(*other));
    // A room that is writing sends its board with the change.
    if (room && !room->state().awaits_commit()) watcher->send(encoded(room->state().mini(server_now())));
  }
}

void LobbyFeed::forget(const Subscriber& gone) {
  readers_.erase(&gone);
  stop_watching(gone);
}

/// Looks at what this one looks at, however many games others do.
void LobbyFeed::stop_watching(const Subscriber& watcher) {
  const auto watched = watched_.extract(&watcher);
  if (!watched) return;
  for (const std::string& id : watched.mapped()) {
    const auto watchers = watchers_.find(id);
    if (watchers == watchers_.end()) continue;  // The game has left the memory.
    watchers->second.erase(&watcher);
    if (watchers->second.empty()) watchers_.erase(watchers);
  }
}

/// Which list it is in, so that no request has to look at all rooms.
void LobbyFeed::note(const std::string& id, const Room* room) {
  const bool listed = room && is_listed(*room);
  const bool waits = listed && is_waiting(*room);
  const auto keep = [&](std::unordered_set<std::string>& list, bool is_in) {
    is_in ? void(list.insert(id)) : void(list.erase(id));
  };
  keep(waiting_, waits);
  keep(playing_, listed && !waits);
}

// The three lists follow one another: note(), own_, then the readers.
void LobbyFeed::changed(const std::string& id, const Room* room) {
  note(id, room);
  own_.changed(id);
  if (room && watchers_.contains(id)) send_mini(id, room->state().mini(server_now()));
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

// Also of one whose beginning is not told yet: a snapshot may have shown it meanwhile.
void LobbyFeed::seek_ended(const std::string& id) {
  if (readers_.empty()) return;
  added_seeks_.erase(id);
  removed_.insert(id);
  publish_within(kInterval);
}

void LobbyFeed::figures_changed() {
  own_.figures_changed();
  publish_figures();
}

void LobbyFeed::publish_figures() {
  if (!readers_.empty()) publish_within(kFiguresInterval);
}

void LobbyFeed::publish_within(Millis time) {
  const auto due = Clock::now() + time;
  // A timer that fires sooner serves the later reason as well.
  if (due_ && *due_ <= due) return;
  due_ = due;
  timer_.wait(time);
}

void LobbyFeed::publish() {
  due_.reset();
  protocol::LobbyChange change;
  change.add_seeks = take(added_seeks_, kMaxListed);
  take_changed(change);
  // What did not fit into one message follows in the next.
  if (!changed_.empty() || !added_seeks_.empty()) publish_within(kInterval);
  for (const std::string& id : std::exchange(removed_, {})) change.remove.push_back(id);
  // All readers have left: the next one begins with a snapshot.
  if (readers_.empty()) return;
  const auto [players, rooms] = figures();
  change.players = players;
  change.rooms = rooms;
  choose_featured();
  change.featured = featured_;
  const Subscriber::Text text = encoded(change);
  for (const auto& [key, reader] : readers_) reader->send_when_idle(text);
}

/// At most as many games as one message may hold. What a room is about to write down is told later.
void LobbyFeed::take_changed(protocol::LobbyChange& change) {
  // Games that are being written down wait in `changed_`.
  for (auto id = changed_.begin(); id != changed_.end() && change.add_games.size() < kMaxListed;) {
    const Room* const room = rooms_.loaded(*id);
    if (room && room->state().awaits_commit()) {
      ++id;
      continue;
    }
    const protocol::LobbyGame* const other = room ? nullptr : others_.find(*id);
    if (room && is_listed(*room)) {
      change.add_games.push_back(room->state().summary());
    } else if (other) {
      change.add_games.push_back(*other);
    } else {
      removed_.insert(*id);
    }
    id = changed_.erase(id);
  }
}

/// Looks at the other games only when the one that is shown has come to an end, and that is written down.
void LobbyFeed::choose_own() {
  const Room* const shown = own_featured_ ? rooms_.loaded(own_featured_->game_id) : nullptr;
  // A commit is under way: it may be the end of the game; asked again with the next change.
  if (shown && (shown->state().awaits_commit() || is_live(*shown))) return;
  own_featured_.reset();
  const auto now = Clock::now();
  // Many games: not every change may look at all of them.
  if (playing_.size() > kFewGames && now < looked_ + kInterval) return;
  looked_ = now;
  std::vector<FeaturedCandidate> live;
  for (const std::string& id : playing_) {
    const Room* const room = rooms_.loaded(id);
    if (room && !room->state().awaits_commit() && is_live(*room)) live.push_back(candidate_of(*room));
  }
  if (const FeaturedCandidate* const best = most_worth_watching(live)) own_featured_ = *best;
}

// Of what each server would show, with a worth that does not change, all choose the same.
void LobbyFeed::choose_featured() {
  choose_own();
  std::vector<FeaturedCandidate> candidates = others_.featured();
  if (own_featured_) candidates.push_back(*own_featured_);
  const FeaturedCandidate* const best = most_worth_watching(candidates);
  featured_ = best ? best->game_id : std::string();
}

// Encoded once for all that watch this game.
void LobbyFeed::send_mini(const std::string& id, const protocol::Mini& mini) {
  const Subscriber::Text text = encoded(mini);
  for (const auto& [key, watcher] : watchers_.at(id)) watcher->send_when_idle(text);
}

// ---- other servers ---------------------------------------------------------------------------------------

std::optional<SharedLobby> LobbyFeed::share() {
  if (!own_.is_due()) return std::nullopt;
  choose_own();
  const auto [players, rooms] = figures_();
  return own_.take(players, rooms, own_featured_ ? &*own_featured_ : nullptr);
}

// Changes are told to readers like those of games here, by id.
void LobbyFeed::update_others(OtherLobbies::All others) {
  const Figures before = figures();
  const std::string featured = featured_;
  for (const std::string& id : others_.update(std::move(others))) {
    if (watchers_.contains(id)) send_other_mini(id);
    if (readers_.empty()) continue;
    changed_.insert(id);
    publish_within(kInterval);
  }
  if (readers_.empty()) return;
  choose_featured();
  // Figures are told only when one of them has changed.
  const auto [players, rooms] = figures();
  if (players != before.players || rooms != before.rooms || featured_ != featured) publish_figures();
}

/// What is here shows itself.
void LobbyFeed::send_other_mini(const std::string& id) {
  if (rooms_.loaded(id)) return;
  if (const auto mini = others_.mini(id)) return send_mini(id, *mini);
  watchers_.erase(id);
}

}  // namespace server
