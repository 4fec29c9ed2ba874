#include "server/api/import_api.h"

#include "server/api/api_error.h"
#include "server/api/base64.h"
#include "server/api/file_notes.h"
#include "server/base/read_json.h"
#include "server/formats/game_reader.h"
#include "server/identity/tokens.h"
#include "server/match/imported_game.h"
#include "server/match/opening_code.h"
#include "server/records/record_queue.h"

namespace server {

namespace {

using Json = nlohmann::ordered_json;  // Written, never read: it compares each key with all before it.

/// A file with a game of a thousand moves and comments.
/// Of the body: base64 leaves 190 KiB of a binary file.
constexpr std::size_t kLongestFile = 256 << 10;
constexpr unsigned kMostInFile = 1'000'000;  // Of a file.

Json to_json(const FoundGame& found) {
  const PlayedGame& game = found.game;
  Json json{{"players", game.names}, {"event", game.event}, {"moves", game.moves.size()}};
  if (!game.game.empty()) json["game"] = game.game;
  if (game.at) json["at"] = *game.at;
  json["result"] = game.result.empty() ? Json(nullptr) : Json(game.result);
  if (!found.file.empty()) json["file"] = found.file;
  if (!found.notes.empty()) json["notes"] = notes_json(found.notes);
  if (found.bad) json["bad"] = note_json(*found.bad);
  return json;
}

/// What stands in a file of which no game was chosen.
Json to_json(const FoundGames& found) {
  Json games = Json::array();
  for (const FoundGame& game : found.games) games.push_back(to_json(game));
  return {{"format", found.format},
          {"encoding", found.encoding},
          {"count", found.count},
          {"games", std::move(games)},
          {"notes", notes_json(found.notes)}};
}

HttpResponse bad_game(const BadText& bad, const std::optional<FoundGames>& found) {
  Json error = {{"code", "bad_game"}};
  error.update(note_json(bad));
  if (found) error["file"] = to_json(*found);
  return json_response(in_utf8(Json({{"error", error}})), 400);
}

/// The games that an answer lists.
constexpr std::size_t kMostListed = 50;

/// What to choose from, where a choice is what is missing.
HttpResponse refused(const GameText& text, const BadText& bad) {
  if (bad.reason != "several_games") return bad_game(bad, {});
  auto found = find_games(text, kMostListed);
  return bad_game(bad, found ? std::optional(*std::move(found)) : std::nullopt);
}

/// `{format?, game?, index?, encoding?, partial?, text}`, or `base64` instead of `text` for a file that is
/// not text, or in an encoding that the client does not know. The name of a field that is wrong instead.
engine::Expected<GameText, std::string> read_request(const std::string& body) {
  const auto json = read_json(body);
  if (!json || !json->is_object()) return engine::Unexpected(std::string("text"));
  GameText game;
  for (const auto& [name, field] : {std::pair("format", &game.format), std::pair("game", &game.game),
                                    std::pair("text", &game.bytes), std::pair("base64", &game.bytes)}) {
    const auto found = json->find(name);
    if (found == json->end() || found->is_null()) continue;
    if (!found->is_string()) return engine::Unexpected(std::string(name));
    *field = found->get<std::string>();
    if (name != std::string_view("base64")) continue;
    auto bytes = from_base64(*field);
    if (!bytes) return engine::Unexpected(std::string(name));
    *field = *std::move(bytes);
  }
  if (game.bytes.empty()) return engine::Unexpected(std::string("text"));
  if (const auto index = json->find("index"); index != json->end() && !index->is_null()) {
    if (!index->is_number_unsigned() || *index < 1U || *index > kMostInFile)
      return engine::Unexpected(std::string("index"));
    game.index = index->get<int>();
  }
  if (const auto encoding = json->find("encoding"); encoding != json->end() && !encoding->is_null()) {
    game.encoding = encoding->is_string() ? encoding_of(encoding->get<std::string>()) : std::nullopt;
    if (!game.encoding) return engine::Unexpected(std::string("encoding"));
  }
  if (const auto partial = json->find("partial"); partial != json->end() && !partial->is_null()) {
    if (!partial->is_boolean()) return engine::Unexpected(std::string("partial"));
    game.partial = partial->get<bool>();
  }
  return game;
}

// As a room would have written it, event by event, so that one way of reading does for all games.
std::vector<storage::Write> writes_of(storage::Record record, const std::string& id) {
  record.game.id = id;
  record.game.opening_code = opening_code(record);
  record.game.ending.pos = final_position(record);
  std::vector<storage::Write> writes;
  writes.emplace_back(storage::CreateGame{record.game});
  for (storage::Event& event : record.events) {
    event.game = id;
    writes.emplace_back(storage::Append{std::move(event), {}, {}});
  }
  return writes;
}

/// What a game takes for good, its part of indexes included: some more than measured.
Cost bytes_on_disk(const storage::Record& record) {
  constexpr std::size_t kGame = 1024;
  constexpr std::size_t kEvent = 64;
  std::size_t bytes = kGame + record.game.event.size() + record.game.start_pos.size();
  for (const storage::Event& event : record.events) bytes += kEvent + event.move.size() + event.detail.size();
  return static_cast<Cost>(bytes);
}

/// In units of a small message: a file of the greatest size takes a hundred milliseconds when all of it is
/// moves.
Cost cost_of_import(std::size_t bytes) {
  // 1,034 units for 256 KiB. tests/server/match/import_cost_test.cpp holds files of every kind to it.
  return 10 + static_cast<Cost>(bytes) / 256;
}

HttpResponse imported(const std::string& id, const std::vector<BadText>& notes) {
  Json answer{{"gameId", id}, {"url", "/replay/" + id}};
  if (!notes.empty()) answer["notes"] = notes_json(notes);
  return json_response(in_utf8(answer), 201);
}

}  // namespace

void ImportApi::mount(Router& router) {
  router.add("POST", "/api/import", this, &ImportApi::import, kLongestFile);
  router.add("POST", "/api/import/preview", this, &ImportApi::preview, kLongestFile);
}

/// Pays for the file that a body brings, and goes on with it.
void ImportApi::take_file(const HttpRequest& request, Respond respond, TakeFile then) {
  if (const auto wait = request.refuse(cost_of_import(request.body.size())))
    return respond(too_many_requests(*wait));
  using Read = engine::Expected<GameText, std::string>;
  records_.work().run(
      {WorkPool::Lane::slow, budget_of(request).address},
      [body = request.body] { return read_request(body); },
      [refuse = request.refuse, respond = std::move(respond),
       then = std::move(then)](std::optional<Read> file) {
        if (!file) return respond(records_unavailable());
        if (!*file) return respond(wrong_field(file->error()));
        const bool is_packed = GameReader::is_packed((*file)->bytes);
        if (const auto wait = is_packed ? refuse(kCostOfPackedFile) : std::nullopt)
          return respond(too_many_requests(*wait));
        then(**std::move(file), respond);
      });
}

/// Nothing is kept: only the work is paid for.
void ImportApi::preview(const HttpRequest& request, Respond respond) {
  const auto look = [this, address = budget_of(request).address](GameText text, const Respond& answer) {
    records_.work().run(
        {WorkPool::Lane::slow, address},
        [text = std::move(text)] {
          const auto found = find_games(text, kMostListed);
          return found ? json_response(in_utf8(to_json(*found))) : bad_game(found.error(), {});
        },
        [answer](std::optional<HttpResponse> found) {
          answer(found ? *std::move(found) : records_unavailable());
        });
  };
  take_file(request, std::move(respond), look);
}

void ImportApi::import(const HttpRequest& request, Respond respond) {
  if (const auto wait = imports_.refuse(request.address, TokenBucket::Time::clock::now()))
    return respond(too_many_requests(*wait));
  const auto read = [this, address = request.address, in_turn_of = budget_of(request).address](
                        GameText text, const Respond& answer) {
    read_game(std::move(text), address, {WorkPool::Lane::slow, in_turn_of}, answer);
  };
  take_file(request, std::move(respond), read);
}

void ImportApi::read_game(GameText file, const std::string& address, WorkPool::Order order,
                          const Respond& respond) {
  using Read = engine::Expected<Game, HttpResponse>;
  const auto read = [text = std::move(file)]() -> Read {
    auto game = import_game(text, server_now());
    if (!game) return engine::Unexpected(refused(text, game.error()));
    // The store refuses an id that is taken.
    const std::string id = new_game_id();
    const Cost bytes = bytes_on_disk(game->record);
    return Game{id, bytes, std::move(game->notes), writes_of(std::move(game->record), id)};
  };
  records_.work().run(std::move(order), read, [this, address, respond](std::optional<Read> game) {
    if (!game) return respond(records_unavailable());
    if (!*game) return respond(game->error());
    const auto now = TokenBucket::Time::clock::now();
    // Known only now: what a file costs on the disk is told by its moves, not by its length.
    if (const auto wait = bytes_.refuse(address, now, (*game)->bytes))
      return respond(too_many_requests(*wait));
    keep({**std::move(game), address, respond});
  });
}

// A thousand rows take the record thread ten milliseconds: one game at a time, so that no commit has two.
void ImportApi::keep(Kept kept) {
  if (waiting_.size() >= kMostWaiting) {
    give_back(kept);
    return kept.respond(records_unavailable());
  }
  waiting_.push_back(std::move(kept));
  if (waiting_.size() == 1) keep_first();
}

void ImportApi::keep_first() {
  records_.commit(std::move(waiting_.front().game.writes), [this](Persisted persisted) {
    const Kept kept = std::move(waiting_.front());
    waiting_.pop_front();
    if (!waiting_.empty()) keep_first();
    // Unknown: it may stand on the disk, so it stays paid for.
    if (persisted != Persisted::done && persisted != Persisted::unknown) give_back(kept);
    kept.respond(persisted == Persisted::done ? imported(kept.game.id, kept.game.notes)
                                              : records_unavailable());
  });
}

/// It takes no place on the disk.
void ImportApi::give_back(const Kept& kept) {
  bytes_.give_back(kept.address, TokenBucket::Time::clock::now(), kept.game.bytes);
}

}  // namespace server
