#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace server {

/// "!! ?" and the like before a comment, for formats that have no other place for annotations; `$14` for one
/// that is written in no other way.
/// @param glyphs by PGN's numbers
std::string words_with_glyphs(std::span<const std::uint8_t> glyphs, std::string_view comment);

}  // namespace server
