#pragma once

#include <array>
#include <boost/asio/append.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <cstddef>
#include <utility>

#include "server/net/gathering_socket.h"

/// How a WebSocket over a GatheringSocket ends: Beast's stream finds these two functions by their names (see
/// its documentation of teardown). What was written last goes out before the end.
namespace server {

/// The stream has failed: nothing more is expected of the client.
inline void teardown(boost::beast::role_type role, GatheringSocket& socket,
                     boost::beast::error_code& error) {
  socket.flush(error);
  boost::beast::websocket::teardown(role, socket.next_layer(), error);
}

/// Ends a connection of which everything has been said: drops what the client still sends until it has closed
/// its side. A socket that is closed with unread bytes in it resets the connection, and the client may lose
/// the close frame that is on its way. The stream's own deadline for closing ends it too.
template <class Handler>
struct Linger {
  static constexpr std::size_t kMostDropped = 1 << 20;

  TcpSocket& socket;
  Handler handler;
  std::size_t dropped = 0;

  void operator()(boost::beast::error_code error) {
    std::array<char, 2048> unwanted;
    while (!error && dropped < kMostDropped)
      dropped += socket.read_some(boost::asio::buffer(unwanted), error);
    if (error == boost::asio::error::would_block)
      return socket.async_wait(TcpSocket::wait_read, std::move(*this));
    boost::beast::error_code ignored;
    socket.close(ignored);
    handler(error == boost::asio::error::eof ? boost::beast::error_code() : error);
  }
};

/// Both sides have said that they close: calls `handler(error)` when the connection has ended.
template <class Handler>
void async_teardown(boost::beast::role_type, GatheringSocket& socket, Handler&& handler) {
  boost::beast::error_code vanished;
  socket.flush(vanished);
  socket.next_layer().shutdown(TcpSocket::shutdown_send, vanished);
  boost::asio::post(
      socket.get_executor(),
      boost::asio::append(Linger<std::decay_t<Handler>>{socket.next_layer(), std::forward<Handler>(handler)},
                          vanished));
}

}  // namespace server
