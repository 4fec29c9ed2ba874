#pragma once

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <chrono>

namespace server {

class ServerApi;
class Listener;
class Lobby;

/// Runs the network thread until SIGTERM or SIGINT, and then the drain: players are told, records are
/// committed, sockets are closed, within five seconds whatever hangs.
class NetworkLoop {
 public:
  NetworkLoop(boost::asio::io_context& io, ServerApi& api, Listener& listener, Lobby& lobby);

  /// Returns when everything has come to an end.
  void run();

 private:
  using Executor = boost::asio::io_context::executor_type;
  using Clock = std::chrono::steady_clock;

  void drain();

  boost::asio::io_context& io_;
  ServerApi& api_;
  Listener& listener_;
  Lobby& lobby_;
  boost::asio::basic_signal_set<Executor> signals_;
  boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor> deadline_;
};

}  // namespace server
