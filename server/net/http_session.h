#pragma once

#include "server/net/net_context.h"
#include "server/net/tcp_socket.h"

namespace server {

/// Serves one connection: pages, files and the API, until it becomes a WebSocket or ends. It keeps itself
/// alive.
///
/// States: header being read → body being read → request being served (by the router, on other threads too) →
/// answer being written → the next header, or lingering until the client has closed. One request at a time:
/// what the client sends ahead waits in the buffer (HTTP/1.1 pipelining, in order).
///
/// Deadlines are NetLimits::request for header and body together, and again for the answer;
/// NetLimits::closing for the end. `ticket` is the connection's place among those of its address; it is given
/// up when the session ends, or passes to the WebSocket. Network thread only; `site` outlives all sessions.
void start_http(NetContext& site, TcpSocket socket, ConnectionCounts::Ticket ticket);

}  // namespace server
