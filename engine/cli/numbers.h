#pragma once

#include <algorithm>
#include <cstdint>
#include <istream>
#include <optional>

namespace engine::cli {

/// The next number of a command, or the nearest bound; nothing, and the word is left, for what is no number.
/// For commands of protocols, where a wrong number must not end the conversation.
inline std::optional<std::int64_t> number(std::istream& words, std::int64_t min, std::int64_t max) {
  std::int64_t value = 0;
  if (!(words >> value)) {
    words.clear();
    if (value == 0) return std::nullopt;  // Else it is the end of the range that the number lies beyond.
  }
  return std::clamp(value, min, max);
}

}  // namespace engine::cli
