#pragma once

#include <string_view>

namespace server {

/// Whether three characters or more, most of them common syllables of Korean, are all that a text has beside
/// ASCII and signs: what bytes of Chinese give that are read as EUC-KR hardly ever has so many. Linear, pure.
/// @pre `text` is UTF-8; U+FFFD for what could not be read
bool is_korean(std::string_view text);

/// Whether all of its characters are common syllables, but too few to tell: one Chinese name of two
/// characters in four hundred has such bytes. As is_korean().
bool may_be_korean(std::string_view text);

}  // namespace server
