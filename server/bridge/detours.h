#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/bridge/connection.h"
#include "server/bridge/guest_game.h"

namespace server::bridge {

/// Which of several servers keeps a room, as they say themselves. Pure: no clock but the one told.
///
/// Two hints are followed within four seconds: servers may contradict each other while a room moves.
class Detours {
 public:
  struct Way {
    ServerUrl url{};
    std::string target{};  ///< Of the request for a WebSocket.
  };

  Detours(ServerUrl home, std::string game) : home_(std::move(home)), game_(std::move(game)) {}

  /// Where a room is looked for first, and after each loss.
  Way home() const { return {home_, "/ws?room=" + game_}; }
  /// After an `error` with the code `elsewhere`. Nothing: the room is asked for again where it was.
  std::optional<Way> follow(const Json& error, Clock::time_point now);
  /// The room was found.
  void found() { followed_.clear(); }

 private:
  std::optional<Way> read(const Json& error) const;

  const ServerUrl home_;
  const std::string game_;
  std::vector<Clock::time_point> followed_{};
};

}  // namespace server::bridge
