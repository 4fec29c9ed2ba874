#include "server/api/games_api.h"

#include <fmt/format.h>

#include <cctype>

#include "server/api/answer.h"
#include "server/api/game_json.h"
#include "server/api/game_query.h"
#include "server/formats/game_file.h"
#include "server/identity/names.h"
#include "server/match/replay_cost.h"

namespace server {

namespace {

std::optional<GameFile> export_game(const storage::Record& record, const std::string& format,
                                    PgnNotation notation) {
  if (format == "json") {
    auto json = game_json(record, true);
    return json ? std::optional(GameFile{"application/json", *std::move(json)}) : std::nullopt;
  }
  const auto game = played_game(record);
  return game ? write_game(format, *game, notation) : std::nullopt;
}

/// An account's name stands for the account, whose games no file can add to. Other names are those of guests,
/// and of people in imported games. True: it is an id now.
bool resolve(std::string& who, storage::Reader& records) {
  if (is_user_id(who)) return true;
  const auto account = find_named(records, who);
  if (!account) return false;
  who = account->user.id;
  return true;
}

/// Whose games are meant. The own ones are listed with those that are private: by the id, for guests may
/// share a name.
storage::GameQuery with_people(storage::GameQuery query, const std::optional<storage::Session>& session,
                               storage::Reader& records) {
  if (query.player.empty() || query.imported == true) return query;
  query.player_is_id = resolve(query.player, records);
  query.opponent_is_id = resolve(query.opponent, records);
  const bool is_own = session && (query.player == session->user.id ||
                                  (!query.player_is_id && query.player == session->user.name));
  if (!is_own) return query;
  query.player = session->user.id;
  // The player's own list: by the id, or another guest of the same name would see private games.
  query.player_is_id = query.with_private = true;
  return query;
}

/// In units of a small message. A list that an index gives is as long as its page; what none knows of is
/// asked of up to Page::kMostExamined games, some 3 us each.
Cost cost_of(const storage::GameQuery& query) {
  // The index of openings knows no rule.
  const bool is_of_rule = !query.rule.empty() && (query.game.empty() || !query.opening_code.empty());
  const bool searches = !query.result.empty() || !query.opponent.empty() || !query.player.empty() ||
                        !query.status.empty() || !query.opening_group.empty() || query.imported.has_value() ||
                        is_of_rule;
  // Units are those of the rate limits (rate_limit.h), where a small message costs 1.
  return searches ? 40 : 5;
}

/// "Lin-Mei-2024-11-18", as people name games.
std::string file_name(const storage::Record& record) {
  const auto game = played_game(record);
  std::string name;
  for (const storage::Seat& seat : record.game.seats) name += clean_name(seat.name) + '-';
  return game ? name + day(*game, "{:%Y-%m-%d}") : name + record.game.id;
}

/// As RFC 8187 writes text of any script in a header.
std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char sign : text) {
    const auto byte = static_cast<unsigned char>(sign);
    const bool is_plain =
        byte < 0x80 && (std::isalnum(byte) != 0 || sign == '-' || sign == '_' || sign == '.');
    encoded += is_plain ? std::string(1, sign) : fmt::format("%{:02X}", byte);
  }
  return encoded;
}

/// Programs that cannot read the longer name have the id.
HttpResponse as_file(GameFile file, const storage::Record& record, const std::string& format) {
  HttpResponse response{.type = file.type, .body = std::move(file.text)};
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + record.game.id + '.' +
                                                           format + "\"; filename*=UTF-8''" +
                                                           // Both forms, as RFC 6266 advises.
                                                           percent_encoded(file_name(record) + '.' + format));
  return response;
}

}  // namespace

void GamesApi::mount(Router& router) {
  router.add("GET", "/api/games", this, &GamesApi::list);
  router.add("GET", "/api/games/*", this, &GamesApi::show);
  router.add("GET", "/api/games/*/export", this, &GamesApi::export_as);
}

void GamesApi::list(const HttpRequest& request, Respond respond) {
  const auto query = read_game_query(request);
  if (!query) return respond(wrong_field(query.error()));
  const auto write = [query = *query](storage::Reader& records, const std::string& token) {
    const auto session = session_of(records, token);
    const storage::GameQuery meant = with_people(query, session, records);
    return json_response(games_json(records.list(meant), meant, session ? session->user.id : std::string()));
  };
  answer_from_store(records_, request, cost_of(*query), std::move(respond), write);
}

/// Answers with what `write(record)` makes of the record, if there is one, at the expense of the request.
template <class Write>
void GamesApi::answer_with_record(const HttpRequest& request, const std::string& id, Respond respond,
                                  Write write) {
  if (!is_game_id(id)) return respond(not_found());
  const RequestBudget budget = budget_of(request);
  auto read = [this, id, address = budget.address, respond, write = std::move(write)] {
    records_.read(
        {WorkPool::Lane::slow, address},
        [id, write](storage::Reader& records) {
          const auto record = records.load(id);
          return record ? write(*record) : not_found();
        },
        [respond](std::optional<HttpResponse> answer) {
          respond(answer ? *std::move(answer) : records_unavailable());
        });
  };
  // Two reads: the size of the record first, by which the second one is paid for before it is done.
  auto pay = [budget, respond, read](std::optional<std::optional<storage::RecordSize>> size) {
    if (!size) return respond(records_unavailable());
    if (!*size) return respond(not_found());
    if (const auto wait = budget.refuse(cost_of_telling(**size))) return respond(too_many_requests(*wait));
    read();
  };
  records_.read(
      {.address = budget.address}, [id](storage::Reader& records) { return records.record_size(id); },
      std::move(pay));
}

void GamesApi::show(const HttpRequest& request, const std::string& id, Respond respond) {
  answer_with_record(request, id, std::move(respond), [](const storage::Record& record) {
    auto json = game_json(record);
    return json ? json_response(*std::move(json)) : not_found();
  });
}

void GamesApi::export_as(const HttpRequest& request, const std::string& id, Respond respond) {
  const std::string format = query_field(request, "format");
  const auto notation = read_notation(query_field(request, "notation"));
  if (!notation) return respond(wrong_field("notation"));
  answer_with_record(request, id, std::move(respond), [=](const storage::Record& record) {
    auto file = export_game(record, format, *notation);
    if (file) return as_file(*std::move(file), record, format);
    return refusal(protocol::ErrorCode::unsupported, "This game cannot be written in such a format.");
  });
}

}  // namespace server
