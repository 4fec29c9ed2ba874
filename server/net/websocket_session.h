#pragma once

#include <string_view>

#include "server/net/net_context.h"
#include "server/net/tcp_socket.h"
#include "server/room/subscriber.h"

namespace server {

/// Answers the text of the request to become a WebSocket, after which the client may have sent more, and from
/// then on carries messages between the socket and the hub. The session keeps itself alive until the
/// connection is gone. `client`: where it comes from.
///
/// States: handshake → open, waiting for `hello` (NetLimits::hello) → identified → closing → gone. Who
/// closes: the hub (close()), a limit of this session (drop(): what waits is thrown away), a deadline in
/// sweep() (cut()), the client. In each case the pending read ends, and that tells the hub, once, by
/// Hub::closed().
///
/// Bounded: a message by protocol::kMaxMessageBytes, what waits to be read by NetLimits::queued_messages and
/// queued_bytes, rates by MessageBudget, the close by NetLimits::closing. Network thread only; `site`
/// outlives it.
void start_websocket(NetContext& site, TcpSocket socket, std::string_view request,
                     std::string_view sent_ahead, ConnectionCounts::Ticket ticket, Origin client);

}  // namespace server
