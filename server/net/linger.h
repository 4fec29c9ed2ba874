#pragma once

#include <array>
#include <boost/asio/append.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <utility>

#include "server/net/tcp_socket.h"

namespace server {

/// An operation that ends a connection of which everything has been said: drops what the client still sends
/// until it has closed its side. A socket that is closed with unread bytes in it resets the connection, and
/// the client may lose the farewell that is on its way.
template <class Handler>
struct Linger {
  /// Bytes. A client that sends more is reset.
  static constexpr std::size_t kMostDropped = 1 << 20;

  TcpSocket& socket;
  Handler handler;
  std::size_t dropped = 0;

  void operator()(boost::system::error_code error) {
    std::array<char, 2048> unwanted;
    while (!error && dropped < kMostDropped)
      // Each byte is thrown away, so the buffer is on the stack and not cleared.
      dropped += socket.read_some(boost::asio::buffer(unwanted), error);
    if (error == boost::asio::error::would_block)
      return socket.async_wait(TcpSocket::wait_read, std::move(*this));
    boost::system::error_code ignored;
    socket.close(ignored);
    handler(error == boost::asio::error::eof ? boost::system::error_code() : error);
  }
};

/// Calls `handler(error)` once the client has closed its side too. The socket must outlive the operation, and
/// its time must be bounded by the caller.
/// Sends the end of this side (FIN) at once. `error` is success when the client has closed too, and otherwise
/// why it was given up. The first step is posted, never run within this call.
template <class Handler>
void linger(TcpSocket& socket, Handler handler) {
  boost::system::error_code ended;
  socket.non_blocking(true, ended);
  socket.shutdown(TcpSocket::shutdown_send, ended);
  boost::asio::post(socket.get_executor(),
                    boost::asio::append(Linger<Handler>{socket, std::move(handler)}, ended));
}

}  // namespace server
