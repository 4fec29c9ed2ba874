#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/base/timer.h"
#include "server/lobby/other_lobbies.h"
#include "server/lobby/own_lobby.h"
#include "server/rooms/rooms.h"

namespace server {

/// What the lobby and its small boards show, and who looks at them: the games of this server, and what others
/// that share its store show of theirs. Changes are collected and told together. Network thread only.
///
/// Two kinds of readers: watch_lobby() (snapshot, then changes) and watch_games() (boards of their own
/// games). Changes are noted at once and told within kInterval, together, to all readers with one text. Lists
/// of ids grow with the rooms in memory, and everything that is told is bounded by kMaxListed.
class LobbyFeed {
 public:
  /// Games, and seeks: a page shows no more. Of changes too no more are told at a time; the others follow. So
  /// no message is larger than about 30 KB, however many games there are.
  static constexpr std::size_t kMaxListed = 100;

  /// Of this server; asked for whenever something is told.
  struct Figures {
    int players = 0;  ///< Connections that have said hello.
    int rooms = 0;
  };

  /// `rooms` may still be under construction.
  /// `rooms` outlives this.
  LobbyFeed(Timer::Executor network, const Rooms& rooms, std::function<Figures()> figures);

  /// Without the seeks.
  /// In the list, games with a free seat come first. Costs the summaries that it shows.
  protocol::LobbySnapshot snapshot();
  /// So many games at most are in a snapshot.
  std::size_t listed() const {
    return std::min(waiting_.size() + playing_.size() + others_.count(), kMaxListed);
  }
  /// Call it after a snapshot has been sent: it tells only what changes from now on.
  void watch_lobby(std::shared_ptr<Subscriber> reader);
  void leave_lobby(const Subscriber& reader) { readers_.erase(&reader); }

  /// The small boards that a connection looks at, instead of those before. Shows each at once.
  /// At most as many as the protocol allows; ids that no server shows are ignored.
  void watch_games(std::shared_ptr<Subscriber> watcher, const std::vector<std::string>& ids);
  /// For a connection that ends: both kinds of readers hold it.
  void forget(const Subscriber& gone);

  /// Null: the game has left the memory.
  /// Called for each change of a room: a few look-ups.
  void changed(const std::string& id, const Room* room);
  /// Of a seek that ends before its beginning was told the end alone is.
  /// As above: nothing is told before there are readers.
  void seek_began(protocol::LobbySeek seek);
  void seek_ended(const std::string& id);
  /// Told within two seconds, as long as there are readers.
  void figures_changed();

  /// What other servers are to be shown of this one. None: what they were shown last.
  /// Called once a second; only the first call looks at all rooms (OwnLobby).
  std::optional<SharedLobby> share();
  /// What they show now.
  /// Readers are told what changed, as if it had happened here.
  void update_others(OtherLobbies::All others);
  const OtherLobbies& others() const { return others_; }

 private:
  using Clock = std::chrono::steady_clock;

  void publish_figures();
  void publish_within(Millis time);
  void publish();
  void forget_news();
  void take_changed(protocol::LobbyChange& change);
  Figures figures() const;
  std::vector<protocol::LobbyGame> games();
  void note(const std::string& id, const Room* room);
  void choose_own();
  void choose_featured();
  void stop_watching(const Subscriber& watcher);
  void send_mini(const std::string& id, const protocol::Mini& mini);
  void send_other_mini(const std::string& id);

  using Subscribers = std::unordered_map<const Subscriber*, std::shared_ptr<Subscriber>>;

  const Rooms& rooms_;
  std::function<Figures()> figures_;
  Timer timer_;
  std::optional<Clock::time_point> due_;  // When the changes are told:
  // What readers have not been told; without readers there is nothing to tell, for they begin with a
  // snapshot.
  std::unordered_set<std::string> changed_;  // Games; looked at when they are told.
  std::unordered_set<std::string>
      unwritten_;  // Games that a snapshot left out for what they are writing down.
  std::unordered_map<std::string, protocol::LobbySeek> added_seeks_;
  std::set<std::string> removed_;
  // Ids alone; the rooms themselves are asked when they are shown.
  std::unordered_set<std::string> private_;            // Games in memory that are not listed.
  std::unordered_set<std::string> waiting_, playing_;  // Games in memory that are listed.
  std::optional<FeaturedCandidate> own_featured_;  // Of the games here, with its worth when it was chosen.
  Clock::time_point looked_{};                     // When it was looked for last.
  std::string featured_;
  OwnLobby own_;
  OtherLobbies others_;
  Subscribers readers_;
  std::unordered_map<std::string, Subscribers> watchers_;                    // By game.
  std::unordered_map<const Subscriber*, std::vector<std::string>> watched_;  // Games that each looks at.
};

}  // namespace server
