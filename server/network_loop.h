#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>

#include "server/base/shutdown_signal.h"

namespace server {

class ServerApi;
class Listener;
class Hub;
class Metrics;

/// Runs the network thread until SIGTERM or SIGINT, and then the drain: players are told, records are
/// committed, sockets are closed. From the signal on the process lives five seconds at most, whatever hangs:
/// the disk, a bot, this very thread, or the reader of the log.
///
/// The signal comes to a thread of its own (`signals`), which starts the clock of five seconds and posts the
/// drain to the network thread. The order of a drain: /readyz refuses, no connection is accepted, games stop
/// and are committed (Hub::drain()), connections get 1012 and time to leave, io.stop().
class NetworkLoop {
 public:
  struct Patience {
    std::chrono::milliseconds for_goodbyes{1'500};
    std::chrono::milliseconds for_everything{4'500};  ///< Then the process ends with status 1.
  };

  /// All outlive this. From here on SIGTERM and SIGINT are ours.
  NetworkLoop(boost::asio::io_context& io, Metrics& metrics, ServerApi& api, Listener& listener, Hub& hub)
      : NetworkLoop(io, metrics, api, listener, hub, Patience()) {}
  NetworkLoop(boost::asio::io_context& io, Metrics& metrics, ServerApi& api, Listener& listener, Hub& hub,
              Patience patience);

  /// Returns when everything has come to an end.
  void run();

  NetworkLoop(const NetworkLoop&) = delete;
  NetworkLoop& operator=(const NetworkLoop&) = delete;

 private:
  // On the network thread.
  void drain();

  boost::asio::io_context& io_;
  Metrics& metrics_;
  ServerApi& api_;
  Listener& listener_;
  Hub& hub_;
  const Patience patience_;
  ShutdownSignal shutdown_;  // Last: it posts drain().
};

}  // namespace server
