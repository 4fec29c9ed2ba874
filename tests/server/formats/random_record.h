#pragma once

#include "engine/core/zobrist.h"
#include "storage/record.h"

namespace server {

/// A game that was played at random, by the rules and by all that can happen in a room: from the usual start
/// or a set-up position, of any rule and size, with clocks, takebacks, offers and pauses, ended in any way;
/// its players have names that try to break out of every format.
storage::Record random_record(std::string_view game, engine::SplitMix64& random);

/// A name of one to four pieces that mean something to some format.
std::string random_name(engine::SplitMix64& random);

}  // namespace server
