#include "server/net/api.h"

#include <algorithm>

#include "server/formats/qr.h"
#include "server/metrics/metrics.h"
#include "server/net/api_error.h"
#include "server/net/game_json.h"
#include "server/records/record_queue.h"

namespace server {

namespace {

constexpr std::size_t kLongestCode = 8;

bool is_room_code(std::string_view text) {
  return !text.empty() && text.size() <= kLongestCode &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c); });
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

}  // namespace

Api::Api(RecordQueue& records, Metrics& metrics, const Assets& assets, Options options)
    : records_(records), metrics_(metrics), assets_(assets), options_(std::move(options)) {}

void Api::mount(Router& router) {
  const auto get = [&router](std::string_view pattern, auto answer) {
    router.add("GET", pattern,
               [answer](const HttpRequest& request, const auto& stars, const Respond& respond) {
                 respond(answer(request, stars));
               });
  };
  get("/healthz", [](const auto&, const auto&) { return HttpResponse{.body = "ok\n"}; });
  get("/metrics", [this](const auto& request, const auto&) { return show_metrics(request); });
  get("/api/server", [this](const auto&, const auto&) { return show_server(); });
  get("/api/qr/*", [this](const auto& request, const auto& stars) { return show_qr(request, stars[0]); });
  router.add("GET", "/readyz",
             [this](const auto&, const auto&, Respond respond) { say_ready(std::move(respond)); });

  // The client has one page, which reads its own address.
  const auto page = [this](const auto& request, const auto&) { return assets_.page(request); };
  for (const auto* path :
       {"/", "/games", "/watch", "/learn", "/analysis", "/leaderboard", "/account", "/players/*"}) {
    get(path, page);
  }
  const auto page_if = [this](bool known, const HttpRequest& request) {
    return known ? assets_.page(request) : not_found();
  };
  for (const auto* path : {"/r/*", "/R/*"}) {
    get(path,
        [=](const auto& request, const auto& stars) { return page_if(is_room_code(stars[0]), request); });
  }
  get("/replay/*",
      [=](const auto& request, const auto& stars) { return page_if(is_game_id(stars[0]), request); });
  router.otherwise([this](const HttpRequest& request, const Respond& respond) {
    const bool is_game = is_game_id(std::string_view(request.path).substr(1));
    respond(is_game ? assets_.page(request) : assets_.get(request));
  });
}

void Api::say_ready(Respond respond) {
  if (draining_) return respond(refusal(protocol::ErrorCode::shutting_down, "The server is going down."));
  records_.read([](storage::Store& store) { return store.find_token("").has_value(); },
                [respond = std::move(respond)](std::optional<bool> answered) {
                  respond(answered ? HttpResponse{.body = "ready\n"} : records_unavailable());
                });
}

HttpResponse Api::show_metrics(const HttpRequest& request) const {
  if (!options_.public_metrics && !request.from_this_machine) return not_found();
  return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = metrics_.text()};
}

HttpResponse Api::show_server() const {
  return json_response(server_json(options_.server_name, SANQI_VERSION));
}

// In capitals: such codes are a size smaller, and hosts and our paths do not mind.
HttpResponse Api::show_qr(const HttpRequest& request, std::string_view file) const {
  if (!file.ends_with(".svg") || !is_room_code(file.substr(0, file.size() - 4))) return not_found();
  const std::string url = options_.public_url.empty() ? "http://" + request.host : options_.public_url;
  const std::string code(file.substr(0, file.size() - 4));
  return {.type = "image/svg+xml", .body = qr_svg(upper(url + "/r/" + code))};
}

}  // namespace server
