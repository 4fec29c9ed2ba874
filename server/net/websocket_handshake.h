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
  std::optional<HttpResponse> refuse() const;
  /// The request in those lines that Beast's stream needs, which reads it again.
  std::string text() const;
};

}  // namespace server
