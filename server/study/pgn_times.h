#pragma once

#include <optional>
#include <string>

#include "server/protocol/time.h"

/// Thinking times as PGN keeps them in comments: [%emt 0:01:01.5], hours, minutes and seconds of one move.
/// Other commands ([%clk]) are not touched: what a clock shows tells of no move by itself.
namespace server::study {

/// Takes the first such command off the comment; one that is not understood stays in it. O(length).
std::optional<Millis> take_spent(std::string& comment);

/// Nothing for 0.
std::string spent_command(Millis spent);

}  // namespace server::study
