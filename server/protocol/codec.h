#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/protocol/messages.h"

/// JSON and back: the only place that knows how a message is written.
namespace server::protocol {

/// Why a text is no request, ready to be sent back; `id` where it could still be read.
/// BadRequest is an answer; the connection goes on.
///
struct BadRequest {
  std::optional<std::int64_t> id;
  Error error;
};

/// Reads one message from a client. Unknown fields are ignored, so that newer clients may say more; a field
/// of a wrong type or out of bounds is refused by name. Whatever the text, it costs time and memory linear in
/// its length.
engine::Expected<Request, BadRequest> decode(std::string_view text);

/// `id` is that of the request that this answers.
/// Never fails. Costs the length of the text.
std::string encode(const ServerMessage& message, std::optional<std::int64_t> id = std::nullopt);

/// A seek as a client would say it: decode() reads it again.
/// Seeks are stored as text, so that another server can read them.
std::string encode_seek(const Seek& seek);

/// Of one event, for readers with and without legal moves: EventTexts splices them in.
struct EncodedEvent {
  std::string text;
  std::size_t legal_at = 0;  ///< Where in it the legal moves belong, or are.
  /// @param before null: a client that takes no deltas, or the first event
};
/// An event with the whole state or, where the state `before` it is given, with what changed (`delta`).
EncodedEvent encode_event(const GameEvent& event, const GameState* before);

}  // namespace server::protocol
