#pragma once

#include <string_view>

#include "server/net/net_context.h"
#include "server/net/tcp_socket.h"
#include "server/room/subscriber.h"

namespace server {

/// Answers the text of the request to become a WebSocket, after which the client may have sent more, and from
/// then on carries messages between the socket and the hub. The session keeps itself alive until the
/// connection is gone. `client`: where it comes from.
void start_websocket(NetContext& site, TcpSocket socket, std::string_view request,
                     std::string_view sent_ahead, ConnectionCounts::Ticket ticket, Origin client);

}  // namespace server
