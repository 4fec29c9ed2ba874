#include <nlohmann/json.hpp>
#include <utility>

#include "server/protocol/codec.h"
#include "server/protocol/words.h"

namespace server::protocol {
namespace {

// Keeps the order in which fields are added: `t` comes first, and people can read it.
using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json side_or_null(std::optional<Side> side) {
  return side ? Json(word(*side)) : Json();
}

std::int64_t epoch(TimePoint at) {
  return at.time_since_epoch().count();
}

Json pair(const std::array<Millis, 2>& times) {
  return {times[0].count(), times[1].count()};
}

void add_text(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}

template <class T>
void add_list(Json& json, const char* name, const std::vector<T>& list) {
  if (!list.empty()) json[name] = list;
}

void add_millis(Json& json, const char* name, const std::optional<Millis>& time) {
  if (time) json[name] = time->count();
}

void add_millis_above_zero(Json& json, const char* name, Millis time) {
  if (time > Millis(0)) json[name] = time.count();
}

std::string joined(const std::vector<std::string>& moves) {
  std::string text;
  for (const std::string& move : moves) {
    if (!text.empty()) text += ' ';
    text += move;
  }
  return text;
}

Json write(const TimeControl& time) {
  if (time.unlimited()) return nullptr;
  Json json = Json::object();
  if (time.days > 0) {
    json["days"] = time.days;
    return json;
  }
  const bool has_main = time.initial > Millis(0) || time.increment > Millis(0);
  if (has_main) json["initial"] = time.initial.count();
  add_millis_above_zero(json, "increment", time.increment);
  add_millis_above_zero(json, "byoyomi", time.byoyomi);
  if (time.periods > 0) json["periods"] = time.periods;
  add_millis_above_zero(json, "perMove", time.per_move);
  return json;
}

Json write(const PlayerInfo& player) {
  Json json = {{"name", player.name}};
  if (player.rating) json["rating"] = *player.rating;
  if (player.level) {
    json["ai"] = true;
    json["level"] = *player.level;
  }
  json["online"] = player.online;
  return json;
}

Json write(const std::array<PlayerInfo, 2>& players) {
  return Json::array({write(players[0]), write(players[1])});
}

Json write(const ClockFace& clock) {
  return {{"ms", pair(clock.main)},
          {"periods", clock.periods},
          {"running", side_or_null(clock.running)},
          {"at", epoch(clock.at)},
          {"spent", clock.spent.count()}};
}

Json write(const std::optional<ClockFace>& clock) {
  return clock ? write(*clock) : Json();
}

Json write(const OfferBoard& offers) {
  return {{"draw", side_or_null(offers.draw)},
          {"takeback", side_or_null(offers.takeback)},
          {"rematch", side_or_null(offers.rematch)},
          {"pause", side_or_null(offers.pause)}};
}

/// Of a game by itself: one that waits for its second player is being played, and nobody's turn. So a simple
/// client that knows the other three words, and waits for its turn, does the right thing.
std::string_view told(Status status) {
  return word(status == Status::waiting ? Status::playing : status);
}

Json write(const GameState& state) {
  const bool waiting = state.status == Status::waiting;
  Json json = {{"moves", joined(state.moves)},
               {"ply", state.moves.size()},
               {"turn", waiting ? Json() : Json(word(state.look.turn))},
               {"pos", state.look.pos}};
  add_list(json, "legal", state.legal);
  add_list(json, "forbidden", state.look.forbidden);
  add_list(json, "perilous", state.look.perilous);
  json["check"] = state.look.check;
  json["clock"] = write(state.clock);
  if (state.paused) json["paused"] = true;
  if (waiting) json["waiting"] = true;
  json["status"] = told(state.status);
  json["result"] = or_null(state.result);
  json["reason"] = text_or_null(state.reason);
  json["offers"] = write(state.offers);
  add_millis(json, "expiresMs", state.expires);
  return json;
}

void write_body(Json& json, const ChatLine& line) {
  json["gameId"] = line.game_id;
  json["room"] = word(line.room);
  json["from"] = line.from;
  json["side"] = side_or_null(line.side);
  json["text"] = line.text;
  json["at"] = epoch(line.at);
}

Json write(const std::vector<ChatLine>& lines) {
  Json json = Json::array();
  for (const ChatLine& line : lines) write_body(json.emplace_back(Json::object()), line);
  for (Json& line : json) line.erase("gameId");  // The same as of the whole game.
  return json;
}

Json write(const GameInfo& game) {
  Json json = {{"game", game.id}, {"name", game.name}, {"rules", game.rules}, {"sides", game.sides}};
  add_list(json, "sizes", game.sizes);
  return json;
}

Json write(const LobbyGame& game) {
  return {{"gameId", game.game_id},      {"game", game.game},   {"rule", game.rule},
          {"time", write(game.time)},    {"rated", game.rated}, {"players", write(game.players)},
          {"status", word(game.status)}, {"ply", game.ply},     {"spectators", game.spectators}};
}

Json write(const LobbySeek& seek) {
  Json json = {{"seekId", seek.seek_id},   {"game", seek.game},       {"rule", seek.rule},
               {"time", write(seek.time)}, {"side", word(seek.side)}, {"rated", seek.rated},
               {"name", seek.name}};
  if (seek.rating) json["rating"] = *seek.rating;
  return json;
}

template <class T>
Json write_each(const std::vector<T>& items) {
  Json json = Json::array();
  for (const T& item : items) json.push_back(write(item));
  return json;
}

// The bodies, one message each, in the order of messages.h.

void write_body(Json& json, const Welcome& welcome) {
  json["v"] = kVersion;
  json["user"] = {{"id", welcome.user.id}, {"name", welcome.user.name}, {"guest", welcome.user.guest}};
  json["token"] = welcome.token;
  json["now"] = epoch(welcome.now);
  json["server"] = {{"name", welcome.server_name}, {"version", welcome.server_version}};
  json["games"] = write_each(welcome.games);
  json["limits"] = {{"message", kMaxMessageBytes}, {"chat", kMaxChatLength}, {"watch", kMaxWatched}};
}

void write_body(Json& json, const Pong& pong) {
  json["at"] = pong.at;
  json["now"] = epoch(pong.now);
}

void write_body(Json& json, const Ack& ack) {
  add_text(json, "gameId", ack.game_id);
  if (ack.ply) json["ply"] = *ack.ply;
  if (ack.clock) json["clock"] = pair(*ack.clock);
  if (ack.version) json["v"] = *ack.version;
  add_text(json, "seekId", ack.seek_id);
}

void write_body(Json& json, const Error& error) {
  json["code"] = word(error.code);
  json["message"] = error.message;
  add_text(json, "reason", error.reason);
  add_millis(json, "retryMs", error.retry);
  add_text(json, "gameId", error.game_id);
}

void write_body(Json& json, const LobbySnapshot& lobby) {
  json["seeks"] = write_each(lobby.seeks);
  json["games"] = write_each(lobby.games);
  json["players"] = lobby.players;
  json["rooms"] = lobby.rooms;
}

void write_body(Json& json, const LobbyChange& change) {
  json["add"] = {{"seeks", write_each(change.add_seeks)}, {"games", write_each(change.add_games)}};
  json["remove"] = change.remove;
  json["players"] = change.players;
  json["rooms"] = change.rooms;
}

void write_body(Json& json, const Created& created) {
  json["gameId"] = created.game_id;
  json["code"] = created.code;
  json["url"] = created.url;
  json["token"] = text_or_null(created.token);
}

void write_body(Json& json, const GameFull& game) {
  json["gameId"] = game.game_id;
  json["code"] = text_or_null(game.code);
  json["game"] = game.game;
  json["rule"] = game.rule;
  add_text(json, "opening", game.opening);
  if (game.size > 0) json["size"] = game.size;
  json["you"] = side_or_null(game.you);
  json["players"] = write(game.players);
  json["spectators"] = game.spectators;
  json["time"] = write(game.time);
  json["rated"] = game.rated;
  json["startPos"] = game.start_pos;
  json["state"] = write(game.state);
  json["chat"] = write(game.chat);
  if (game.rematch_id) json["rematchId"] = *game.rematch_id;
  json["v"] = game.version;
}

void write_move(Json& json, const GameEvent& event) {
  json["move"] = event.move;
  json["spent"] = event.spent.count();
  json["lag"] = event.lag.count();
  json["notation"] = Json::object();
  for (const engine::Notation& notation : event.notation) json["notation"][notation.style] = notation.text;
}

void write_body(Json& json, const GameEvent& event) {
  json["gameId"] = event.game_id;
  json["v"] = event.version;
  json["kind"] = word(event.kind);
  if (event.by) json["by"] = word(*event.by);
  if (event.kind == EventKind::move) write_move(json, event);
  if (event.offer) {
    json["offer"] = word(*event.offer);
    json["on"] = event.on;
  }
  if (event.kind == EventKind::takeback) json["plies"] = event.plies;
  if (event.kind == EventKind::clock) json["added"] = event.added.count();
  if (event.kind == EventKind::rematch) json["nextId"] = event.next_id;
  if (event.kind == EventKind::start) json["players"] = write(event.players);
  json["state"] = write(event.state);
}

void write_body(Json& json, const Mini& mini) {
  json["gameId"] = mini.game_id;
  json["pos"] = mini.pos;
  json["lastMove"] = text_or_null(mini.last_move);
  json["clock"] = write(mini.clock);
  json["status"] = told(mini.status);
}

void write_body(Json& json, const Crowd& crowd) {
  json["gameId"] = crowd.game_id;
  json["online"] = crowd.online;
  json["spectators"] = crowd.spectators;
  add_list(json, "names", crowd.names);
}

void write_body(Json& json, const Gone& gone) {
  json["gameId"] = gone.game_id;
  json["side"] = word(gone.side);
  json["gone"] = gone.gone;
  if (gone.gone) json["claimInMs"] = gone.claim_in.count();
}

void write_body(Json& json, const Notice& notice) {
  json["level"] = word(notice.level);
  json["text"] = notice.text;
  add_millis(json, "restartInMs", notice.restart_in);
}

void write_body(Json& json, const Redirect& redirect) {
  json["gameId"] = redirect.game_id;
  json["url"] = redirect.url;
}

void write_body(Json& json, const Bye& bye) {
  json["code"] = static_cast<int>(bye.code);
  json["reason"] = bye.reason;
  add_millis(json, "reconnectInMs", bye.reconnect_in);
}

/// In the order of the alternatives of ServerMessage.
constexpr std::array<std::string_view, std::variant_size_v<ServerMessage>> kTypes = {
    "welcome", "pong", "ack",  "error", "lobby", "lobby",  "created",  "gameFull",
    "event",   "chat", "mini", "crowd", "gone",  "notice", "redirect", "bye"};

}  // namespace

std::string encode(const ServerMessage& message, std::optional<std::int64_t> id) {
  Json json = {{"t", kTypes[message.index()]}};
  if (id) json["id"] = *id;
  std::visit([&json](const auto& body) { write_body(json, body); }, message);
  // Text that is not UTF-8 cannot come from a client, whose messages are checked; from a record it might.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace server::protocol
