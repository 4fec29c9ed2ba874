#pragma once

#include <memory>

#include "engine/core/expected.h"
#include "engine/core/game.h"
#include "server/protocol/messages.h"

namespace server {

/// A variation played through, as far as the rules tell.
struct Variation {
  const engine::Game* game = nullptr;
  std::unique_ptr<engine::Match> match;
  protocol::Explored explored;
};

/// Sets the position up and plays the moves, each in any notation of the game. A draw by rule does not end a
/// variation: people look at what might have been.
/// @return an Error with the field that is wrong, as the protocol names it
engine::Expected<Variation, protocol::Error> play_variation(const protocol::Explore& explore);

}  // namespace server
