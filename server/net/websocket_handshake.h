#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/api/http_message.h"

namespace server {

/// What an HTTP request says that would become a WebSocket (RFC 6455, 4.2). Views of that request.
struct WebSocketHandshake {
  bool asks = false;         ///< GET of HTTP/1.1 or later, with the upgrade in both headers that name it.
  std::string_view version;  ///< Empty if there is none or more than one.
  std::string_view key;      ///< The same.

  /// Nothing if it may become one.
  /// Otherwise 426 with the version that this server speaks, or 400.
  std::optional<HttpResponse> refuse() const;
  /// The request in those lines that Beast's stream needs, which reads it again.
  /// All other fields are left out: Beast need not parse what a client has written a second time. The host's
  /// name is a placeholder that Beast asks for and does not use.
  std::string text() const;
};

}  // namespace server
