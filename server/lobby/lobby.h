#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "server/room/subscriber.h"

namespace server {

/// Where connections come in and rooms are found: the whole face that the network sees. Network thread only.
class Lobby {
 public:
  void opened(std::shared_ptr<Subscriber> subscriber);
  /// One text message, already within size and rate limits. Everything wrong with it is answered by `error`.
  void received(Subscriber& subscriber, std::string_view text);
  /// The connection is gone. `on_purpose`: the page was closed (close code 1000 or 1001), not dropped.
  void closed(Subscriber& subscriber, bool on_purpose);

  /// Loads every unfinished game and takes it up where it stood: clocks go on, bots are asked again.
  void restore_all(std::function<void()> done);
  /// For SIGTERM: announces the restart, takes no new games, stops the clocks, says `bye` 1012.
  /// `done` when every pending record is committed.
  void drain(std::function<void()> done);
};

}  // namespace server
