#include "server/push/endpoint.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "server/base/ascii_case.h"
#include "server/push/host_name.h"

namespace server::push {
namespace {

using Failure = engine::Unexpected<std::string>;

constexpr std::size_t kMaxUrl = 2'048;
constexpr std::string_view kScheme = "https://";
/// Safari, Chrome and its relatives, Edge, Firefox.
constexpr std::array<std::string_view, 4> kKnown{"*.push.apple.com", "fcm.googleapis.com",
                                                 "*.notify.windows.com", "updates.push.services.mozilla.com"};

bool matches(std::string_view host, std::string_view pattern) {
  if (!pattern.starts_with('*')) return host == pattern;
  pattern.remove_prefix(1);
  return host.size() > pattern.size() && host.ends_with(pattern);
}

/// As browsers write URLs: everything else is escaped.
bool is_url_character(char c) {
  return '!' <= c && c <= '~' && std::string_view("\"<>\\^`{|}").find(c) == std::string_view::npos;
}

}  // namespace

bool PushServices::is_pattern(std::string_view text) {
  return is_host_name(text.starts_with("*.") ? text.substr(2) : text);
}

bool PushServices::contain(std::string_view host) const {
  const auto matches_host = [host](std::string_view pattern) { return matches(host, pattern); };
  return std::ranges::any_of(kKnown, matches_host) || std::ranges::any_of(more_, matches_host);
}

std::optional<ChosenService> read_service(std::string_view text) {
  ChosenService service{std::string(text.substr(0, text.find('=')))};
  if (!PushServices::is_pattern(service.pattern)) return std::nullopt;
  if (service.pattern.size() == text.size()) return service;
  text.remove_prefix(service.pattern.size() + 1);
  const auto colon = text.rfind(':');
  if (service.pattern.starts_with('*') || colon == std::string_view::npos) return std::nullopt;
  std::string_view address = text.substr(0, colon);
  if (address.starts_with('[') && address.ends_with(']')) address = address.substr(1, address.size() - 2);
  service.address = address;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, service.port);
  if (error != std::errc() || rest != end || service.port == 0 || address.empty()) return std::nullopt;
  return service;
}

engine::Expected<Endpoint, std::string> read_endpoint(std::string_view url, const PushServices& services) {
  if (url.size() > kMaxUrl)
    return Failure("an endpoint has " + std::to_string(kMaxUrl) + " characters at most");
  if (!std::ranges::all_of(url, is_url_character))
    return Failure("an endpoint is a URL as browsers write it");
  if (!url.starts_with(kScheme)) return Failure("an endpoint begins with https://");
  url.remove_prefix(kScheme.size());
  const auto end = url.find_first_of("/?#");
  const std::string host = lower(url.substr(0, end));
  if (host.find('@') != std::string::npos) return Failure("an endpoint names no user");
  if (host.find_first_of(":[") != std::string::npos) return Failure("an endpoint names a host and no port");
  if (!is_host_name(host)) return Failure("an endpoint names a host of the public DNS");
  if (!services.contain(host)) return Failure(host + " is no push service that is known here");
  if (end == std::string_view::npos || url[end] != '/' || url.find('#') != std::string_view::npos)
    return Failure("an endpoint has a path, and no fragment");
  return Endpoint{host, std::string(url.substr(end))};
}

}  // namespace server::push
