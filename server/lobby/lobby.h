#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/identity/guests.h"
#include "server/lobby/bulletin.h"
#include "server/lobby/rooms.h"
#include "server/room/subscriber.h"

namespace server {

/// Where connections come in and rooms are found: the whole face that the network sees. Network thread only.
class Lobby {
 public:
  struct Options {
    std::string server_name = "Sanqi";
    std::string server_version = "0";
    std::size_t max_rooms = 10'000;  ///< In memory; beyond them nothing is opened or loaded.
    int max_games_of_one = 20;       ///< That are not over, of one user.
  };

  Lobby(boost::asio::io_context::executor_type network, RecordQueue& records, BotPool& bots, Guests& guests,
        Metrics& metrics, Options options);

  void opened(std::shared_ptr<Subscriber> subscriber);
  /// One text message, already within size and rate limits. Everything wrong with it is answered by `error`.
  void received(Subscriber& subscriber, std::string_view text);
  /// The connection is gone. `on_purpose`: the page was closed (close code 1000 or 1001), not dropped.
  void closed(Subscriber& subscriber, bool on_purpose);

  /// Loads every unfinished game and takes it up where it stood: clocks go on, bots are asked again.
  void restore_all(std::function<void()> done);
  /// For SIGTERM: announces the restart, takes no new games, stops the clocks, says `bye` 1012 and closes.
  /// `done` when every pending record is committed.
  void drain(std::function<void()> done);

  const Rooms& rooms() const { return rooms_; }

 private:
  /// A connection. Asynchronous answers find it by its id, for the connection may be gone by then.
  struct Visitor {
    ViewerId id = 0;
    std::shared_ptr<Subscriber> subscriber;
    bool is_being_identified = false;
    std::deque<std::string> early;  // What came before the welcome.
    std::set<std::string> rooms;
  };
  using RequestId = std::optional<std::int64_t>;

  void take(Visitor& visitor, std::string_view text);
  void dispatch(Visitor& visitor, const protocol::Request& request);
  void on(Visitor& visitor, RequestId id, const protocol::Hello& hello);
  void on(Visitor& visitor, RequestId id, const protocol::Ping& ping);
  void on(Visitor& visitor, RequestId id, const protocol::WatchLobby& watch);
  void on(Visitor& visitor, RequestId id, const protocol::Seek&);
  void on(Visitor& visitor, RequestId id, const protocol::Unseek&);
  void on(Visitor& visitor, RequestId id, const protocol::Create& create);
  void on(Visitor& visitor, RequestId id, const protocol::Join& join);
  void on(Visitor& visitor, RequestId id, const protocol::Leave& leave);
  void on(Visitor& visitor, RequestId id, const protocol::PlayMove& move);
  void on(Visitor& visitor, RequestId id, const protocol::Action& action);
  void on(Visitor& visitor, RequestId id, const protocol::Chat& chat);
  void on(Visitor& visitor, RequestId id, const protocol::WatchGames& watch);
  void on(Visitor& visitor, RequestId id, const protocol::WatchAnalysis& watch);
  void on(Visitor& visitor, RequestId id, const protocol::Explore& explore);
  void on(Visitor& visitor, RequestId id, const protocol::HostAction& action);

  void welcome(ViewerId id, RequestId request, Guests::Result result);
  protocol::Welcome greeting(Guests::Identity identity) const;
  std::optional<protocol::Error> may_create(const Visitor& visitor, const protocol::Create& create) const;
  void enter(ViewerId id, RequestId request, const protocol::Join& join, const Rooms::RoomPtr& room);
  void announce_restart(Visitor& visitor);
  void say_goodbye(Visitor& visitor);

  Visitor* find(ViewerId id);
  void send(Visitor& visitor, const protocol::ServerMessage& message, RequestId id = {});
  void refuse(Visitor& visitor, RequestId id, protocol::Error error);
  /// The room, if it is in memory; else the visitor is told that there is none.
  Room* room_for(Visitor& visitor, RequestId id, const std::string& game_id);

  RecordQueue& records_;
  Guests& guests_;
  const Options options_;
  std::unordered_map<const Subscriber*, Visitor> visitors_;
  std::unordered_map<ViewerId, const Subscriber*> by_id_;
  ViewerId last_id_ = 0;
  bool draining_ = false;
  Bulletin bulletin_;
  Rooms rooms_;
};

}  // namespace server
