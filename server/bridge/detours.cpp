#include "server/bridge/detours.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string_view>

namespace server::bridge {

namespace {

constexpr std::size_t kMostHints = 2;
constexpr std::chrono::seconds kHintTime{4};
constexpr std::string_view kNodeMarks = "-._:";

/// A name of a node, and nothing that would end it in a URL.
bool is_plain(const std::string& name) {
  return std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || kNodeMarks.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

}  // namespace

std::optional<Detours::Way> Detours::follow(const Json& error, Clock::time_point now) {
  std::erase_if(followed_, [now](Clock::time_point at) { return now - at > kHintTime; });
  if (followed_.size() >= kMostHints) return std::nullopt;
  auto way = read(error);
  if (way) followed_.push_back(now);
  return way;
}

/// A server that is reached by TLS does not send the token of a user away from it.
std::optional<Detours::Way> Detours::read(const Json& error) const {
  const std::string url = text_of(error, "url"), node = text_of(error, "node");
  try {
    if (!url.empty()) {
      Way way{ServerUrl::read(url), home().target};
      if (way.url.is_secure || !home_.is_secure) return way;
    }
  } catch (const std::invalid_argument&) {
    // Then by its name.
  }
  if (node.empty() || !is_plain(node)) return std::nullopt;
  return Way{home_, home().target + "&node=" + node};
}

}  // namespace server::bridge
