#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/base/rate_limit.h"

namespace server {

/// A request as the pages and the API see it: parsed, bounded, decoded.
/// Made by the session of a connection (server/net/) within its bounds; handlers get it as constant and copy
/// what they keep.
struct HttpRequest {
  std::string method;
  std::string path;                               ///< Percent-decoded, without the query.
  std::map<std::string, std::string> query = {};  ///< Percent-decoded.
  std::string host = {};
  std::string body = {};    ///< Of a POST: JSON, not looked into yet.
  std::string bearer = {};  ///< The token of `Authorization: Bearer`; empty: none.
  /// Behind a trusted proxy that of its client.
  std::string address = {};  ///< Of the client, as text: what rate limits count by.
  std::string if_none_match = {};
  bool accepts_gzip = false;
  bool from_this_machine = false;
  bool reads_metrics = false;  ///< It comes from where they may be read.
  /// A page or a link of another site has made the browser ask, as the browser says.
  bool from_other_site = false;
  /// Takes what the request costs, in messages, out of the budget of its address; if that does not hold so
  /// much, how long to wait. The request itself has been paid for: this is for what it makes the server do.
  std::function<std::optional<std::chrono::milliseconds>(double cost)> refuse = [](double) {
    return std::nullopt;
  };
  /// Of what `refuse` took, the part that the answer did not take after all. On the network thread, also
  /// after the request was answered.
  std::function<void(double cost)> give_back = [](double) {};
  /// Whether the client has closed its connection meanwhile: for answers that take long to make. Good until
  /// the request is answered, on the network thread.
  std::function<bool()> has_left = [] { return false; };
};

/// Headers that depend on the connection (length, encoding, security) are added when it is sent.
struct HttpResponse {
  int status = 200;
  std::string_view type = "text/plain; charset=utf-8";
  std::string body{};
  std::string_view fixed_body{};  ///< Instead of `body`: text that lives as long as the program.
  /// Names are constants, which live as long as the program.
  std::vector<std::pair<std::string_view, std::string>> headers{};

  /// What is sent. Good as long as the response.
  std::string_view content() const {
    return fixed_body.data() != nullptr ? fixed_body : std::string_view(body);
  }
};

/// A JSON text as an answer.
HttpResponse json_response(std::string body, int status = 200);

/// A field of the query; empty if it is not there.
std::string query_field(const HttpRequest& request, const std::string& name);

/// At whose expense the request is served. A request from this machine, or from a proxy on it, has no
/// address.
/// Its `refuse` may be called later, but on the network thread only.
RequestBudget budget_of(const HttpRequest& request);

/// Whether it looks like the id of a game.
/// 8 letters or digits; looks nothing up.
bool is_game_id(std::string_view text);

/// Whether it looks like the code of a room, in any case.
bool is_room_code(std::string_view text);

/// Takes the answer, now or later, on the network thread.
/// Exactly once for each request. A connection that is gone meanwhile ignores it.
using Respond = std::function<void(HttpResponse)>;

/// The path and query of a request target; false if an escape is broken or a path does not begin with a
/// slash, or if the query has more than 32 fields.
/// Sets `path` and `query`; a `+` stays one. Of a field that stands twice the last counts. On false `request`
/// is worth nothing.
bool parse_target(std::string_view target, HttpRequest& request);

}  // namespace server
