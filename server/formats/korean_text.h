#pragma once

#include <string_view>

namespace server {

/// Whether three characters or more, most of them common syllables of Korean, are all that a text has beside
/// ASCII and signs: what bytes of Chinese give that are read as EUC-KR hardly ever has so many. Linear, pure.
/// @pre `text` is UTF-8; U+FFFD for what could not be read
bool is_korean(std::string_view text);

}  // namespace server
