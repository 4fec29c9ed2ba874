#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/api/http_message.h"

namespace server {

/// Which part of the server answers which request. Network thread only.
///
/// Every area of the API has a class of its own that mounts its handlers here; what is not mounted goes
/// to one handler for all pages and files. HEAD is answered as GET.
class Router {
 public:
  /// The segments that stood where the pattern has stars, in order.
  using Segments = std::vector<std::string>;
  using Handler = std::function<void(const HttpRequest& request, const Segments& stars, Respond respond)>;
  /// A body of a route that names no other limit, in bytes.
  static constexpr std::size_t kLongestBody = 4 << 10;

  using Fallback = std::function<void(const HttpRequest& request, Respond respond)>;

  /// Answers `method` at `pattern`, in which a star is one whole segment: "/api/games/*/export". Of two
  /// patterns that fit, the one added first answers. `longest_body` in bytes.
  /// @pre called before the first request. Patterns are compared one after another.
  void add(std::string_view method, std::string_view pattern, Handler handler,
           std::size_t longest_body = kLongestBody);
  /// The same by a member function of `api`, which outlives this.
  template <class Api>
  void add(std::string_view method, std::string_view pattern, Api* api,
           void (Api::*answer)(const HttpRequest& request, Respond respond),
           std::size_t longest_body = kLongestBody) {
    const auto handler = [api, answer](const HttpRequest& request, const Segments&, Respond respond) {
      (api->*answer)(request, std::move(respond));
    };
    add(method, pattern, handler, longest_body);
  }
  /// The same by one that wants what stands at the first star.
  template <class Api>
  void add(std::string_view method, std::string_view pattern, Api* api,
           void (Api::*answer)(const HttpRequest& request, const std::string& star, Respond respond)) {
    add(method, pattern, [api, answer](const HttpRequest& request, const Segments& stars, Respond respond) {
      (api->*answer)(request, stars[0], std::move(respond));
    });
  }
  /// A body of a POST to this path, which has no star, may be of any type; else it has to be JSON.
  /// @pre called after add(), before the first request
  void take_any_type(std::string_view path) { any_types_.emplace_back(path); }
  /// Answers GET at once by `answer(request, stars)`.
  template <class Answer>
  void get(std::string_view pattern, Answer answer) {
    add("GET", pattern, [answer](const HttpRequest& request, const Segments& stars, const Respond& respond) {
      respond(answer(request, stars));
    });
  }
  /// Answers GET for all other paths.
  /// @pre set before the first request
  void otherwise(Fallback handler) { fallback_ = std::move(handler); }

  /// A path under /api/ without a handler is 404; one that has none for this method, 405.
  /// `respond` is called once, in the call or later.
  void serve(const HttpRequest& request, Respond respond) const;

  /// Of the route that would answer, in bytes; of what none answers kLongestBody.
  /// Asked before the body is read.
  std::size_t longest_body(const HttpRequest& request) const;

  /// Of the body of a request; asked before it is read.
  bool takes_any_type(const HttpRequest& request) const;

  /// Method and pattern of each route.
  std::vector<std::pair<std::string, std::string>> routes() const;

 private:
  struct Route {
    std::string method;
    std::vector<std::string> pattern;
    Handler handler;
    std::size_t longest_body;
  };

  std::vector<Route> routes_;
  std::vector<std::string> any_types_;
  Fallback fallback_;
};

}  // namespace server
