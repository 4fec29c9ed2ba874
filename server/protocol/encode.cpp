#include <array>
#include <utility>

#include "server/protocol/analysis_codec.h"
#include "server/protocol/codec.h"
#include "server/protocol/json_fields.h"
#include "server/protocol/words.h"

namespace server::protocol {
namespace {

// ---- parts of messages ---------------------------------------------------------------------------------

void write(JsonWriter& json, const char* name, const TimeControl& time) {
  if (time.unlimited()) return json.null_field(name);
  json.key(name);
  json.open_object();
  const bool has_main = time.initial > Millis(0) || time.increment > Millis(0);
  if (has_main) json.field("initial", time.initial.count());
  millis_above_zero(json, "increment", time.increment);
  millis_above_zero(json, "byoyomi", time.byoyomi);
  number_above_zero(json, "periods", time.periods);
  millis_above_zero(json, "perMove", time.per_move);
  number_above_zero(json, "days", time.days);
  json.close_object();
}

void write(JsonWriter& json, const PlayerInfo& player) {
  json.open_object();
  json.field("name", player.name);
  if (player.rating) json.field("rating", *player.rating);
  if (player.provisional) json.field("provisional", true);
  if (player.level) {
    json.field("ai", true);
    json.field("level", *player.level);
  }
  json.field("online", player.online);
  json.close_object();
}

// Declared for write_each().
void write(JsonWriter& json, const ChatLine& line);
void write(JsonWriter& json, const GameInfo& game);
void write(JsonWriter& json, const PlayingGame& game);
void write(JsonWriter& json, const LobbyGame& game);
void write(JsonWriter& json, const LobbySeek& seek);
void write(JsonWriter& json, const RatingChange& change);
void write(JsonWriter& json, const OpeningInfo& opening);

template <class Items>
void write_each(JsonWriter& json, const char* name, const Items& items) {
  json.key(name);
  json.open_array();
  for (const auto& item : items) write(json, item);
  json.close_array();
}

void write(JsonWriter& json, const char* name, const std::optional<ClockFace>& clock) {
  if (!clock) return json.null_field(name);
  json.key(name);
  json.open_object();
  pair(json, "ms", clock->main);
  list(json, "periods", clock->periods);
  side_or_null(json, "running", clock->running);
  json.field("at", epoch(clock->at));
  json.field("spent", clock->spent.count());
  json.close_object();
}

void write(JsonWriter& json, const OfferBoard& offers) {
  json.key("offers");
  json.open_object();
  side_or_null(json, "draw", offers.draw);
  side_or_null(json, "takeback", offers.takeback);
  side_or_null(json, "rematch", offers.rematch);
  side_or_null(json, "pause", offers.pause);
  json.close_object();
}

std::string joined(const std::vector<std::string>& moves) {
  std::string text;
  for (const std::string& move : moves) {
    if (!text.empty()) text += ' ';
    text += move;
  }
  return text;
}

/// Of a game by itself: one that waits for its second player is being played, and nobody's turn. So a simple
/// client that knows the other three words, and waits for its turn, does the right thing.
std::string_view told(Status status) {
  return word(status == Status::waiting ? Status::playing : status);
}

std::vector<std::string_view> words_of(const std::vector<Choice>& choices) {
  std::vector<std::string_view> words;
  for (const Choice choice : choices) words.push_back(word(choice));
  return words;
}

void write(JsonWriter& json, const OpeningFace& opening) {
  const bool picks = !opening.offered.empty();
  json.key("opening");
  json.open_object();
  json.field("step", !opening.options.empty() ? "choose" : picks ? "pick" : "place");
  json.field("by", word(opening.by));
  list_unless_empty(json, "options", words_of(opening.options));
  number_above_zero(json, "stones", opening.stones);
  number_above_zero(json, "toOffer", opening.to_offer);
  list_unless_empty(json, "offered", opening.offered);
  json.close_object();
}

void write(JsonWriter& json, const GameState& state) {
  const bool waiting = state.status == Status::waiting;
  json.key("state");
  json.open_object();
  json.field("moves", joined(state.moves));
  json.field("ply", state.moves.size());
  side_or_null(json, "turn", waiting ? std::nullopt : std::optional(state.look.turn));
  json.field("pos", state.look.pos);
  list_unless_empty(json, "legal", state.legal);
  list_unless_empty(json, "forbidden", state.look.forbidden);
  list_unless_empty(json, "perilous", state.look.perilous);
  json.field("check", state.look.check);
  write(json, "clock", state.clock);
  if (state.paused) json.field("paused", true);
  if (waiting) json.field("waiting", true);
  json.field("status", told(state.status));
  text_or_null(json, "result", state.result.value_or(""));
  text_or_null(json, "reason", state.reason);
  write(json, state.offers);
  if (state.opening) write(json, *state.opening);
  millis_if_any(json, "expiresMs", state.expires);
  json.close_object();
}

void write_line(JsonWriter& json, const ChatLine& line) {
  json.field("room", word(line.room));
  json.field("from", line.from);
  side_or_null(json, "side", line.side);
  json.field("text", line.text);
  json.field("at", epoch(line.at));
}

/// In a list: the game is the same for all.
void write(JsonWriter& json, const ChatLine& line) {
  json.open_object();
  write_line(json, line);
  json.close_object();
}

void write(JsonWriter& json, const OpeningInfo& opening) {
  json.open_object();
  json.field("id", opening.id);
  list(json, "rules", opening.rules);
  json.close_object();
}

void write(JsonWriter& json, const GameInfo& game) {
  json.open_object();
  json.field("game", game.id);
  json.field("name", game.name);
  list(json, "rules", game.rules);
  list(json, "sides", game.sides);
  list_unless_empty(json, "sizes", game.sizes);
  if (!game.openings.empty()) write_each(json, "openings", game.openings);
  json.close_object();
}

void write(JsonWriter& json, const PlayingGame& game) {
  json.open_object();
  json.field("gameId", game.game_id);
  json.field("game", game.game);
  text_or_null(json, "opponent", game.opponent);
  json.field("yourTurn", game.your_turn);
  json.close_object();
}

void write(JsonWriter& json, const LobbyGame& game) {
  json.open_object();
  json.field("gameId", game.game_id);
  json.field("game", game.game);
  json.field("rule", game.rule);
  text_unless_empty(json, "opening", game.opening);
  write(json, "time", game.time);
  json.field("rated", game.rated);
  write_each(json, "players", game.players);
  json.field("status", word(game.status));
  json.field("ply", game.ply);
  json.field("spectators", game.spectators);
  json.close_object();
}

void write(JsonWriter& json, const LobbySeek& seek) {
  json.open_object();
  json.field("seekId", seek.seek_id);
  json.field("game", seek.game);
  json.field("rule", seek.rule);
  text_unless_empty(json, "opening", seek.opening);
  write(json, "time", seek.time);
  json.field("side", word(seek.side));
  json.field("rated", seek.rated);
  json.field("name", seek.name);
  if (seek.rating) json.field("rating", *seek.rating);
  json.close_object();
}

// ---- messages, in the order of messages.h ----------------------------------------------------------------

void write_body(JsonWriter& json, const Welcome& welcome) {
  json.field("v", kVersion);
  json.key("user");
  json.open_object();
  json.field("id", welcome.user.id);
  json.field("name", welcome.user.name);
  json.field("guest", welcome.user.guest);
  json.close_object();
  json.field("token", welcome.token);
  json.field("now", epoch(welcome.now));
  json.key("server");
  json.open_object();
  json.field("name", welcome.server_name);
  json.field("version", welcome.server_version);
  json.close_object();
  write_each(json, "games", welcome.games);
  write_each(json, "playing", welcome.playing);
  if (welcome.host) json.field("host", true);
  json.key("limits");
  json.open_object();
  json.field("message", kMaxMessageBytes);
  json.field("chat", kMaxChatLength);
  json.field("watch", kMaxWatched);
  json.close_object();
}

void write_body(JsonWriter& json, const Pong& pong) {
  json.field("at", pong.at);
  json.field("now", epoch(pong.now));
}

void write_body(JsonWriter& json, const Ack& ack) {
  text_unless_empty(json, "gameId", ack.game_id);
  if (ack.ply) json.field("ply", *ack.ply);
  if (ack.clock) pair(json, "clock", *ack.clock);
  if (ack.version) json.field("v", *ack.version);
  text_unless_empty(json, "seekId", ack.seek_id);
}

void write_body(JsonWriter& json, const Error& error) {
  json.field("code", word(error.code));
  json.field("message", error.message);
  text_unless_empty(json, "reason", error.reason);
  millis_if_any(json, "retryMs", error.retry);
  text_unless_empty(json, "gameId", error.game_id);
}

void write_body(JsonWriter& json, const LobbySnapshot& lobby) {
  write_each(json, "seeks", lobby.seeks);
  write_each(json, "games", lobby.games);
  json.field("players", lobby.players);
  json.field("rooms", lobby.rooms);
  text_or_null(json, "featured", lobby.featured);
}

void write_body(JsonWriter& json, const LobbyChange& change) {
  json.key("add");
  json.open_object();
  write_each(json, "seeks", change.add_seeks);
  write_each(json, "games", change.add_games);
  json.close_object();
  list(json, "remove", change.remove);
  json.field("players", change.players);
  json.field("rooms", change.rooms);
  text_or_null(json, "featured", change.featured);
}

void write_body(JsonWriter& json, const Created& created) {
  json.field("gameId", created.game_id);
  json.field("code", created.code);
  json.field("url", created.url);
  text_or_null(json, "token", created.token);
}

void write_body(JsonWriter& json, const GameFull& game) {
  json.field("gameId", game.game_id);
  text_or_null(json, "code", game.code);
  json.field("game", game.game);
  json.field("rule", game.rule);
  text_unless_empty(json, "opening", game.opening);
  number_above_zero(json, "size", game.size);
  side_or_null(json, "you", game.you);
  write_each(json, "players", game.players);
  json.field("spectators", game.spectators);
  write(json, "time", game.time);
  json.field("rated", game.rated);
  json.field("startPos", game.start_pos);
  write(json, game.state);
  write_each(json, "chat", game.chat);
  if (game.rematch_id) json.field("rematchId", *game.rematch_id);
  json.field("v", game.version);
}

void write_move(JsonWriter& json, const GameEvent& event) {
  json.field("move", event.move);
  json.field("spent", event.spent.count());
  json.field("lag", event.lag.count());
  json.key("notation");
  json.open_object();
  for (const engine::Notation& notation : event.notation) json.field(notation.style, notation.text);
  json.close_object();
}

void write(JsonWriter& json, const RatingChange& change) {
  json.open_object();
  json.field("before", change.before);
  json.field("after", change.after);
  json.close_object();
}

void write_body(JsonWriter& json, const GameEvent& event) {
  json.field("gameId", event.game_id);
  json.field("v", event.version);
  json.field("kind", word(event.kind));
  if (event.by) json.field("by", word(*event.by));
  if (event.kind == EventKind::move) write_move(json, event);
  if (event.offer) {
    json.field("offer", word(*event.offer));
    json.field("on", event.on);
  }
  if (event.kind == EventKind::takeback) json.field("plies", event.plies);
  if (event.kind == EventKind::clock) json.field("added", event.added.count());
  if (event.kind == EventKind::rematch) json.field("nextId", event.next_id);
  const bool seats_players = event.kind == EventKind::start || event.kind == EventKind::swap;
  if (seats_players) write_each(json, "players", event.players);
  if (event.choice) json.field("choice", word(*event.choice));
  list_unless_empty(json, "moves", event.offered);
  if (event.ratings) write_each(json, "ratings", *event.ratings);
  write(json, event.state);
}

void write_body(JsonWriter& json, const ChatLine& line) {
  json.field("gameId", line.game_id);
  write_line(json, line);
}

void write_body(JsonWriter& json, const Mini& mini) {
  json.field("gameId", mini.game_id);
  json.field("pos", mini.pos);
  text_or_null(json, "lastMove", mini.last_move);
  write(json, "clock", mini.clock);
  json.field("status", told(mini.status));
}

void write_body(JsonWriter& json, const Crowd& crowd) {
  json.field("gameId", crowd.game_id);
  list(json, "online", crowd.online);
  json.field("spectators", crowd.spectators);
  list_unless_empty(json, "names", crowd.names);
}

void write_body(JsonWriter& json, const Gone& gone) {
  json.field("gameId", gone.game_id);
  json.field("side", word(gone.side));
  json.field("gone", gone.gone);
  if (gone.gone) json.field("claimInMs", gone.claim_in.count());
}

void write_body(JsonWriter& json, const Notice& notice) {
  json.field("level", word(notice.level));
  json.field("text", notice.text);
  millis_if_any(json, "restartInMs", notice.restart_in);
}

void write_body(JsonWriter& json, const Redirect& redirect) {
  json.field("gameId", redirect.game_id);
  json.field("url", redirect.url);
}

void write_body(JsonWriter& json, const Bye& bye) {
  json.field("code", static_cast<int>(bye.code));
  json.field("reason", bye.reason);
  millis_if_any(json, "reconnectInMs", bye.reconnect_in);
}

/// In the order of the alternatives of ServerMessage.
constexpr std::array<std::string_view, std::variant_size_v<ServerMessage>> kTypes = {
    "welcome", "pong",  "ack",  "error",  "lobby",    "lobby", "created",  "gameFull", "event",   "chat",
    "mini",    "crowd", "gone", "notice", "redirect", "bye",   "analysis", "hint",     "explored"};

}  // namespace

std::string encode(const ServerMessage& message, std::optional<std::int64_t> id) {
  JsonWriter json;
  json.open_object();
  json.field("t", kTypes[message.index()]);
  if (id) json.field("id", *id);
  std::visit([&json](const auto& body) { write_body(json, body); }, message);
  json.close_object();
  return json.take();
}

}  // namespace server::protocol
