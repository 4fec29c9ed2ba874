#include <array>
#include <utility>

#include "server/protocol/analysis_codec.h"
#include "server/protocol/codec.h"
#include "server/protocol/delta.h"
#include "server/protocol/json_fields.h"
#include "server/protocol/json_parts.h"
#include "server/protocol/study_codec.h"
#include "server/protocol/words.h"

namespace server::protocol {
namespace {

// In the order of messages.h.

void write_body(JsonWriter& json, const Welcome& welcome) {
  json.field("v", kVersion);
  json.object("user", [&] {
    json.field("id", welcome.user.id);
    json.field("name", welcome.user.name);
    json.field("guest", welcome.user.guest);
    if (welcome.user.program) json.field("program", true);
  });
  json.field("token", welcome.token);
  json.field("now", epoch(welcome.now));
  json.object("server", [&] {
    json.field("name", welcome.server_name);
    json.field("version", welcome.server_version);
  });
  write_each(json, "games", welcome.games);
  write_each(json, "playing", welcome.playing);
  if (welcome.host) json.field("host", true);
  text_unless_empty(json, "readyCode", welcome.ready_code);
  json.object("limits", [&] {
    json.field("message", kMaxMessageBytes);
    json.field("chat", kMaxChatLength);
    json.field("watch", kMaxWatched);
  });
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
  text_unless_empty(json, "challengeId", ack.challenge_id);
  if (ack.node) json.field("node", *ack.node);
}

void write_body(JsonWriter& json, const Error& error) {
  json.field("code", word(error.code));
  json.field("message", error.message);
  text_unless_empty(json, "reason", error.reason);
  millis_if_any(json, "retryMs", error.retry);
  text_unless_empty(json, "gameId", error.game_id);
  text_unless_empty(json, "node", error.node);
  text_unless_empty(json, "url", error.url);
  if (error.until) json.field("until", epoch(*error.until));
}

void write_body(JsonWriter& json, const LobbySnapshot& lobby) {
  write_each(json, "seeks", lobby.seeks);
  write_each(json, "games", lobby.games);
  json.field("players", lobby.players);
  json.field("rooms", lobby.rooms);
  text_or_null(json, "featured", lobby.featured);
}

void write_body(JsonWriter& json, const LobbyChange& change) {
  json.object("add", [&] {
    write_each(json, "seeks", change.add_seeks);
    write_each(json, "games", change.add_games);
  });
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
  if (game.host) json.field("host", *game.host);
  write_each(json, "players", game.players);
  json.field("spectators", game.spectators);
  write(json, "time", game.time);
  json.field("rated", game.rated);
  json.field("startPos", game.start_pos);
  write(json, game.state);
  write_each(json, "chat", game.chat);
  if (game.rematch_id) json.field("rematchId", *game.rematch_id);
  if (game.ratings) write_each(json, "ratings", *game.ratings);
  text_unless_empty(json, "tournamentId", game.tournament_id);
  json.field("v", game.version);
}

/// What a delta need not say of a move: that its side made it, and that no lag was given back.
bool goes_without_saying(const GameEvent& event, const GameState* before) {
  return before && event.kind == EventKind::move && event.by == before->look.turn;
}

void write_move(JsonWriter& json, const GameEvent& event, const GameState* before) {
  json.field("move", event.move);
  json.field("spent", event.spent.count());
  if (!before || event.lag != Millis(0)) json.field("lag", event.lag.count());
  json.key("notation");
  write(json, event.notation);
}

void write_what_happened(JsonWriter& json, const GameEvent& event, const GameState* before) {
  json.field("gameId", event.game_id);
  json.field("v", event.version);
  json.field("kind", word(event.kind));
  if (event.by && !goes_without_saying(event, before)) json.field("by", word(*event.by));
  if (event.kind == EventKind::move) write_move(json, event, before);
  if (event.offer) {
    json.field("offer", word(*event.offer));
    json.field("on", event.on);
  }
  if (event.kind == EventKind::takeback) json.field("plies", event.plies);
  if (event.added != Millis(0)) json.field("added", event.added.count());
  if (event.kind == EventKind::rematch) json.field("nextId", event.next_id);
  const bool seats_players = event.kind == EventKind::start || event.kind == EventKind::swap;
  if (seats_players) write_each(json, "players", event.players);
  if (event.choice) json.field("choice", word(*event.choice));
  list_unless_empty(json, "moves", event.offered);
  number_above_zero(json, "count", event.count);
  if (event.ratings) write_each(json, "ratings", *event.ratings);
}

void write_body(JsonWriter& json, const GameEvent& event) {
  write_what_happened(json, event, nullptr);
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

void write_body(JsonWriter& json, const Reported& reported) {
  write_body(json, reported.line);
}

void write_body(JsonWriter& json, const TurnChange& change) {
  write_fields(json, change.game);
  if (change.over) json.field("over", true);
  text_unless_empty(json, "tournamentId", change.tournament_id);
  text_unless_empty(json, "outcome", change.outcome);
}

void write_body(JsonWriter& json, const Challenges& all) {
  write_each(json, "challenges", all.challenges);
}

void write_body(JsonWriter& json, const ChallengeBegan& began) {
  write_fields(json, began.challenge);
}

void write_body(JsonWriter& json, const ChallengeEnd& end) {
  json.field("challengeId", end.challenge_id);
  json.field("how", word(end.how));
  if (end.reason) json.field("reason", word(*end.reason));
  text_unless_empty(json, "gameId", end.game_id);
}

void write_body(JsonWriter& json, const ChatRemoved& removed) {
  json.field("gameId", removed.game_id);
  json.field("at", epoch(removed.at));
}

void write_body(JsonWriter& json, const Measure& measure) {
  json.field("kind", measure.kind);
  json.field("reason", measure.reason);
  json.field("until", epoch(measure.until));
}

/// In the order of the alternatives of ServerMessage.
constexpr std::array<std::string_view, std::variant_size_v<ServerMessage>> kTypes = {
    "welcome",      "pong",        "ack",       "error",        "lobby",    "lobby",     "created",
    "gameFull",     "event",       "chat",      "mini",         "crowd",    "gone",      "notice",
    "redirect",     "bye",         "analysis",  "hint",         "explored", "thought",   "reported",
    "turn",         "challenges",  "challenge", "challengeEnd", "study",    "studyEdit", "studyInfo",
    "studyCursors", "chatRemoved", "measure"};

}  // namespace

std::string encode(const ServerMessage& message, std::optional<std::int64_t> id) {
  return JsonWriter::text_of([&](JsonWriter& json) {
    json.field("t", kTypes[message.index()]);
    if (id) json.field("id", *id);
    std::visit([&json](const auto& body) { write_body(json, body); }, message);
  });
}

std::string encode_seek(const Seek& seek) {
  return JsonWriter::text_of([&](JsonWriter& json) {
    json.field("t", "seek");
    json.field("game", seek.game);
    json.field("rule", seek.rule);
    if (!seek.opening.empty()) json.field("opening", seek.opening);
    write(json, "time", seek.time);
    json.field("side", word(seek.side));
    json.field("rated", seek.rated);
    write(json, seek.ratings);
    text_unless_empty(json, "with", seek.with);
  });
}

EncodedEvent encode_event(const GameEvent& event, const GameState* before) {
  JsonWriter json;
  json.open_object();
  json.field("t", "event");
  write_what_happened(json, event, before);
  const std::size_t legal_at = before ? write_delta(json, event, *before) : write(json, event.state);
  json.close_object();
  return {json.take(), legal_at};
}

}  // namespace server::protocol
