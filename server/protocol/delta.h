#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/protocol/json_writer.h"
#include "server/protocol/messages.h"

/// What changed in a game, for clients that asked for `deltas` in their hello. docs/protocol.md has the rules
/// by which a client applies it.
///
/// A client keeps the state that it was told and applies each delta to it; a client that has missed one asks
/// for a snapshot.
namespace server::protocol {

/// Part of a text that is replaced: `removed` characters from `at` of the text before.
/// Views into the two texts; they must outlive it.
struct Splice {
  std::size_t at = 0;
  std::size_t removed = 0;
  std::string_view inserted;  ///< Of the text after.
};
/// How `after` comes from `before`: ascending, without overlaps. Not the least there is, but close to it for
/// positions, where a move changes few characters of few ranks. Empty if the texts are equal.
/// Runs rank by rank where both have as many; otherwise one splice for all that changed. Linear.
std::vector<Splice> splices(std::string_view before, std::string_view after);

/// The field `legal` of a delta: a list, or a word for every empty point of the board. @pre there are some
/// "free" saves some kilobytes on an empty board of Gomoku.
void write_legal(JsonWriter& json, const engine::Look& look, const std::vector<std::string>& legal);

/// The field `delta` of `event`: what its state says and the state before did not. Gives the place in the
/// text where the field `legal` belongs, or is.
/// @param before the last state that was told to the same readers
std::size_t write_delta(JsonWriter& json, const GameEvent& event, const GameState& before);

}  // namespace server::protocol
