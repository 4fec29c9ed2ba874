#include "server/api/games_api.h"

#include "server/api/api_error.h"
#include "server/api/game_json.h"
#include "server/api/game_query.h"
#include "server/formats/game_file.h"
#include "server/identity/tokens.h"
#include "server/records/record_queue.h"

namespace server {

namespace {

/// Answers with what `write(record)` makes of the record, if there is one. That is done on the record thread:
/// writing a long game takes longer than the network thread may be busy with one request.
template <class Write>
void answer_with_record(RecordQueue& records, const std::string& id, Respond respond, Write write) {
  if (!is_game_id(id)) return respond(not_found());
  records.read(
      [id, write = std::move(write)](storage::Store& store) {
        const auto record = store.load(id);
        return record ? write(*record) : not_found();
      },
      [respond = std::move(respond)](std::optional<HttpResponse> answer) {
        respond(answer ? *std::move(answer) : records_unavailable());
      });
}

std::optional<GameFile> export_game(const storage::Record& record, const std::string& format,
                                    PgnNotation notation) {
  if (format == "json") {
    auto json = game_json(record, true);
    return json ? std::optional(GameFile{"application/json", *std::move(json)}) : std::nullopt;
  }
  const auto game = played_game(record);
  return game ? write_game(format, *game, notation) : std::nullopt;
}

std::optional<PgnNotation> read_notation(const std::string& word) {
  if (word.empty() || word == "iccs") return PgnNotation::iccs;
  if (word == "wxf") return PgnNotation::wxf;
  return word == "zh" ? std::optional(PgnNotation::zh) : std::nullopt;
}

/// Somebody's own games are listed for him with those that are private. A name may be shared by guests, an id
/// is not.
storage::GameQuery with_own_games(storage::GameQuery query, const std::optional<storage::Session>& asker) {
  if (asker && !query.player.empty() &&
      (query.player == asker->user.id || query.player == asker->user.name)) {
    query.player = asker->user.id;
    query.with_private = true;
  }
  return query;
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
  router.add("GET", "/api/games/*", [this](const HttpRequest& request, const auto& stars, Respond respond) {
    show(request, stars[0], std::move(respond));
  });
  router.add("GET", "/api/games/*/export",
             [this](const HttpRequest& request, const auto& stars, Respond respond) {
               export_as(request, stars[0], std::move(respond));
             });
}

void GamesApi::list(const HttpRequest& request, Respond respond) {
  const auto query = read_game_query(request);
  if (!query) return respond(wrong_field(query.error()));
  const std::string token = request.bearer.empty() ? std::string() : hash_token(request.bearer);
  records_.read(
      [query = *query, token](storage::Store& store) {
        const auto asker = token.empty() ? std::nullopt : store.find_token(token);
        const storage::GameQuery allowed = with_own_games(query, asker);
        return games_json(store.list(allowed), allowed);
      },
      [respond = std::move(respond)](std::optional<std::string> page) {
        respond(page ? json_response(*std::move(page)) : records_unavailable());
      });
}

void GamesApi::show(const HttpRequest& request, const std::string& id, Respond respond) {
  if (const auto wait = replays_.refuse(request.address, TokenBucket::Time::clock::now())) {
    return respond(too_many_requests(*wait));
  }
  answer_with_record(records_, id, std::move(respond), [](const storage::Record& record) {
    auto json = game_json(record);
    return json ? json_response(*std::move(json)) : not_found();
  });
}

void GamesApi::export_as(const HttpRequest& request, const std::string& id, Respond respond) {
  if (const auto wait = replays_.refuse(request.address, TokenBucket::Time::clock::now())) {
    return respond(too_many_requests(*wait));
  }
  const std::string format = query_field(request, "format");
  const auto notation = read_notation(query_field(request, "notation"));
  if (!notation) return respond(wrong_field("notation"));
  answer_with_record(records_, id, std::move(respond), [=](const storage::Record& record) {
    auto file = export_game(record, format, *notation);
    if (file) return as_file(*std::move(file), id + '.' + format);
    return refusal(protocol::ErrorCode::unsupported, "This game cannot be written in such a format.");
  });
}

}  // namespace server
