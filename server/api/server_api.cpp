#include "server/api/server_api.h"

#include <algorithm>
#include <utility>

#include "server/api/api_error.h"
#include "server/api/game_json.h"
#include "server/base/ascii_case.h"
#include "server/base/attempt.h"
#include "server/base/metrics.h"
#include "server/formats/qr.h"
#include "server/protocol/time.h"
#include "server/records/record_queue.h"

namespace server {

namespace {

/// While the disk does not answer.
constexpr std::size_t kMostAsking = 64;

}  // namespace

ServerApi::ServerApi(RecordQueue& records, Metrics& metrics, Options options)
    : records_(records), metrics_(metrics), options_(std::move(options)) {}

void ServerApi::mount(Router& router) {
  router.get("/healthz", [](const auto&, const auto&) { return HttpResponse{.body = "ok\n"}; });
  router.get("/metrics", [this](const auto& request, const auto&) { return show_metrics(request); });
  router.get("/api/server", [this](const auto& request, const auto&) { return show_server(request); });
  router.get("/api/qr/*",
             [this](const auto& request, const auto& stars) { return show_qr(request, stars[0]); });
  router.get("/api/qr/tournaments/*", [this](const auto& request, const auto& stars) {
    return show_qr_of_tournament(request, stars[0]);
  });
  router.add("GET", "/readyz",
             [this](const auto&, const auto&, Respond respond) { say_ready(std::move(respond)); });
}

void ServerApi::say_ready(Respond respond) {
  if (draining_) return respond(refusal(protocol::ErrorCode::shutting_down, "The server is going down."));
  const auto now = std::chrono::steady_clock::now();
  const bool is_fresh = now - probed_ < kProbeInterval;
  if (writes_ && is_fresh) return respond(readiness(*writes_));
  // Each that waits holds a connection.
  if (asking_.size() >= kMostAsking) return respond(records_unavailable());
  // A request that comes while a write is under way waits for that one: however often it is asked, one write
  // a second.
  asking_.push_back(std::move(respond));
  if (asking_.size() > 1) return;
  writes_.reset();
  // A write that changes nothing but a moment: it fails where any other would.
  records_.commit({storage::Heartbeat{server_now().time_since_epoch().count()}}, [this](Persisted outcome) {
    writes_ = outcome == Persisted::done;
    probed_ = std::chrono::steady_clock::now();
    for (const Respond& each : std::exchange(asking_, {}))
      attempt("answer", [&] { each(readiness(*writes_)); });
  });
}

// What is lost stays lost until an operator looks, but is no reason to end all other games.
HttpResponse ServerApi::readiness(bool writes) const {
  if (!writes) return records_unavailable();
  const auto unreadable = static_cast<int>(metrics_.games_unreadable.Value());
  if (unreadable == 0) return {.body = "ready\n"};
  return {.body = "ready, degraded: " + std::to_string(unreadable) + " games could not be read\n"};
}

HttpResponse ServerApi::show_metrics(const HttpRequest& request) const {
  if (!options_.public_metrics && !request.reads_metrics) return not_found();
  return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = metrics_.text()};
}

HttpResponse ServerApi::show_server(const HttpRequest& request) const {
  return json_response(server_json(options_.server_name, SANQI_VERSION, urls_for(request)));
}

/// A host as friends can open it, who are on other machines: of several addresses all.
std::vector<std::string> ServerApi::reachable(const std::string& host) const {
  const std::size_t bracket = host.rfind(']');  // The colons of an IPv6 address are inside.
  const std::size_t colon = host.find(':', bracket == host.npos ? 0 : bracket);
  const std::string_view name = std::string_view(host).substr(0, colon);
  const bool is_own = name == "localhost" || name.starts_with("127.") || name == "[::1]";
  std::vector<std::string> hosts;
  if (is_own && options_.lan_addresses) hosts = options_.lan_addresses();
  if (hosts.empty()) return {host};
  if (colon != host.npos)
    for (std::string& one : hosts) one += host.substr(colon);
  return hosts;
}

/// Of this server, as friends can open it: one at least, the best first.
std::vector<std::string> ServerApi::urls_for(const HttpRequest& request) const {
  if (!options_.public_url.empty()) return {options_.public_url};
  std::vector<std::string> urls = reachable(request.host);
  for (std::string& url : urls) url.insert(0, "http://");
  return urls;
}

// In capitals: such codes are a size smaller, and hosts and our paths do not mind.
HttpResponse ServerApi::show_qr(const HttpRequest& request, std::string_view file) const {
  if (!file.ends_with(".svg") || !is_room_code(file.substr(0, file.size() - 4))) return not_found();
  const std::string code(file.substr(0, file.size() - 4));
  return {.type = "image/svg+xml", .body = qr_svg(upper(urls_for(request).front() + "/r/" + code))};
}

// As it is: capitals and small letters of an id are not the same. `at` chooses one of several addresses.
HttpResponse ServerApi::show_qr_of_tournament(const HttpRequest& request, std::string_view file) const {
  if (!file.ends_with(".svg") || !is_game_id(file.substr(0, file.size() - 4))) return not_found();
  const std::vector<std::string> urls = urls_for(request);
  const std::string at = query_field(request, "at");
  const auto url = at.empty() ? urls.begin() : std::ranges::find(urls, at);
  if (url == urls.end()) return not_found();
  const std::string id(file.substr(0, file.size() - 4));
  return {.type = "image/svg+xml", .body = qr_svg(*url + "/tournaments/" + id)};
}

}  // namespace server
