#include "server/api/router.h"

#include <algorithm>
#include <optional>

#include "server/api/api_error.h"

namespace server {

namespace {

/// The parts between the slashes. @pre path begins with a slash
std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    path.remove_prefix(1);
    parts.emplace_back(path.substr(0, path.find('/')));
    path.remove_prefix(parts.back().size());
  }
  return parts;
}

/// What stands at the stars; none if the path does not fit.
std::optional<Router::Segments> match(const std::vector<std::string>& pattern,
                                      const std::vector<std::string>& path) {
  if (pattern.size() != path.size()) return std::nullopt;
  Router::Segments stars;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (pattern[i] == "*") {
      stars.push_back(path[i]);
    } else if (pattern[i] != path[i]) {
      return std::nullopt;
    }
  }
  return stars;
}

/// HEAD is answered as GET.
std::string_view method_of(const HttpRequest& request) {
  return request.method == "HEAD" ? "GET" : std::string_view(request.method);
}

HttpResponse wrong_method(const std::string& allowed) {
  HttpResponse refusal = error_response(405, "not_allowed", "This is not asked for in this way.");
  refusal.headers.emplace_back("Allow", allowed);
  return refusal;
}

}  // namespace

void Router::add(std::string_view method, std::string_view pattern, Handler handler,
                 std::size_t longest_body) {
  routes_.push_back({std::string(method), split(pattern), std::move(handler), longest_body});
}

std::size_t Router::longest_body(const HttpRequest& request) const {
  const auto path = split(request.path);
  const auto route = std::ranges::find_if(routes_, [&](const Route& each) {
    return each.method == method_of(request) && match(each.pattern, path);
  });
  return route == routes_.end() ? kLongestBody : route->longest_body;
}

bool Router::takes_any_type(const HttpRequest& request) const {
  return request.method == "POST" && std::ranges::find(any_types_, request.path) != any_types_.end();
}

std::vector<std::pair<std::string, std::string>> Router::routes() const {
  std::vector<std::pair<std::string, std::string>> all;
  for (const Route& route : routes_) {
    auto& [method, pattern] = all.emplace_back(route.method, "");
    for (const std::string& part : route.pattern) pattern += '/' + part;
  }
  return all;
}

void Router::serve(const HttpRequest& request, Respond respond) const {
  const std::string_view method = method_of(request);
  const auto path = split(request.path);
  std::string allowed;
  for (const Route& route : routes_) {
    const auto stars = match(route.pattern, path);
    if (!stars) continue;
    if (route.method == method) return route.handler(request, *stars, std::move(respond));
    // All methods of the path, as RFC 9110 wants them in `Allow` of a 405.
    allowed += (allowed.empty() ? "" : ", ") + (route.method == "GET" ? "GET, HEAD" : route.method);
  }
  if (!allowed.empty()) return respond(wrong_method(allowed));
  // Pages of the client exist under any other path; an unknown one is theirs to answer.
  if (path.front() == "api") return respond(not_found());
  if (method != "GET") return respond(wrong_method("GET, HEAD"));
  fallback_(request, std::move(respond));
}

}  // namespace server
