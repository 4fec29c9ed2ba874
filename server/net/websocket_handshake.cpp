#include "server/net/websocket_handshake.h"

#include <algorithm>
#include <cctype>

#include "server/api/api_error.h"

namespace server {

namespace {

/// 16 bytes in base64.
bool is_key(std::string_view text) {
  constexpr std::size_t kDigits = 22;
  const auto is_digit = [](unsigned char c) { return std::isalnum(c) || c == '+' || c == '/'; };
  return text.size() == kDigits + 2 && text.ends_with("==") &&
         std::ranges::all_of(text.substr(0, kDigits), is_digit);
}

}  // namespace

std::optional<HttpResponse> WebSocketHandshake::refuse() const {
  if (!asks || version != "13") {
    HttpResponse refusal =
        error_response(426, "upgrade_required", "This is the address of the WebSocket, version 13.");
    refusal.headers = {{"Connection", "Upgrade"}, {"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}};
    return refusal;
  }
  if (is_key(key)) return std::nullopt;
  return error_response(400, "bad_request", "Sec-WebSocket-Key must be 16 bytes in base64.");
}

std::string WebSocketHandshake::text() const {
  return "GET /ws HTTP/1.1\r\nHost: sanqi\r\nConnection: upgrade\r\nUpgrade: "
         "websocket\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: " +
         std::string(key) + "\r\n\r\n";
}

}  // namespace server
