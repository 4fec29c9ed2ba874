#include "server/lobby/shared_lobby.h"

#include <cstdint>
#include <stdexcept>
#include <utility>

#include "server/base/read_json.h"
#include "server/protocol/json_fields.h"
#include "server/protocol/json_parts.h"
#include "server/protocol/words.h"

namespace server {
namespace {

using protocol::JsonWriter;
using Json = nlohmann::json;

// Written by JsonWriter and read by nlohmann: only what comes from other servers has to be parsed.
std::string text_of(const SharedGame& shared) {
  return JsonWriter::text_of([&](JsonWriter& json) {
    json.key("game");
    write(json, shared.game);
    json.field("pos", shared.pos);
    json.field("lastMove", shared.last_move);
    write(json, "clock", shared.clock);
  });
}

// Throws: decode_lobby() answers none.
template <class Enum>
Enum word_in(const Json& json, const char* name) {
  const auto value = protocol::from_word<Enum>(json.at(name).get<std::string>());
  if (!value) throw std::invalid_argument(name);
  return *value;
}

TimePoint moment_in(const Json& json, const char* name) {
  return TimePoint(Millis(json.at(name).get<std::int64_t>()));
}

Millis millis_in(const Json& json, const char* name) {
  return Millis(json.value(name, std::int64_t{0}));
}

TimeControl read_time(const Json& json) {
  if (json.is_null()) return {};
  return {.initial = millis_in(json, "initial"),
          .increment = millis_in(json, "increment"),
          .byoyomi = millis_in(json, "byoyomi"),
          .periods = json.value("periods", 0),
          .per_move = millis_in(json, "perMove"),
          .days = json.value("days", 0)};
}

protocol::PlayerInfo read_player(const Json& json) {
  protocol::PlayerInfo player;
  player.name = json.at("name");
  if (json.contains("rating")) player.rating = json["rating"].get<int>();
  player.provisional = json.value("provisional", false);
  if (json.contains("level")) player.level = json["level"].get<int>();
  player.online = json.at("online");
  player.program = json.value("program", false);
  return player;
}

protocol::LobbyGame read_game(const Json& json) {
  return {.game_id = json.at("gameId"),
          .game = json.at("game"),
          .rule = json.at("rule"),
          .opening = json.value("opening", ""),
          .time = read_time(json.at("time")),
          .rated = json.at("rated"),
          .players = {read_player(json.at("players").at(0)), read_player(json.at("players").at(1))},
          .status = word_in<protocol::Status>(json, "status"),
          .ply = json.at("ply"),
          .spectators = json.at("spectators")};
}

std::optional<protocol::ClockFace> read_clock(const Json& json) {
  if (json.is_null()) return std::nullopt;
  protocol::ClockFace clock;
  for (const std::size_t side : {0u, 1u}) {
    clock.main[side] = Millis(json.at("ms").at(side).get<std::int64_t>());
    clock.periods[side] = json.at("periods").at(side);
  }
  if (!json.at("running").is_null()) clock.running = word_in<protocol::Side>(json, "running");
  clock.at = moment_in(json, "at");
  clock.spent = millis_in(json, "spent");
  return clock;
}

SharedLobby read_lobby(const Json& json) {
  SharedLobby lobby{.now = moment_in(json, "now"), .players = json.at("players"), .rooms = json.at("rooms")};
  if (json.contains("featured")) {
    const Json& featured = json["featured"];
    lobby.featured = FeaturedCandidate{featured.at("gameId"), featured.at("rating"),
                                       featured.at("spectators"), featured.at("created")};
  }
  // Servers of before accounts were shown send none.
  for (const Json& account : json.value("accounts", Json::array())) {
    if (lobby.accounts.size() == SharedLobby::kMostAccounts) break;
    lobby.accounts.insert(account.get<std::string>());
  }
  // Bounded here too, for another version may show more.
  for (const Json& shared : json.at("games")) {
    if (lobby.games.size() == SharedLobby::kMostGames) break;
    lobby.games.push_back({read_game(shared.at("game")), shared.at("pos"), shared.at("lastMove"),
                           read_clock(shared.at("clock"))});
  }
  return lobby;
}

}  // namespace

protocol::Mini SharedGame::mini() const {
  return {.game_id = game.game_id, .pos = pos, .last_move = last_move, .clock = clock, .status = game.status};
}

std::string encode(const SharedLobby& lobby) {
  const auto write_featured = [&](JsonWriter& json) {
    json.field("gameId", lobby.featured->game_id);
    json.field("rating", lobby.featured->rating);
    json.field("spectators", lobby.featured->spectators);
    json.field("created", lobby.featured->created);
  };
  std::string text = JsonWriter::text_of([&](JsonWriter& json) {
    json.field("now", protocol::epoch(lobby.now));
    json.field("players", lobby.players);
    json.field("rooms", lobby.rooms);
    if (lobby.featured) json.object("featured", [&] { write_featured(json); });
    list(json, "accounts", lobby.accounts);
  });
  text.back() = ',';
  text += R"("games":[)";
  bool is_first = true;
  // The last ones are left out if the text gets too long.
  for (const SharedGame& shared : lobby.games) {
    const std::string game = text_of(shared);
    // Three bytes: a comma, and what closes the text.
    if (text.size() + game.size() + 3 > SharedLobby::kMostBytes) break;
    if (!std::exchange(is_first, false)) text += ',';
    text += game;
  }
  return text + "]}";
}

// Nothing of it is believed, not even that it is an object.
std::optional<SharedLobby> decode_lobby(std::string_view text) {
  try {
    const auto json = read_json(text);
    return json ? std::optional(read_lobby(*json)) : std::nullopt;
  } catch (const Json::exception&) {
  } catch (const std::invalid_argument&) {
  }
  return std::nullopt;
}

}  // namespace server
