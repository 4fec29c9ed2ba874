#include "server/formats/glyph_words.h"

#include <array>

namespace server {

std::string words_with_glyphs(std::span<const std::uint8_t> glyphs, std::string_view comment) {
  constexpr std::array<std::string_view, 7> kSigns{"", "!", "?", "!!", "??", "!?", "?!"};
  std::string words;
  for (const std::uint8_t glyph : glyphs) {
    words += glyph < kSigns.size() ? std::string(kSigns[glyph]) : '$' + std::to_string(glyph);
    words += ' ';
  }
  words += comment;
  if (words.ends_with(' ')) words.pop_back();
  return words;
}

}  // namespace server
