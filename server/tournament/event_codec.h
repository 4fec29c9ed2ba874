#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/tournament/events.h"

/// Events as the record keeps them: the kind as a word, what else it says as JSON.
namespace server::tournament {

std::string encode_change(const Change& change);
/// None: the text is not what encode_change() writes for this kind.
std::optional<Change> decode_change(EventKind kind, std::string_view text);

}  // namespace server::tournament
