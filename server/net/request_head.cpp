#include "server/net/request_head.h"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <optional>

#include "server/api/api_error.h"

namespace server {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;

/// Written by proxies alone: a request with one of them does not come from its peer, unless the proxy is
/// trusted.
constexpr auto kHeadersOfProxies = std::to_array<std::string_view>(
    {"X-Forwarded-For", "Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via"});

// Parameters after it, such as charset, say nothing about JSON (RFC 8259, 11).
bool is_json(std::string_view content_type) {
  return beast::iequals(content_type.substr(0, content_type.find(';')), "application/json");
}

std::string bearer_of(std::string_view authorization) {
  constexpr std::string_view kScheme = "Bearer ";
  constexpr std::size_t kLongestAuthorization = 128;  // A token has 43 characters.
  if (authorization.size() > kLongestAuthorization ||
      !beast::iequals(authorization.substr(0, kScheme.size()), kScheme))
    return {};
  return std::string(authorization.substr(kScheme.size()));
}

/// Programs and older browsers do not say it; "none": the address was typed in.
bool is_other_site(std::string_view fetch_site) {
  return !fetch_site.empty() && fetch_site != "same-origin" && fetch_site != "none";
}

/// Whether any line of a header holds this word.
bool holds(const RequestHead& head, http::field name, std::string_view word) {
  const auto [first, last] = head.equal_range(name);
  return std::any_of(first, last,
                     [&](const auto& line) { return http::token_list(line.value()).exists(word); });
}

/// Takes what stands before `end` off the front of `text`, without the blanks around it.
std::string_view take_until(std::string_view& text, char end) {
  std::string_view part = text.substr(0, text.find(end));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  part.remove_prefix(std::min(part.find_first_not_of(" \t"), part.size()));
  return part.substr(0, part.find_last_not_of(" \t") + 1);
}

/// Whether the weight of a coding refuses it (RFC 9110, 12.4.2).
bool is_refusal(std::string_view weight) {
  return beast::iequals(take_until(weight, '='), "q") &&
         take_until(weight, '=').find_first_not_of("0.") == std::string_view::npos;
}

/// By its word in Accept-Encoding, or where it has none by the one for all others (RFC 9110, 12.5.3). Not by
/// Beast's ext_list: its last word keeps the parameters of the one before.
bool takes_gzip(const RequestHead& head) {
  std::optional<bool> gzip, any;
  const auto [first, last] = head.equal_range(http::field::accept_encoding);
  for (auto line = first; line != last; ++line) {
    for (std::string_view rest = line->value(); !rest.empty();) {
      std::string_view weight = take_until(rest, ',');
      const std::string_view coding = take_until(weight, ';');
      if (beast::iequals(coding, "gzip") || beast::iequals(coding, "x-gzip")) gzip = !is_refusal(weight);
      if (coding == "*") any = !is_refusal(weight);
    }
  }
  return gzip.value_or(any.value_or(false));
}

}  // namespace

// X-Forwarded-For's addresses of several lines follow one another as if it were one line (RFC 9110, 5.3).
ClientAddress client_of(const RequestHead& head, const boost::asio::ip::address& peer,
                        const AddressRanges& trusted_proxies) {
  ProxyHeaders forwarding;
  const auto [first, last] = head.equal_range("X-Forwarded-For");  // Some proxies add a line of their own.
  for (auto line = first; line != last; ++line)
    forwarding.forwarded_for.append(forwarding.forwarded_for.empty() ? "" : ",").append(line->value());
  forwarding.any =
      std::ranges::any_of(kHeadersOfProxies, [&](std::string_view name) { return head.count(name) > 0; });
  return client_address(peer, forwarding, trusted_proxies);
}

bool is_this_machine(const RequestHead& head, const ClientAddress& client,
                     const boost::asio::ip::address& own) {
  // A proxy on this machine connects by loopback as well: it would lend its host's powers to all its clients.
  if (client.hidden || !is_known_host(head[http::field::host], {})) return false;
  return is_loopback(client.address) || is_same_address(own, client.address);
}

HttpRequest described_by(const RequestHead& head) {
  HttpRequest request;
  request.method = head.method_string();
  request.host = head[http::field::host];
  request.bearer = bearer_of(head[http::field::authorization]);
  request.if_none_match = head[http::field::if_none_match];
  request.from_other_site = is_other_site(head[beast::string_view("Sec-Fetch-Site")]);
  request.accepts_gzip = takes_gzip(head);
  return request;
}

WebSocketHandshake handshake_of(const RequestHead& head) {
  // Two lines that disagree would be read differently by Beast and by us.
  const auto only = [&](http::field name) {
    return head.count(name) == 1 ? std::string_view(head[name]) : std::string_view();
  };
  return {.asks = head.method() == http::verb::get && head.version() >= 11 &&
                  holds(head, http::field::connection, "upgrade") &&
                  holds(head, http::field::upgrade, "websocket"),
          .version = only(http::field::sec_websocket_version),
          .key = only(http::field::sec_websocket_key)};
}

std::optional<HttpResponse> refuse_head(const RequestHead& head, std::string_view path, bool must_be_json,
                                        const std::vector<std::string>& host_names) {
  const std::string_view host = head[http::field::host];
  // Load balancers ask for their health by whatever name they like.
  const bool harmless = path == "/healthz" || path == "/readyz";
  // Request smuggling and caches: which of two would count differs between programs.
  if (head.count(http::field::host) > 1 || head.count(http::field::origin) > 1) {
    return error_response(400, "bad_request", "There must be one Host and at most one Origin.");
  }
  if (!harmless && !is_known_host(host, host_names)) {
    return error_response(403, "forbidden",
                          "This server does not know itself by this name: see --host-name.");
  }
  const bool reads = head.method() == http::verb::get || head.method() == http::verb::head;
  const auto origin = head.find(http::field::origin);
  if ((!reads || path == "/ws") && origin != head.end() && !is_same_origin(origin->value(), host)) {
    return error_response(403, "forbidden", "Pages of other sites may not do this.");
    // Forms send only text/plain, multipart/form-data and x-www-form-urlencoded; JSON by fetch() needs a
    // preflight, which this server answers with no permission.
  }
  // What a form of another site can send without asking is never JSON.
  if (must_be_json && !is_json(head[http::field::content_type])) {
    return error_response(415, "unsupported", "The body must be application/json.");
  }
  return std::nullopt;
}

}  // namespace server
