#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace engine {

/// The number that a whole text is, in decimal; none: it is something else, or beyond what a Number holds.
/// Without leading blanks or a plus.
template <class Number>
std::optional<Number> to_number(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

}  // namespace engine
