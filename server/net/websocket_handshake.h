#pragma once

#include <algorithm>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string_view>

#include "server/api/api_error.h"
#include "server/api/router.h"

/// What makes an HTTP request the opening of a WebSocket (RFC 6455, 4.2).
namespace server {

/// 16 bytes in base64.
inline bool is_websocket_key(std::string_view text) {
  constexpr std::size_t kDigits = 22;
  const auto is_digit = [](unsigned char c) { return std::isalnum(c) || c == '+' || c == '/'; };
  return text.size() == kDigits + 2 && text.ends_with("==") &&
         std::ranges::all_of(text.substr(0, kDigits), is_digit);
}

/// Whether any line of a header holds this word.
template <class Fields>
bool holds(const Fields& fields, boost::beast::http::field name, std::string_view word) {
  const auto [first, last] = fields.equal_range(name);
  return std::any_of(
      first, last, [&](const auto& line) { return boost::beast::http::token_list(line.value()).exists(word); });
}

/// Nothing if the request opens a WebSocket.
template <class Request>
std::optional<HttpResponse> refuse_upgrade(const Request& request) {
  using boost::beast::http::field;
  const auto only = [&](field name) {
    return request.count(name) == 1 ? request[name] : boost::beast::string_view();
  };
  const bool asked = request.method() == boost::beast::http::verb::get && request.version() >= 11 &&
                     holds(request, field::connection, "upgrade") &&
                     holds(request, field::upgrade, "websocket");
  if (!asked || only(field::sec_websocket_version) != "13") {
    HttpResponse refusal =
        error_response(426, "upgrade_required", "This is the address of the WebSocket, version 13.");
    refusal.headers = {{"Connection", "Upgrade"}, {"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}};
    return refusal;
  }
  if (is_websocket_key(only(field::sec_websocket_key))) return std::nullopt;
  return error_response(400, "bad_request", "Sec-WebSocket-Key must be 16 bytes in base64.");
}

/// The few fields of such a request that the WebSocket needs, which reads it again.
template <class Request>
boost::beast::http::request<boost::beast::http::empty_body> handshake_of(const Request& request) {
  using boost::beast::http::field;
  boost::beast::http::request<boost::beast::http::empty_body> handshake(boost::beast::http::verb::get, "/ws",
                                                                        11);
  handshake.set(field::host, "sanqi");
  handshake.set(field::connection, "upgrade");
  handshake.set(field::upgrade, "websocket");
  for (const auto name : {field::sec_websocket_key, field::sec_websocket_version}) {
    handshake.set(name, request[name]);
  }
  return handshake;
}

}  // namespace server
