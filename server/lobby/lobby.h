#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/analysis/analyst.h"
#include "server/analysis/explorer.h"
#include "server/identity/accounts.h"
#include "server/identity/users.h"
#include "server/limits/keyed_counts.h"
#include "server/limits/rate_limit.h"
#include "server/lobby/agenda.h"
#include "server/lobby/bulletin.h"
#include "server/lobby/pairing.h"
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
    // Games with bots that are not over, of one address: the bots' time is everybody's.
    int max_bot_games_of_public = 3;
    int max_bot_games_of_private = 30;  ///< A school class behind one router.
    /// Codes that are nobody's, tried from one address. Where a thousand games are open, one code in ten
    /// thousand is somebody's: to guess one takes sixteen hours.
    Rate wrong_codes{10, std::chrono::seconds(60)};
    /// A server for the people in one building: the first user from this machine is their host.
    bool lan = false;
    /// The game of the room that is ready for them, by its code; empty: there is none.
    std::string ready_game = {};
  };
  Lobby(boost::asio::io_context::executor_type network, RecordQueue& records, BotPool& bots, Users& users,
        Metrics& metrics, Options options);

  void opened(std::shared_ptr<Subscriber> subscriber);
  /// One text message, already within size and rate limits. Everything wrong with it is answered by `error`.
  void received(Subscriber& subscriber, std::string_view text);
  /// The connection is gone. `on_purpose`: the page was closed (close code 1000 or 1001), not dropped.
  void closed(Subscriber& subscriber, bool on_purpose);
  /// Sessions are over: the connections that were opened with them are closed (4005).
  void log_out(const Accounts::Ended& ended);

  /// Loads every unfinished game and takes it up where it stood: clocks go on, bots are asked again.
  void restore_all(std::function<void()> done);
  /// For SIGTERM: announces the restart, takes no new games, stops the clocks, says `bye` 1012 and closes.
  /// `done` when every pending record is committed.
  void drain(std::function<void()> done);

  const Rooms& rooms() const { return rooms_; }
  Analyst& analyst() { return analyst_; }
  /// Of the room that is ready for whoever comes; empty: there is none. It is opened when the first one
  /// comes, and another when its game is over, so the code is good as long as the server runs.
  const std::string& ready_code() const { return ready_code_; }

 private:
  /// A connection. Asynchronous answers find it by its id, for the connection may be gone by then.
  struct Visitor {
    ViewerId id = 0;
    std::shared_ptr<Subscriber> subscriber;
    bool is_being_identified = false;
    std::deque<std::string> early;  // What came before the welcome.
    std::set<std::string> rooms;
    std::string session;  // The hash of the token that was shown.
    std::shared_ptr<const Ratings::Card> ratings;
  };
  using RequestId = std::optional<std::int64_t>;

  void take(Visitor& visitor, std::string_view text);
  void dispatch(Visitor& visitor, const protocol::Request& request);
  void on(Visitor& visitor, RequestId id, const protocol::Hello& hello);
  void on(Visitor& visitor, RequestId id, const protocol::Ping& ping);
  void on(Visitor& visitor, RequestId id, const protocol::WatchLobby& watch);
  void on(Visitor& visitor, RequestId id, const protocol::Seek& seek);
  void on(Visitor& visitor, RequestId id, const protocol::Unseek& unseek);
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
  void on(Visitor& visitor, RequestId id, const protocol::ReportLine& report);

  // Who one is.
  void welcome(ViewerId id, RequestId request, Users::Result result);
  void identify(Visitor& visitor, protocol::User user);
  void count_out(const protocol::User& user);
  protocol::Welcome greeting(Users::Identity identity) const;
  bool is_host(const Visitor& visitor) const { return visitor.subscriber->user()->id == host_; }
  bool keeps_order(const Visitor& visitor, const Room& room) const;

  // Rooms.
  std::optional<protocol::Error> may_play(const protocol::User& user) const;
  KeyedCounts::Ticket place_for_bot(const Origin& origin);
  void join_by_code(Visitor& visitor, RequestId id, const protocol::Join& join);
  void open_ready_room(std::function<void(Rooms::RoomPtr)> done);
  void enter(ViewerId id, RequestId request, const protocol::Join& join, const Rooms::RoomPtr& room);
  void room_changed(const std::string& id, const Room* room);
  void follow_bot_place(const std::string& id, const Room* room);

  // Seeks.
  std::optional<int> rating_of(const protocol::User& user, const protocol::Seek& seek) const;
  void enlist(Visitor& visitor, RequestId request, const protocol::Seek& seek);
  void end_seeks(const std::vector<std::string>& ids);
  void pair_up();
  void seat(const Pairing::Pair& pair);

  void announce_restart(Visitor& visitor);
  void say_goodbye(Visitor& visitor);

  template <class Told>
  std::function<void(engine::Expected<Told, protocol::Error>)> teller(const Visitor& visitor, RequestId id);

  Visitor* find(ViewerId id);
  void send(Visitor& visitor, const protocol::ServerMessage& message, RequestId id = {});
  void refuse(Visitor& visitor, RequestId id, protocol::Error error);
  /// The room, if it is in memory; else the visitor is told that there is none.
  Room* room_for(Visitor& visitor, RequestId id, const std::string& game_id);

  RecordQueue& records_;
  Users& users_;
  const Options options_;
  Analyst analyst_;
  Explorer explorer_;
  std::unordered_map<const Subscriber*, Visitor> visitors_;
  std::unordered_map<ViewerId, const Subscriber*> by_id_;
  ViewerId last_id_ = 0;
  std::unordered_map<std::string, int> present_;  // Users, and how many connections each has.
  bool draining_ = false;

  Pairing pairing_;
  std::uint64_t last_seek_ = 0;
  boost::asio::steady_timer pairing_timer_;  // Looks again: who waits is content with less.

  Agenda agenda_;
  KeyedCounts being_created_;  // Games of users, until they are on the agenda.
  KeyedCounts bot_games_;      // Of addresses.
  struct BotPlace {
    std::string address;
    KeyedCounts::Ticket ticket;  // None: the game is over.
  };
  std::unordered_map<std::string, BotPlace> bot_places_;  // By game, as long as it is in memory.
  KeyedBuckets wrong_codes_;
  std::string host_;  // The id of a user; empty: nobody, or there is none.
  const std::string ready_code_;

  Bulletin bulletin_;
  Rooms rooms_;
};

}  // namespace server
