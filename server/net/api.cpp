#include "server/net/api.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>

#include "engine/games/registry.h"
#include "server/formats/game_file.h"
#include "server/formats/qr.h"
#include "server/metrics/metrics.h"
#include "server/net/game_json.h"
#include "server/records/record_queue.h"
#include "server/room/room_state.h"

namespace server {

namespace {

constexpr int kDefaultPage = 50, kLongestPage = 100;
constexpr std::size_t kGameIdLength = 8;

PlayedGame played(const protocol::GameFull& game) {
  return {.game = game.game,
          .rule = game.rule,
          .start_pos = game.start_pos,
          .end_pos = game.state.look.pos,
          .names = {game.players[0].name, game.players[1].name},
          .moves = game.state.moves,
          .result = game.state.result};
}

HttpResponse not_found() {
  return error_response(404, "not_found", "There is nothing here.");
}
HttpResponse unavailable() {
  return error_response(503, "busy", "The records cannot be read now. Try again soon.");
}
HttpResponse json(std::string body) {
  return {.type = "application/json", .body = std::move(body)};
}

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    path.remove_prefix(1);  // The slash.
    parts.push_back(path.substr(0, path.find('/')));
    path.remove_prefix(parts.back().size());
  }
  return parts;
}

bool is_game_id(std::string_view text) {
  return text.size() == kGameIdLength &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c); });
}

bool is_room_code(std::string_view text) {
  return !text.empty() && text.size() <= kGameIdLength &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c); });
}

std::string field(const HttpRequest& request, const std::string& name) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? std::string() : found->second;
}

/// None if a field makes no sense.
std::optional<storage::GameQuery> read_query(const HttpRequest& request) {
  storage::GameQuery query{.game = field(request, "game"),
                           .status = field(request, "status"),
                           .player = field(request, "player"),
                           .limit = kDefaultPage};
  if (const std::string limit = field(request, "limit"); !limit.empty()) {
    const auto [end, error] = std::from_chars(limit.data(), limit.data() + limit.size(), query.limit);
    if (error != std::errc() || *end != '\0' || query.limit < 1) return std::nullopt;
    query.limit = std::min(query.limit, kLongestPage);
  }
  if (const std::string cursor = field(request, "cursor"); !cursor.empty()) {
    query.after = read_cursor(cursor);
    if (!query.after) return std::nullopt;
  }
  return query;
}

/// What a spectator would see of the game, from its record. None if the record makes no game.
std::optional<protocol::GameFull> game_of(const storage::Record& record) {
  const engine::Game* const game = engine::find_game(record.game.game);
  if (game == nullptr) return std::nullopt;
  auto log = GameLog::replay(*game, record, static_cast<int>(record.events.size()));
  if (!log) return std::nullopt;
  const TimePoint now = server_now();
  return RoomState(std::move(*log), now).full(std::nullopt, now);
}

/// Answers with what `write(game, record)` makes of the record, if there is one.
template <class Write>
void answer_with_record(RecordQueue& records, const std::string& id, Respond respond, Write write) {
  if (!is_game_id(id)) return respond(not_found());
  records.read([id](storage::Store& store) { return store.load(id); },
               [respond = std::move(respond), write = std::move(write)](const auto& found) {
                 if (!found) return respond(unavailable());
                 const auto game = *found ? game_of(**found) : std::nullopt;
                 respond(game ? write(*game, **found) : not_found());
               });
}

HttpResponse as_file(GameFile file, const std::string& name) {
  HttpResponse response{.type = file.type, .body = std::move(file.text)};
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + '"');
  return response;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

}  // namespace

Api::Api(RecordQueue& records, Metrics& metrics, const Assets& assets, Options options)
    : records_(records), metrics_(metrics), assets_(assets), options_(std::move(options)) {}

