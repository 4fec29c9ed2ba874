#include "server/api/http_message.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace server {

namespace {

/// None if an escape is broken or hides a zero byte.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    unsigned value = 0;
    const char* const end = text.data() + std::min(i + 3, text.size());
    const auto [parsed, error] = std::from_chars(text.data() + i + 1, end, value, 16);
    // A zero byte could end a text early for C functions behind this.
    if (error != std::errc() || parsed != text.data() + i + 3 || value == 0) return std::nullopt;
    result += static_cast<char>(value);
    i += 2;
  }
  return result;
}

/// Of a query: no request of ours has as many.
constexpr int kMostFields = 32;

bool parse_query(std::string_view query, std::map<std::string, std::string>& fields) {
  for (int left = kMostFields; !query.empty(); --left) {
    if (left == 0) return false;
    const std::string_view field = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(field.size() + 1, query.size()));
    const std::size_t equals = field.find('=');
    const auto name = percent_decoded(field.substr(0, equals));
    const auto value = percent_decoded(equals == std::string_view::npos ? "" : field.substr(equals + 1));
    if (!name || !value) return false;
    fields[*name] = *value;
  }
  return true;
}

}  // namespace

HttpResponse json_response(std::string body, int status) {
  return {.status = status, .type = "application/json", .body = std::move(body)};
}

std::string query_field(const HttpRequest& request, const std::string& name) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? std::string() : found->second;
}

RequestBudget budget_of(const HttpRequest& request) {
  return {request.from_this_machine ? std::string() : request.address, request.refuse};
}

bool is_game_id(std::string_view text) {
  constexpr std::size_t kLength = 8;
  return text.size() == kLength && std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c); });
}

bool is_room_code(std::string_view text) {
  constexpr std::size_t kLongest = 8;
  return !text.empty() && text.size() <= kLongest &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c); });
}

bool parse_target(std::string_view target, HttpRequest& request) {
  const std::size_t mark = target.find('?');
  auto path = percent_decoded(target.substr(0, mark));
  if (!path || !path->starts_with('/')) return false;
  request.path = std::move(*path);
  return mark == std::string_view::npos || parse_query(target.substr(mark + 1), request.query);
}

}  // namespace server
