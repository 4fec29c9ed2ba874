#include "server/net/games_api.h"

#include <algorithm>
#include <charconv>

#include "engine/games/registry.h"
#include "server/formats/game_file.h"
#include "server/net/game_json.h"
#include "server/records/record_queue.h"
#include "server/room/room_state.h"

namespace server {

namespace {

constexpr int kDefaultPage = 50, kLongestPage = 100;

PlayedGame played(const protocol::GameFull& game) {
  return {.game = game.game,
          .rule = game.rule,
          .start_pos = game.start_pos,
          .end_pos = game.state.look.pos,
          .names = {game.players[0].name, game.players[1].name},
          .moves = game.state.moves,
          .result = game.state.result};
}

/// None if a field makes no sense.
std::optional<storage::GameQuery> read_query(const HttpRequest& request) {
  storage::GameQuery query{.game = query_field(request, "game"),
                           .status = query_field(request, "status"),
                           .player = query_field(request, "player"),
                           .limit = kDefaultPage};
  if (const std::string limit = query_field(request, "limit"); !limit.empty()) {
    const auto [end, error] = std::from_chars(limit.data(), limit.data() + limit.size(), query.limit);
    if (error != std::errc() || *end != '\0' || query.limit < 1) return std::nullopt;
    query.limit = std::min(query.limit, kLongestPage);
  }
  if (const std::string cursor = query_field(request, "cursor"); !cursor.empty()) {
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
                 if (!found) return respond(records_unavailable());
                 const auto game = *found ? game_of(**found) : std::nullopt;
                 respond(game ? write(*game, **found) : not_found());
               });
}

HttpResponse as_file(GameFile file, const std::string& name) {
  HttpResponse response{.type = file.type, .body = std::move(file.text)};
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + '"');
  return response;
}

}  // namespace

void GamesApi::mount(Router& router) {
  router.add("GET", "/api/games", [this](const HttpRequest& request, const auto&, Respond respond) {
    list(request, std::move(respond));
  });
  router.add("GET", "/api/games/*", [this](const HttpRequest&, const auto& stars, Respond respond) {
    show(stars[0], std::move(respond));
  });
  router.add("GET", "/api/games/*/export",
             [this](const HttpRequest& request, const auto& stars, Respond respond) {
               export_as(stars[0], query_field(request, "format"), std::move(respond));
             });
}

void GamesApi::list(const HttpRequest& request, Respond respond) {
  const auto query = read_query(request);
  if (!query) return respond(error_response(400, "bad_message", "A field of the query is wrong."));
  records_.read([query = *query](storage::Store& store) { return store.list(query); },
                [query = *query, respond = std::move(respond)](const auto& page) {
                  respond(page ? json_response(games_json(*page, query)) : records_unavailable());
                });
}

void GamesApi::show(const std::string& id, Respond respond) {
  answer_with_record(records_, id, std::move(respond), [](const auto& game, const auto& record) {
    return json_response(game_json(game, record));
  });
}

void GamesApi::export_as(const std::string& id, const std::string& format, Respond respond) {
  answer_with_record(records_, id, std::move(respond), [id, format](const auto& game, const auto& record) {
    const std::string name = id + '.' + format;
    if (format == "json") return as_file({"application/json", game_json(game, record)}, name);
    auto file = game_file(format, played(game), record);
    if (!file) return error_response(400, "unsupported", "This game has no such format.");
    return as_file(std::move(*file), name);
  });
}

}  // namespace server
