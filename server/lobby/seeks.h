#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "server/identity/ratings.h"
#include "server/limits/address_limits.h"
#include "server/lobby/lobby_feed.h"
#include "server/lobby/pairing.h"
#include "server/lobby/rooms.h"
#include "server/lobby/visitors.h"

namespace server {

/// Who looks for an opponent, and the games that come of it: whoever finds one is told `created`, wherever he
/// seeks or has a connection that is in no room, and seeks no other. Pairing decides who fits; here it is
/// told, timed and seated. Network thread only.
class Seeks {
 public:
  /// All outlive this.
  Seeks(boost::asio::io_context::executor_type network, Rooms& rooms, Visitors& visitors, Ratings& ratings,
        LobbyFeed& feed);

  /// The id of the new seek, or why there is none. Nobody is paired before the next pair_up(), so that
  /// whoever seeks can be told of his seek before he is told of his game.
  engine::Expected<std::string, protocol::Error> begin(const Visitor& visitor, const protocol::Seek& seek);
  /// False if this user has no such seek, on whichever of his connections: one that is lost may not be known
  /// to be.
  bool end(std::string_view user, const std::string& seek_id);
  /// All that this connection seeks.
  void end_all(ViewerId viewer);

  /// Seats all who fit, and looks again soon: who waits is content with less. While there is no room for a
  /// game, all wait.
  void pair_up();
  /// The server goes down: nobody is paired any more.
  void stop();

  std::vector<protocol::LobbySeek> list(std::size_t most) const { return pairing_.list(most); }

 private:
  void tell_ended(const std::vector<std::string>& ids);
  using Viewers = std::array<std::set<ViewerId>, 2>;
  void seat(const Pairing::Pair& pair, Viewers viewers);
  std::set<ViewerId> idle_connections_of(const std::string& user) const;
  void send(const std::set<ViewerId>& viewers, const protocol::ServerMessage& message);

  Rooms& rooms_;
  Visitors& visitors_;
  Ratings& ratings_;
  LobbyFeed& feed_;
  AddressCounts places_;  // Outlives the seeks.
  Pairing pairing_;
  std::uint64_t last_seek_ = 0;
  boost::asio::steady_timer timer_;
  bool stopped_ = false;
};

}  // namespace server
