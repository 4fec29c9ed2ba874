#include "storage/postgres/plain_text.h"

#include <algorithm>
#include <cstdint>

namespace storage {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Bytes of the letter at the beginning; 0: there is none. As in RFC 3629: no longer forms than needed, no
/// surrogates, nothing beyond U+10FFFF.
std::size_t letter_at(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return lead == 0 ? 0 : 1;
  const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const std::uint8_t second = byte(1);
  const bool is_out_of_range = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                               (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return is_out_of_range ? 0 : length;
}

}  // namespace

std::optional<std::string> repaired(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return c > 0; })) return std::nullopt;
  std::string good;
  bool is_good = true;
  while (!text.empty()) {
    const std::size_t length = letter_at(text);
    good += length > 0 ? text.substr(0, length) : kReplacement;
    is_good = is_good && length > 0;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  if (is_good) return std::nullopt;
  return good;
}

}  // namespace storage
