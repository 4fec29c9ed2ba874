#include "server/base/utf8.h"

#include <algorithm>

namespace server {
namespace {

/// Bytes of the code point that begins with `lead`; 0 if none does.
// By the leading bits of the first byte.
std::size_t length_of(unsigned char lead) {
  return lead < 0x80 ? 1 : lead >> 5 == 0x06 ? 2 : lead >> 4 == 0x0e ? 3 : lead >> 3 == 0x1e ? 4 : 0;
}

/// Neither longer than it need be, nor half of a pair, nor beyond the last character.
bool is_sound(char32_t point, std::size_t length) {
  // The shortest form: an overlong one could hide a character from a check.
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  return point >= kLeast[length] && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
}

}  // namespace

std::optional<char32_t> take_code_point(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = length_of(lead);
  if (length == 0 || length > text.size()) return std::nullopt;
  char32_t point = length == 1 ? lead : lead & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (begins_code_point(text[i])) return std::nullopt;
    point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
  }
  text.remove_prefix(length);
  return is_sound(point, length) ? std::optional(point) : std::nullopt;
}

std::optional<std::vector<char32_t>> code_points(std::string_view text) {
  std::vector<char32_t> points;
  while (!text.empty()) {
    const auto point = take_code_point(text);
    if (!point) return std::nullopt;
    points.push_back(*point);
  }
  return points;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    if (!take_code_point(text)) return false;
  }
  return true;
}

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_code_point));
}

void append_utf8(std::string& text, char32_t point) {
  const auto add = [&text](char32_t bits) { text += static_cast<char>(bits); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xc0 | point >> 6);
  } else if (point < 0x10000) {
    add(0xe0 | point >> 12);
    add(0x80 | (point >> 6 & 0x3f));
  } else {
    add(0xf0 | point >> 18);
    add(0x80 | (point >> 12 & 0x3f));
    add(0x80 | (point >> 6 & 0x3f));
  }
  add(0x80 | (point & 0x3f));
}

}  // namespace server
