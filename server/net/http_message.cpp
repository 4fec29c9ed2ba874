#include "server/net/http_message.h"

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
    if (error != std::errc() || parsed != text.data() + i + 3 || value == 0) return std::nullopt;
    result += static_cast<char>(value);
    i += 2;
  }
  return result;
}

bool parse_query(std::string_view query, std::map<std::string, std::string>& fields) {
  while (!query.empty()) {
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

HttpResponse error_response(int status, std::string_view code, std::string_view message) {
  HttpResponse response;
  response.status = status;
  response.type = "application/json";
  response.body.append(R"({"error":{"code":")")
      .append(code)
      .append(R"(","message":")")
      .append(message)
      .append("\"}}");
  return response;
}

HttpResponse json_response(std::string body) {
  return {.type = "application/json", .body = std::move(body)};
}

HttpResponse not_found() {
  return error_response(404, "not_found", "There is nothing here.");
}

HttpResponse records_unavailable() {
  return error_response(503, "busy", "The records cannot be read now. Try again soon.");
}

std::string query_field(const HttpRequest& request, const std::string& name) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? std::string() : found->second;
}

bool is_game_id(std::string_view text) {
  constexpr std::size_t kLength = 8;
  return text.size() == kLength && std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c); });
}

HttpResponse too_many_requests(std::chrono::milliseconds wait) {
  HttpResponse response;
  response.status = 429;
  response.type = "application/json";
  response.body = R"({"error":{"code":"rate_limited","message":"That was too much at once.","retryMs":)" +
                  std::to_string(wait.count()) + "}}";
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait);
  response.headers.emplace_back("Retry-After", std::to_string(seconds.count()));
  return response;
}

bool parse_target(std::string_view target, HttpRequest& request) {
  const std::size_t mark = target.find('?');
  auto path = percent_decoded(target.substr(0, mark));
  if (!path || !path->starts_with('/')) return false;
  request.path = std::move(*path);
  return mark == std::string_view::npos || parse_query(target.substr(mark + 1), request.query);
}

}  // namespace server
