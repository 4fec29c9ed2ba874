#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/load/connection.h"
#include "tests/load/tally.h"

namespace load {

class SanqiRoom;

/// A user with one connection, who may sit in several rooms. Speaks docs/protocol.md.
class Client : Connection::Owner {
 public:
  struct Wishes {
    bool deltas = true;  ///< Events as what changed; an older server says the whole state all the same.
    bool lobby = false;  ///< Reads the list of games.
    bool deaf = false;   ///< Does not look at what it gets of games, and has little room for it.
  };

  Client(Loop& loop, Tally& tally, Route route, std::string name, Wishes wishes);

  /// Says hello when it is connected; with the token of the last time if there was one.
  void connect();
  /// Without a word, as when a network fails. Rooms hear of it.
  void disconnect();
  /// From now on the server may cut the connection: that is no problem, and rooms hear of it.
  void expect_end() { end_is_expected_ = true; }
  void stop_reading() { connection_->stop_reading(); }
  void go_on_reading() { connection_->go_on_reading(); }

  bool connecting() const { return connection_ != nullptr; }
  bool welcomed() const { return welcomed_; }
  /// How the connection ended, if it did.
  const std::string& ended() const { return ended_; }

  /// From now on this user is that member of a room, and has a number under which he asks for it.
  int sit(SanqiRoom& room, std::size_t member);
  /// Where events of this game belong to.
  void enter(int number, std::string_view game);
  /// @pre welcomed()
  void say(std::string_view text);
  /// Whether the server's limit of messages a socket (100, and 5 more each second) allows another.
  bool may_speak() const { return allowance(Clock::now()) >= 2; }

  std::function<void(Client&)> on_welcome = [](Client&) {};
  std::function<void(Client&)> on_pong = [](Client&) {};

 private:
  struct Place {
    SanqiRoom* room;
    std::size_t member;
    std::string game;
  };

  void opened() override;
  void received(std::string_view message) override;
  void closed(const std::string& why) override;
  void take_welcome(std::string_view message);
  void take_event(std::string_view message);
  void take_error(std::string_view message);
  Place* place_of(std::string_view message);
  double allowance(Clock::time_point now) const;
  void spend();
  void leave_rooms();

  Loop& loop_;
  Tally& tally_;
  const Route route_;
  const std::string name_;
  const Wishes wishes_;
  std::unique_ptr<Connection> connection_;
  std::string token_;
  bool welcomed_ = false;
  bool end_is_expected_ = false;
  std::string ended_;
  std::vector<Place> places_;
  double tokens_ = 0;
  Clock::time_point refilled_{};
};

}  // namespace load
