#pragma once

#include <optional>
#include <string_view>

#include "server/formats/played_game.h"

/// Files that people take for games of ours: what they are, in a sentence.
namespace server {

/// Of a file that is not text.
/// None where the bytes may be a text or are not known.
std::optional<BadText> find_other_binary(std::string_view bytes);
/// Of a text in UTF-8.
/// By its first 4 KiB.
std::optional<BadText> find_other_text(std::string_view text);

}  // namespace server
