#pragma once

#include <string_view>

namespace server {

/// Writes `count` random games in every format of the game, reads each text and writes it again: it must be
/// the same, byte for byte, through a record of the store. JSON must give the very record.
void expect_round_trips(std::string_view game, int count, unsigned long long seed);

}  // namespace server
