#pragma once

#include "server/net/net_context.h"
#include "server/net/tcp_socket.h"

namespace server {

/// Serves one connection: pages, files and the API, until it becomes a WebSocket or ends. It keeps itself
/// alive.
void start_http(NetContext& site, TcpSocket socket, ConnectionCounts::Ticket ticket);

}  // namespace server
