#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/lobby/rooms.h"

namespace server {

/// What the lobby and its small boards show, and who looks at them. Changes are collected and told together.
/// Network thread only.
class Bulletin {
 public:
  struct Figures {
    int players = 0;  ///< Connections that have said hello.
    int rooms = 0;
  };

  Bulletin(boost::asio::io_context::executor_type network, std::function<Figures()> figures);

  protocol::LobbySnapshot snapshot(const Rooms& rooms) const;
  void watch_lobby(std::shared_ptr<Subscriber> reader);
  void leave_lobby(const Subscriber& reader) { readers_.erase(&reader); }

  /// The small boards that a connection looks at, instead of those before. Shows each at once.
  void watch_games(std::shared_ptr<Subscriber> watcher, const std::vector<std::string>& ids,
                   const Rooms& rooms);
  void forget(const Subscriber& gone);

  /// Null: the game has left the memory.
  void changed(const std::string& id, const Room* room);

 private:
  void publish();
  void show(const Room& room);

  using Crowd = std::unordered_map<const Subscriber*, std::shared_ptr<Subscriber>>;

  std::function<Figures()> figures_;
  boost::asio::steady_timer timer_;
  bool waiting_ = false;  // For the timer, to tell the changes:
  std::unordered_map<std::string, protocol::LobbyGame> added_;
  std::set<std::string> removed_;
  Crowd readers_;
  std::unordered_map<std::string, Crowd> watchers_;  // By game.
};

}  // namespace server
