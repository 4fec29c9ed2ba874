#pragma once

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <chrono>

namespace server {

class Api;
class Listener;
class Lobby;

/// Waits for SIGTERM or SIGINT, then drains the server and stops its network thread: players are told,
/// records are committed, sockets are closed, within five seconds whatever hangs.
class Shutdown {
 public:
  Shutdown(boost::asio::io_context& io, Api& api, Listener& listener, Lobby& lobby);

 private:
  using Clock = std::chrono::steady_clock;

  void begin();

  boost::asio::io_context& io_;
  Api& api_;
  Listener& listener_;
  Lobby& lobby_;
  boost::asio::basic_signal_set<boost::asio::io_context::executor_type> signals_;
  boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>,
                                    boost::asio::io_context::executor_type>
      deadline_;
};

}  // namespace server
