#pragma once

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>

namespace server {

/// With the executor's own type: the usual any_io_executor costs a tenth of the network's time.
using TcpSocket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

/// Asks the peer's kernel whether it is still there: within half a minute it is known, and costs us nothing.
/// What was sent may stay unacknowledged for `most`.
/// TCP_USER_TIMEOUT bounds data that is on its way; keepalive finds a peer that is silent while nothing is
/// sent: 15 + 3 × 5 s. Failures of these options are ignored: then silence ends the connection later
/// (NetLimits::silence).
inline void keep_alive(TcpSocket& socket, std::chrono::milliseconds most) {
  const auto set = [&socket](int level, int name, int value) {
    ::setsockopt(socket.native_handle(), level, name, &value, sizeof value);
  };
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, 15);
  set(IPPROTO_TCP, TCP_KEEPINTVL, 5);
  set(IPPROTO_TCP, TCP_KEEPCNT, 3);
  set(IPPROTO_TCP, TCP_USER_TIMEOUT, static_cast<int>(most.count()));
}

}  // namespace server
