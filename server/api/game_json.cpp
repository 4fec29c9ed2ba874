#include "server/api/game_json.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/games/registry.h"
#include "server/formats/record_json.h"
#include "server/formats/spent_times.h"
#include "server/match/game_log.h"
#include "server/protocol/codec.h"
#include "server/room/room_state.h"

namespace server {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json to_json(const std::vector<engine::Notation>& notations) {
  Json json = Json::object();
  for (const engine::Notation& notation : notations) json[std::string(notation.style)] = notation.text;
  return json;
}

/// What a spectator would see of the game, from its record. None if the record makes no game.
std::optional<protocol::GameFull> game_of(const storage::Record& record) {
  auto log = GameLog::replay(record);
  if (!log) return std::nullopt;
  const TimePoint now = server_now();
  return RoomState(std::move(*log), now).full(nullptr, now);
}

void add_plies(Json& json, const protocol::GameFull& game, const storage::Game& header) {
  const engine::Game* const rules = engine::find_game(game.game);
  const auto match = *rules->new_match({.rule = header.rule,
                                        .pos = header.start_pos,
                                        .size = header.size,
                                        // An imported game may go on where our rules end it.
                                        .past_rulings = !header.source.empty()});
  Json& positions = json["positions"] = Json::array({match->look().pos});
  Json& notations = json["notations"] = Json::array();
  std::istringstream moves(game.state.moves);
  for (std::string move; moves >> move;) {
    notations.push_back(to_json(match->notations(move)));
    if (!match->play(move)) throw std::logic_error("a recorded move is illegal");
    positions.push_back(match->look().pos);
  }
}

protocol::PlayerInfo to_player(const storage::Seat& seat) {
  protocol::PlayerInfo player;
  player.name = seat.name;
  if (seat.level > 0) player.level = seat.level;
  if (seat.rating > 0) player.rating = seat.rating;
  player.provisional = seat.provisional;
  player.program = seat.program;
  return player;
}

protocol::LobbyGame to_lobby_game(const storage::Summary& summary) {
  const storage::Game& game = summary.game;
  protocol::LobbyGame line;
  line.game_id = game.id;
  line.game = game.game;
  line.rule = game.rule;
  line.time = to_time_control(game.time);
  line.rated = game.rated;
  line.players = {to_player(game.seats[0]), to_player(game.seats[1])};
  line.ply = summary.plies;
  return line;
}

/// What the archive knows of a game beside what the lobby tells.
void add_ending(Json& json, const storage::Game& game) {
  json["status"] = game.ending.status;
  json["result"] = text_or_null(game.ending.result);
  json["reason"] = text_or_null(game.ending.reason);
  json["at"] = game.ending.ended > 0 ? game.ending.ended : game.created;
  if (!game.ending.pos.empty()) json["pos"] = game.ending.pos;
  if (!game.opening_code.empty() && game.opening_code != storage::kUnclassified)
    json["openingCode"] = game.opening_code;
  if (!game.source.empty()) json["source"] = game.source;
}

void add_side(Json& json, const char* name, std::optional<std::size_t> side) {
  if (side) json[name] = *side == 0 ? "first" : "second";
}

std::optional<std::size_t> side_of_user(const storage::Game& game, std::string_view user) {
  for (const std::size_t side : {0u, 1u})
    if (!user.empty() && game.seats[side].user == user) return side;
  return std::nullopt;
}

// "1763251200000-Ab3dEf5h": the moment first, as read_cursor() wants it.
std::string write_cursor(const storage::Cursor& cursor) {
  return std::to_string(cursor.created) + '-' + cursor.id;
}

}  // namespace

std::optional<std::string> game_json(const storage::Record& record, bool with_record) {
  const auto game = game_of(record);
  if (!game) return std::nullopt;
  Json json = Json::parse(protocol::encode(*game));
  json.erase("t");
  // Made by the encoder of `gameFull`, so that a client shows both by the same code; what is not for the
  // archive is taken out again.
  json.erase("code");  // It lets a client sit down.
  add_plies(json, *game, record.game);
  json["spent"] = spent_times(record.events);
  json["at"] = record.game.ending.ended > 0 ? record.game.ending.ended : record.game.created;
  if (!record.game.source.empty()) json["source"] = record.game.source;
  if (!record.game.event.empty()) json["event"] = record.game.event;
  // The record is put in as text: it is JSON already, and may be long.
  std::string text = json.dump();
  if (with_record) text.insert(text.size() - 1, ",\"record\":" + write_record(record));
  return text;
}

std::string games_json(const storage::Page& page, const storage::GameQuery& query, std::string_view user) {
  protocol::LobbySnapshot lines;
  for (const storage::Summary& summary : page.games) lines.games.push_back(to_lobby_game(summary));
  Json games = std::move(Json::parse(protocol::encode(lines))["games"]);
  for (std::size_t i = 0; i < page.games.size(); ++i) {
    const storage::Game& game = page.games[i].game;
    add_ending(games[i], game);
    add_side(games[i], "side", query.side_of_player(game));
    add_side(games[i], "you", side_of_user(game, user));
  }
  const Json cursor = page.next ? Json(write_cursor(*page.next)) : Json();
  return Json({{"games", std::move(games)}, {"cursor", cursor}}).dump();
}

std::optional<storage::Cursor> read_cursor(std::string_view text) {
  storage::Cursor cursor;
  const char* const end = text.data() + text.size();
  const auto [dash, error] = std::from_chars(text.data(), end, cursor.created);
  if (error != std::errc() || dash == end || *dash != '-') return std::nullopt;
  cursor.id.assign(dash + 1, end);
  return cursor;
}

std::string server_json(const std::string& name, const std::string& version,
                        const std::vector<std::string>& urls) {
  Json games = Json::array();
  for (const engine::Game& game : engine::games()) {
    games.push_back(
        {{"game", game.id}, {"name", game.name}, {"rules", game.rules}, {"sides", game.side_names}});
  }
  return Json({{"app", "sanqi"},
               {"name", name},
               {"version", version},
               {"urls", urls},
               {"protocol", protocol::kVersion},
               {"games", std::move(games)}})
      .dump();
}

}  // namespace server
