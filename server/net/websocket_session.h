#pragma once

#include <string>

#include "server/net/site.h"
#include "server/net/tcp_socket.h"
#include "server/room/subscriber.h"

namespace server {

/// Answers `handshake`, the text of the request to become a WebSocket, and from then on carries messages
/// between the socket and the lobby. The session keeps itself alive until the connection is gone.
/// `client` is whoever sits behind it.
void start_websocket(Site& site, TcpSocket socket, std::string handshake, ConnectionCounts::Ticket ticket,
                     Origin client);

}  // namespace server
