#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Text of people as code points. UTF-8 counts as such only in its shortest form, without halves of surrogate
/// pairs and up to U+10FFFF (RFC 3629).
namespace server {

/// The next code point, which is taken off `text`; none, and `text` is worth nothing more, if the bytes are
/// not UTF-8. @pre !text.empty()
/// Linear in the bytes of one point, at most four.
std::optional<char32_t> take_code_point(std::string_view& text);
/// All of them; none if the bytes are not UTF-8.
std::optional<std::vector<char32_t>> code_points(std::string_view text);
/// No allocation.
bool is_utf8(std::string_view text);

/// @pre `text` is UTF-8; of other bytes any number comes out
/// Counts the bytes that begin one.
std::size_t count_code_points(std::string_view text);
/// Whether this byte of UTF-8 is the first of its code point.
constexpr bool begins_code_point(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}
/// @pre `point` is at most U+10FFFF and no half of a surrogate pair
void append_utf8(std::string& text, char32_t point);

/// Control characters of ASCII, line breaks among them.
constexpr bool is_control(char byte) {
  return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f;
}

}  // namespace server
