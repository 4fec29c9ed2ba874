#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>

#include "server/net/site.h"

namespace server {

using TcpSocket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

/// Answers `handshake`, the text of the request to become a WebSocket, and from then on carries messages
/// between the socket and the lobby. The session keeps itself alive until the connection is gone.
void start_websocket(Site& site, TcpSocket socket, std::string handshake, ConnectionCounts::Ticket ticket);

}  // namespace server
