#pragma once

#include <optional>
#include <string>

#include "engine/core/game.h"
#include "server/bots/bots.h"

/// What servers and workers tell each other: JSON that only they read. Both have the same version, so that
/// there is no other one to be understood.
namespace server {

/// @pre request.past
std::string to_text(const BotRequest& request);
/// The same request, for a match made anew. None if it is none, or names what this engine does not have.
/// Never throws. @param text of the database, so it may be anything
std::optional<BotRequest> read_request(const std::string& text);

std::string to_text(const engine::Thought& thought);
/// A thought about this position: its move can be played, and so can its lines, none of which is empty. None
/// if it is anything else.
/// Never throws. Longer texts than a thought needs are refused.
std::optional<engine::Thought> read_thought(const std::string& text, const engine::Match& match);

}  // namespace server
