#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/formats/game_tree.h"

namespace server {

/// What Piskvork and the Gomocup write: a line a move, with its time, then the players, and in newer files
/// the winner and the rule. None for a game from a set-up position, which the format cannot tell.
std::optional<std::string> write_psq(const PlayedGame& game);

/// Whether a text is an old record of Piskvork: names, then moves.
bool is_rec(std::string_view text);

ReadTree read_psq(std::string_view text, int first_line = 1);

}  // namespace server
