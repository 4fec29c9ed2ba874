#pragma once

#include <string>

#include "engine/core/expected.h"
#include "server/protocol/messages.h"
#include "storage/record.h"

namespace server {

/// The game that is asked for, as a record to begin with: the creator's seat is taken, bots are seated,
/// id and code are still to come. Or why there can be no such game.
/// Pure but for chance, where it decides the sides. `token_hash` is of the token for the creator's seat.
engine::Expected<storage::Game, protocol::Error> new_game(const protocol::Create& create,
                                                          const protocol::User& creator,
                                                          const std::string& token_hash);

}  // namespace server
