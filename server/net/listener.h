#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <functional>
#include <string>

#include "server/net/net_context.h"
#include "server/net/tcp_socket.h"

namespace server {

using Acceptor =
    boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

/// A port on which connections wait until a Listener takes them. Port 0 takes any that is free; if it is
/// taken the `more_ports` after it are tried. Throws std::runtime_error when it cannot.
Acceptor open_port(boost::asio::io_context& io, const boost::asio::ip::tcp::endpoint& endpoint,
                   int more_ports = 0);

/// Takes connections in, and looks at all of them once a second. Network thread only.
///
/// A connection passes three doors before it costs anything: the rate of arrivals of its address, the number
/// of connections of its address, and the number of all (ConnectionCounts). Then it is an HttpSession, which
/// owns itself; the listener knows it by NetContext::connections.
///
/// Life: Listener → start() → ... → stop() → finish(). Must outlive the io_context's run(), for its handlers
/// refer to it.
class Listener {
 public:
  using Endpoint = boost::asio::ip::tcp::endpoint;

  /// @param port of open_port()
  Listener(NetContext& site, Acceptor port);

  Endpoint endpoint() const { return acceptor_.local_endpoint(); }
  /// By which this machine can call it.
  std::string url() const;
  /// Connections that came before wait for this.
  /// Begins the sweeps too. Once only.
  void start();
  /// Takes no more connections; those that are open go on.
  /// New ones are then refused by the kernel. Twice does no harm.
  void stop();
  /// Asks those that are open to leave, cuts off those that have not left after `patience`, and calls `done`
  /// when none is left. @pre stop() was called `done` is called on the network thread, at the earliest in the
  /// next sweep, and not before the last connection's destructor has run.
  void finish(std::chrono::milliseconds patience, std::function<void()> done);

 private:
  using Executor = boost::asio::io_context::executor_type;
  using Clock = std::chrono::steady_clock;
  using Timer = boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor>;

  void accept();
  void take(TcpSocket socket);
  void admit(TcpSocket socket, const boost::asio::ip::address& address);
  void pause(const std::string& why);
  void sweep();
  void sweep_after(std::chrono::milliseconds interval);

  NetContext& site_;  // Outlives this.
  Acceptor acceptor_;
  Timer pause_;  // Before accepting again after a failure.
  Timer sweep_;

  Clock::time_point patience_ends_{};  // From then on, finish() cuts.
  std::function<void()> finished_;     // Set while it finishes.
};

}  // namespace server