void Api::serve(const HttpRequest& request, Respond respond) {
  const Parts parts = split(request.path);
  if (request.path == "/healthz") return respond({.body = "ok\n"});
  if (request.path == "/readyz") return say_ready(std::move(respond));
  if (request.path == "/metrics") return respond(show_metrics(request));
  if (parts[0] == "api") return serve_api(request, parts, std::move(respond));
  serve_page(request, parts, respond);
}

void Api::serve_api(const HttpRequest& request, const Parts& parts, Respond respond) {
  const auto is = [&](std::size_t count, std::string_view name) {
    return parts.size() == count && parts[1] == name;
  };
  if (is(2, "server")) return respond(show_server());
  if (is(2, "games")) return list_games(request, std::move(respond));
  if (is(3, "games")) return show_game(std::string(parts[2]), std::move(respond));
  if (is(3, "qr")) return respond(show_qr(request, parts[2]));
  if (is(4, "games") && parts[3] == "export") {
    return export_game(std::string(parts[2]), field(request, "format"), std::move(respond));
  }
  respond(not_found());
}

// The client has one page, which reads its own address.
void Api::serve_page(const HttpRequest& request, const Parts& parts, const Respond& respond) const {
  const bool is_room = parts.size() == 2 && (parts[0] == "r" || parts[0] == "R") && is_room_code(parts[1]);
  const bool is_game = parts.size() == 1 && is_game_id(parts[0]);
  const bool is_replay = parts.size() == 2 && parts[0] == "replay" && is_game_id(parts[1]);
  const bool is_list = request.path == "/games" || request.path == "/watch" || request.path == "/learn";
  if (request.path == "/" || is_room || is_game || is_replay || is_list)
    return respond(assets_.page(request));
  respond(assets_.get(request));
}

void Api::say_ready(Respond respond) {
  if (draining_) return respond(error_response(503, "shutting_down", "The server is going down."));
  records_.read([](storage::Store& store) { return store.find_token("").has_value(); },
                [respond = std::move(respond)](std::optional<bool> answered) {
                  respond(answered ? HttpResponse{.body = "ready\n"} : unavailable());
                });
}

HttpResponse Api::show_metrics(const HttpRequest& request) const {
  if (!options_.public_metrics && !request.from_this_machine) return not_found();
  return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = metrics_.text()};
}

HttpResponse Api::show_server() const {
  return json(server_json(options_.server_name, SANQI_VERSION));
}

void Api::list_games(const HttpRequest& request, Respond respond) {
  const auto query = read_query(request);
  if (!query) return respond(error_response(400, "bad_message", "A field of the query is wrong."));
  records_.read([query = *query](storage::Store& store) { return store.list(query); },
                [query = *query, respond = std::move(respond)](const auto& page) {
                  respond(page ? json(games_json(*page, query)) : unavailable());
                });
}

void Api::show_game(std::string id, Respond respond) {
  answer_with_record(records_, id, std::move(respond),
                     [](const auto& game, const auto& record) { return json(game_json(game, record)); });
}

void Api::export_game(std::string id, std::string format, Respond respond) {
  answer_with_record(records_, id, std::move(respond), [id, format](const auto& game, const auto& record) {
    const std::string name = id + '.' + format;
    if (format == "json") return as_file({"application/json", game_json(game, record)}, name);
    auto file = game_file(format, played(game), record);
    if (!file) return error_response(400, "unsupported", "This game has no such format.");
    return as_file(std::move(*file), name);
  });
}

// In capitals: such codes are a size smaller, and hosts and our paths do not mind.
HttpResponse Api::show_qr(const HttpRequest& request, std::string_view file) const {
  if (!file.ends_with(".svg") || !is_room_code(file.substr(0, file.size() - 4))) return not_found();
  const std::string url = options_.public_url.empty() ? "http://" + request.host : options_.public_url;
  const std::string code(file.substr(0, file.size() - 4));
  return {.type = "image/svg+xml", .body = qr_svg(upper(url + "/r/" + code))};
}

}  // namespace server
