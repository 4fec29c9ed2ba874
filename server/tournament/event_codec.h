#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/tournament/events.h"

/// Events as the record keeps them: the kind as a word, what else it says as JSON.
namespace server::tournament {

/// A stable form: the record is read by later versions, so members are added, never renamed.
std::string encode_change(const Change& change);
/// None: the text is not what encode_change() writes for this kind.
/// Never throws. Says nothing of whether the change can follow: see TournamentState.
std::optional<Change> decode_change(EventKind kind, std::string_view text);

}  // namespace server::tournament
