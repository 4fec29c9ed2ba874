#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

#include "server/base/addresses.h"
#include "server/base/rate_limit.h"
#include "server/net/request_turns.h"
#include "server/net/write_batch.h"

namespace server {

class Hub;
class Metrics;
class Router;

/// What a connection may cost. The defaults are those of the protocol document; tests take smaller ones.
struct NetLimits {
  ConnectionCounts::Limits connections;  ///< How many connections may be open at a time.

  // Messages, and requests that cost as much as so many. Every frame is at least one. A player of fast games
  // sends about one a second; several tabs share a user, a school an address.
  // docs/operations.md, "Limits and tuning", has the figures for operators.
  Rate of_socket{100, std::chrono::seconds(20)};
  Rate of_user{200, std::chrono::seconds(20)};
  Rate of_address{2000, std::chrono::seconds(20)};
  /// Connections that one address may open, one after another.
  Rate arrivals{300, std::chrono::seconds(60)};
  /// Rates of addresses do not count on this machine: its own programs, or a proxy that speaks for many.
  bool trust_loopback = true;
  /// Frames that are no messages (pings, parts of a message) before they are paid for.
  int unpaid_frames = 20;
  /// Frames that are still looked at when the socket is being closed.
  int frames_after_close = 1000;
  /// Refused messages before the socket is closed.
  Rate refusals{50, std::chrono::seconds(20)};

  // What may wait for a reader: beyond it the socket is closed, and the client catches up when it comes back.
  // The first bound counts frames, the second bytes; a room of many events meets the first, large snapshots
  // the second.
  std::size_t queued_messages = 256;
  std::size_t queued_bytes = std::size_t{256} << 10;
  /// Without the kernel taking a byte; then it closes as too slow.
  std::chrono::milliseconds write_progress{10'000};
  /// What the kernel keeps for a slow reader before our own queue begins to grow; left alone it takes
  /// megabytes.
  int kernel_buffer = 64 << 10;

  /// From the open socket to hello, without the time that the server itself takes.
  std::chrono::milliseconds hello{5'000};
  /// Without a byte. Pings are sent from two thirds of it: each wakes both sides, and so they are rare.
  std::chrono::milliseconds silence{75'000};
  std::chrono::milliseconds unacknowledged{25'000};  ///< By the kernel of the other side.
  std::chrono::milliseconds closing{2'000};          ///< For the close handshake.
  std::chrono::milliseconds request{10'000};  ///< For a whole HTTP request, however slowly it trickles in.
};

/// An open socket. None of these functions ends its life: that is for the handlers of its own operations.
/// It enters NetContext::connections when it is made and leaves it when it is destroyed. It is owned by the
/// handlers of its operations (shared_ptr), by nothing else.
class Connection {
 public:
  /// Looks at its deadlines; called once a second, for all together: cheaper than timers of their own.
  virtual void sweep(std::chrono::steady_clock::time_point now) = 0;
  /// Ends soon and politely: the server goes down.
  virtual void leave() = 0;
  /// Closes the socket without a word.
  virtual void cut() = 0;

 protected:
  ~Connection() = default;
};

/// What all connections of the server share. Network thread only.
/// Made in main; hub, router and metrics outlive it, and it outlives every connection.
struct NetContext {
  NetContext(Hub& hub, const Router& router, Metrics& metrics, NetLimits net_limits,
             std::vector<std::string> names, AddressRanges proxies = {}, AddressRanges readers = {})
      : hub(hub),
        router(router),
        metrics(metrics),
        limits(net_limits),
        host_names(std::move(names)),
        trusted_proxies(std::move(proxies)),
        metrics_readers(std::move(readers)),
        counts(limits.connections),
        users(limits.of_user),
        addresses(limits.of_address),
        arrivals(limits.arrivals) {}

  Hub& hub;
  const Router& router;
  Metrics& metrics;
  const NetLimits limits;
  /// By which browsers may call the server (DNS rebinding); empty: see is_known_host().
  const std::vector<std::string> host_names;
  const AddressRanges trusted_proxies;          ///< Whose word on whom they speak for is taken.
  const AddressRanges metrics_readers;          ///< That may read /metrics, besides this machine.
  ConnectionCounts counts;                      ///< Open connections of each address, and all.
  KeyedBuckets users;                           ///< Messages of each user, over all its connections.
  AddressBuckets addresses;                     ///< Messages and requests of each address.
  AddressBuckets arrivals;                      ///< New connections of each address.
  std::unordered_set<Connection*> connections;  ///< All that are open, of both kinds; not owned.
  RequestTurns request_turns;
  WriteBatch turn;  ///< Sessions that have something to send at the end of this turn.
};

}  // namespace server
