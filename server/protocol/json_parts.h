#pragma once

#include <optional>
#include <string_view>

#include "server/protocol/json_writer.h"
#include "server/protocol/messages.h"

/// What several messages have in common, as JSON: objects, but for those that are given the name of a field.
namespace server::protocol {

/// An unlimited time is null.
void write(JsonWriter& json, const char* name, const TimeControl& time);
void write(JsonWriter& json, const char* name, const std::optional<ClockFace>& clock);
/// The fields `offers` and `opening`.
void write(JsonWriter& json, const OfferBoard& offers);
void write(JsonWriter& json, const OpeningFace& opening);
/// The field `state`. Gives the place in the text where its field `legal` belongs, or is.
std::size_t write(JsonWriter& json, const GameState& state);
void write(JsonWriter& json, const PlayerInfo& player);
/// In a list: the game is the same for all.
void write(JsonWriter& json, const ChatLine& line);
void write(JsonWriter& json, const OpeningInfo& opening);
void write(JsonWriter& json, const GameInfo& game);
/// Within an object that is open.
void write_fields(JsonWriter& json, const PlayingGame& game);
void write(JsonWriter& json, const PlayingGame& game);
void write(JsonWriter& json, const LobbyGame& game);
/// Its fields, within an object that is open.
void write(JsonWriter& json, const RatingRange& range);
void write(JsonWriter& json, const LobbySeek& seek);
/// Its fields, within an object that is open.
void write_fields(JsonWriter& json, const OpenChallenge& challenge);
void write(JsonWriter& json, const OpenChallenge& challenge);
void write(JsonWriter& json, const RatingChange& change);
/// The names of a move, each under its style.
void write(JsonWriter& json, const std::vector<engine::Notation>& notation);

/// With its name; nothing if there is none.
void write(JsonWriter& json, const std::optional<Lapse>& lapse);

/// Without the braces.
void write_line(JsonWriter& json, const ChatLine& line);

/// Of a game by itself: one that waits for its second player is being played, and no side's turn. So a simple
/// client that knows the other three words, and waits for its turn, does the right thing.
/// Never "waiting".
std::string_view told(Status status);

template <class Items>
void write_each(JsonWriter& json, const char* name, const Items& items) {
  json.key(name);
  json.open_array();
  for (const auto& item : items) write(json, item);
  json.close_array();
}

}  // namespace server::protocol
