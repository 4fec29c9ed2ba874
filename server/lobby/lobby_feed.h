#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/lobby/rooms.h"

namespace server {

/// What the lobby and its small boards show, and who looks at them. Changes are collected and told together.
/// Network thread only.
class LobbyFeed {
 public:
  /// Games, and seeks: a page shows no more, and nobody reads so many. Of changes too no more are told at a
  /// time; the others follow. So no message is larger than about 30 KB, however busy the house.
  static constexpr std::size_t kMaxListed = 100;

  /// Asked for whenever something is told.
  struct Figures {
    int players = 0;  ///< Connections that have said hello.
    int rooms = 0;
  };

  /// `rooms` may still be under construction.
  LobbyFeed(boost::asio::io_context::executor_type network, const Rooms& rooms,
            std::function<Figures()> figures);

  /// Without the seeks.
  protocol::LobbySnapshot snapshot();
  void watch_lobby(std::shared_ptr<Subscriber> reader);
  void leave_lobby(const Subscriber& reader) { readers_.erase(&reader); }

  /// The small boards that a connection looks at, instead of those before. Shows each at once.
  void watch_games(std::shared_ptr<Subscriber> watcher, const std::vector<std::string>& ids);
  void forget(const Subscriber& gone);

  /// Null: the game has left the memory.
  void changed(const std::string& id, const Room* room);
  /// A seek that ends before it was told is never told.
  void seek_began(protocol::LobbySeek seek);
  void seek_ended(const std::string& id);
  void figures_changed();

 private:
  using Clock = std::chrono::steady_clock;

  void publish_within(Millis time);
  void publish();
  void forget_news();
  void take_changed(protocol::LobbyChange& change);
  void choose_featured();
  void show(const Room& room);

  using Crowd = std::unordered_map<const Subscriber*, std::shared_ptr<Subscriber>>;

  const Rooms& rooms_;
  std::function<Figures()> figures_;
  boost::asio::steady_timer timer_;
  std::optional<Clock::time_point> due_;  // When the changes are told:
  // What readers have not been told; without readers there is nothing to tell, for they begin with a
  // snapshot.
  std::unordered_set<std::string> changed_;  // Games; looked at when they are told.
  std::unordered_map<std::string, protocol::LobbySeek> added_seeks_;
  std::set<std::string> removed_;
  std::unordered_set<std::string> private_;  // Games in memory that are not listed.
  std::string featured_;
  Crowd readers_;
  std::unordered_map<std::string, Crowd> watchers_;  // By game.
};

}  // namespace server
