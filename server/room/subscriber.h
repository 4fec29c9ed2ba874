#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "server/identity/blocks.h"
#include "server/protocol/messages.h"

namespace server {

/// Where a connection comes from, as far as limits and powers go.
struct Origin {
  std::string address = {};      ///< What counts as one address; empty: not counted.
  bool is_private = false;       ///< Of a home or a school: many people behind few addresses.
  bool is_this_machine = false;  ///< From the server's own machine.
};

/// A connection as rooms, the lobby and the hub see it: somewhere to send text to, with a user behind it.
/// Network thread only.
///
/// A connection's life, and its names on the way:
/// 1. Listener accepts a socket; HttpSession, a Connection, reads one request after another. A request is
///    counted by its ClientAddress: that of the peer, or what a trusted proxy says.
/// 2. `GET /ws` makes a WebSocketSession of the same socket. It is a Connection for the listener, which looks
///    at its deadlines, and a Subscriber from here on; Origin says where it comes from.
/// 3. Hub::opened() makes a Client of it, with a ViewerId that is never used again. Until its `hello` is
///    answered it may say nothing else; then it has a user.
/// 4. Each message is paid from the buckets of socket, user and address (MessageBudget), and so is what it
///    makes the server do besides (RequestBudget). Answers go to a ReplyTo: a viewer and a request.
/// 5. In each room that it joins it is a Viewer: a player if it speaks for a seat, else a spectator.
/// 6. It ends by close(), because it reads too slowly, by silence, or by the other side. Hub::closed() then
///    comes once: rooms, lobby and analyses let it go. The session lives until the last operation on its
///    socket has ended; until Hub::closed() all that send to it share it.
///
/// Implemented by WebSocketSession; tests have one that keeps the text. It is shared (shared_ptr) by the
/// session, the hub and each room, and dies when the last of them has let it go.
class Subscriber {
 public:
  /// Encoded once, shared by all connections that are sent the same.
  using Text = std::shared_ptr<const std::string>;

  virtual ~Subscriber() = default;
  /// Queues one message; a reader too slow for its queue is closed (1013) and will resync. Never calls back
  /// into the caller.
  /// Text goes to the client in the order of the calls. After close() nothing is sent.
  virtual void send(Text text) = 0;
  /// The same for spectators: what players wait for goes out first.
  /// The default sends at once; only the WebSocket session defers.
  virtual void send_when_idle(Text text) { send(std::move(text)); }
  /// Sends what is queued, then closes. Hub::closed() follows, later, never from inside this call.
  /// Later calls do nothing.
  virtual void close(protocol::CloseCode code, std::string_view reason) = 0;
  /// Takes what a request costs, in messages, out of the buckets of its socket, user and address; if they do
  /// not hold so much, how long to wait. The message itself has been paid for: this is for what it makes the
  /// server do.
  virtual std::optional<Millis> refuse(double /*cost*/) { return std::nullopt; }
  /// Smoothed, measured by the server's own pings; nothing that the client says goes in. Zero: not known yet.
  /// Smoothed over the last pings (RoundTrip).
  virtual Millis round_trip() const = 0;

  /// None before its `hello` was answered.
  /// A connection's user never becomes another one (docs/decisions/0012, D14).
  const std::optional<protocol::User>& user() const { return user_; }
  void identify(protocol::User user) { user_ = std::move(user); }
  /// Whose words this user has not to see; null: none.
  const SharedBlocked& blocked() const { return blocked_; }
  void block(SharedBlocked blocked) { blocked_ = std::move(blocked); }

  /// Its `hello` is being answered: the server, not the client, makes it wait.
  /// The deadline of `hello` does not run meanwhile (NetLimits::hello).
  bool is_being_identified() const { return is_being_identified_; }
  void being_identified(bool is_under_way) { is_being_identified_ = is_under_way; }

  /// Whether events are to say what changed, instead of the whole state.
  /// Per connection: other pages of the same user may want states.
  bool wants_deltas() const { return wants_deltas_; }
  void want_deltas(bool wanted) { wants_deltas_ = wanted; }

  /// For the life of the connection.
  const Origin& origin() const { return origin_; }
  void come_from(Origin origin) { origin_ = std::move(origin); }

 private:
  Origin origin_;
  bool is_being_identified_ = false;
  bool wants_deltas_ = false;
  std::optional<protocol::User> user_;
  SharedBlocked blocked_;
};

}  // namespace server
