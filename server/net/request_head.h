#pragma once

#include <boost/asio/ip/address.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/api/http_message.h"
#include "server/base/addresses.h"
#include "server/net/websocket_handshake.h"

// Beast stays in .cpp files.
// It takes 10 to 18 s to compile its WebSockets; these two declarations are what its header of a request
// needs.
namespace boost::beast::http {
template <class Allocator>
class basic_fields;
template <bool is_request, class Fields>
class header;
}  // namespace boost::beast::http

/// What the header of an HTTP request tells: where it comes from, with which token, and whether it may be
/// served at all.
namespace server {

/// Its request line and its fields.
/// Views that functions here return point into it.
using RequestHead = boost::beast::http::header<true, boost::beast::http::basic_fields<std::allocator<char>>>;

/// Where the request really comes from; `peer` is the other end of the connection.
///
/// Walks X-Forwarded-For from its end only as far as peers are in `trusted_proxies`: what a client wrote
/// itself is never believed. `hidden` in the answer: a proxy that is not trusted stands in between.
ClientAddress client_of(const RequestHead& head, const boost::asio::ip::address& peer,
                        const AddressRanges& trusted_proxies);

/// Loopback, or one of this machine's own addresses: then both ends of the connection have the same; `own` is
/// this one. By a name that only others call us by, it is a proxy on this machine.
bool is_this_machine(const RequestHead& head, const ClientAddress& client,
                     const boost::asio::ip::address& own);

/// Without what depends on the client's address and on the target.
HttpRequest described_by(const RequestHead& head);

/// Does not judge; see WebSocketHandshake::refuse().
WebSocketHandshake handshake_of(const RequestHead& head);

/// Nothing if a request for `path` may be served.
/// Host and Origin must be such that no page of another site can have sent the request (DNS rebinding, CSRF);
/// where that is asked for a body must be JSON. @param path without its query
std::optional<HttpResponse> refuse_head(const RequestHead& head, std::string_view path, bool must_be_json,
                                        const std::vector<std::string>& host_names);

}  // namespace server
