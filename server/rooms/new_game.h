#pragma once

#include <string>

#include "engine/core/expected.h"
#include "server/protocol/messages.h"
#include "storage/record.h"

namespace server {

/// The game that is asked for, as a record to begin with: the creator's seat is taken, bots are seated,
/// id and code are still to come. Or why there can be no such game.
/// Pure but for chance, where it decides the sides. `token_hash` is of the token for the creator's seat.
/// Checks everything that a client could get wrong; beyond that GameLog::begin() accepts the header.
/// Costs one Match of the game for a position, up to one a board size. @return an Error with the field that
/// is wrong
engine::Expected<storage::Game, protocol::Error> new_game(const protocol::Create& create,
                                                          const protocol::User& creator,
                                                          const std::string& token_hash);

/// The game that is sought, or that one challenges to.
protocol::Create game_of(const protocol::Seek& wish);

/// The seat that has no holder yet. @pre one has none
storage::Seat& free_seat(storage::Game& header);

}  // namespace server
