#include "server/protocol/json_parts.h"

#include "server/protocol/json_fields.h"
#include "server/protocol/words.h"

namespace server::protocol {
namespace {

std::vector<std::string_view> words_of(const std::vector<Choice>& choices) {
  std::vector<std::string_view> words;
  for (const Choice choice : choices) words.push_back(word(choice));
  return words;
}

}  // namespace

void write(JsonWriter& json, const OfferBoard& offers) {
  json.object("offers", [&] {
    side_or_null(json, "draw", offers.draw);
    side_or_null(json, "takeback", offers.takeback);
    side_or_null(json, "rematch", offers.rematch);
    side_or_null(json, "pause", offers.pause);
  });
}

void write(JsonWriter& json, const OpeningFace& opening) {
  const bool picks = !opening.offered.empty();
  json.object("opening", [&] {
    json.field("step", !opening.options.empty() ? "choose" : picks ? "pick" : "place");
    json.field("by", word(opening.by));
    list_unless_empty(json, "options", words_of(opening.options));
    number_above_zero(json, "stones", opening.stones);
    number_above_zero(json, "atMost", opening.at_most);
    number_above_zero(json, "toOffer", opening.to_offer);
    list_unless_empty(json, "offered", opening.offered);
  });
}

void write(JsonWriter& json, const char* name, const TimeControl& time) {
  if (time.unlimited()) return json.null_field(name);
  json.key(name);
  json.open_object();
  // Main time of 0 s, too, before byo-yomi: without `initial` a clock has `perMove` or `days` alone.
  const bool has_main = time.initial > Millis(0) || time.increment > Millis(0) || time.byoyomi > Millis(0);
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
  if (player.program) json.field("program", true);
  json.close_object();
}

void write(JsonWriter& json, const char* name, const std::optional<ClockFace>& clock) {
  if (!clock) return json.null_field(name);
  json.object(name, [&] {
    pair(json, "ms", clock->main);
    list(json, "periods", clock->periods);
    side_or_null(json, "running", clock->running);
    json.field("at", epoch(clock->at));
    json.field("spent", clock->spent.count());
  });
}

std::string_view told(Status status) {
  return word(status == Status::waiting ? Status::playing : status);
}

void write(JsonWriter& json, const std::optional<Lapse>& lapse) {
  if (!lapse) return;
  json.object("lapse", [&] {
    json.field("ms", lapse->in.count());
    side_or_null(json, "winner", lapse->winner);
  });
}

std::size_t write(JsonWriter& json, const GameState& state) {
  const bool waiting = state.status == Status::waiting;
  json.key("state");
  json.open_object();
  json.field("moves", state.moves);
  json.field("ply", state.ply);
  side_or_null(json, "turn", waiting ? std::nullopt : std::optional(state.look.turn));
  json.field("pos", state.look.pos);
  const std::size_t legal_at = json.size();
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
  text_unless_empty(json, "openingCode", state.opening_code);
  millis_if_any(json, "expiresMs", state.expires);
  write(json, state.lapse);
  json.close_object();
  return legal_at;
}

void write_line(JsonWriter& json, const ChatLine& line) {
  json.field("room", word(line.room));
  json.field("from", line.from);
  side_or_null(json, "side", line.side);
  json.field("text", line.text);
  json.field("at", epoch(line.at));
  if (line.is_removed) json.field("removed", true);
}

void write(JsonWriter& json, const ChatLine& line) {
  json.object([&] { write_line(json, line); });
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

void write_fields(JsonWriter& json, const PlayingGame& game) {
  json.field("gameId", game.game_id);
  json.field("game", game.game);
  text_or_null(json, "opponent", game.opponent);
  json.field("yourTurn", game.your_turn);
}

void write(JsonWriter& json, const PlayingGame& game) {
  json.object([&] { write_fields(json, game); });
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

void write(JsonWriter& json, const RatingRange& range) {
  number_above_zero(json, "minRating", range.min);
  number_above_zero(json, "maxRating", range.max);
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
  write(json, seek.ratings);
  if (seek.program) json.field("program", true);
  json.close_object();
}

void write_fields(JsonWriter& json, const OpenChallenge& challenge) {
  json.field("challengeId", challenge.challenge_id);
  if (challenge.own) json.field("own", true);
  json.field("from", challenge.from);
  json.field("to", challenge.to);
  json.field("game", challenge.game);
  json.field("rule", challenge.rule);
  text_unless_empty(json, "opening", challenge.opening);
  write(json, "time", challenge.time);
  json.field("side", word(challenge.side));
  json.field("rated", challenge.rated);
  if (challenge.rating) json.field("rating", *challenge.rating);
  if (challenge.provisional) json.field("provisional", true);
  if (challenge.program) json.field("program", true);
  json.field("expiresMs", challenge.expires.count());
}

void write(JsonWriter& json, const OpenChallenge& challenge) {
  json.object([&] { write_fields(json, challenge); });
}

void write(JsonWriter& json, const std::vector<engine::Notation>& notation) {
  json.open_object();
  for (const engine::Notation& one : notation) json.field(one.style, one.text);
  json.close_object();
}

void write(JsonWriter& json, const RatingChange& change) {
  json.open_object();
  json.field("before", change.before);
  json.field("after", change.after);
  json.close_object();
}

}  // namespace server::protocol
