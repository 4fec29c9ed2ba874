#include "server/study/pgn_times.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "server/formats/played_game.h"

namespace server::study {

namespace {

constexpr std::string_view kCommand = "[%emt ";

/// A number of at most so many digits, taken off the text with the sign that must follow it, if any.
std::optional<int> take_digits(std::string_view& text, std::size_t most, std::string_view sign) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || value < 0 || length > most || !text.substr(length).starts_with(sign))
    return std::nullopt;
  text.remove_prefix(length + sign.size());
  return value;
}

std::optional<Millis> read_spent(std::string_view text) {
  constexpr std::size_t kFraction = 3;
  const auto hours = take_digits(text, 4, ":"), minutes = hours ? take_digits(text, 2, ":") : hours,
             seconds = minutes ? take_digits(text, 2, "") : minutes;
  if (!seconds || *minutes > 59 || *seconds > 59) return std::nullopt;
  std::optional<int> millis = 0;
  if (text.starts_with('.')) {
    std::string digits(text.substr(1));
    if (digits.empty() || digits.size() > kFraction) return std::nullopt;
    digits.resize(kFraction, '0');
    text = digits;
    millis = take_digits(text, kFraction, "");
  }
  if (!millis || !text.empty()) return std::nullopt;
  const Millis spent(((*hours * 60LL + *minutes) * 60 + *seconds) * 1000 + *millis);
  return spent.count() <= kLongestThought ? std::optional(spent) : std::nullopt;
}

}  // namespace

std::optional<Millis> take_spent(std::string& comment) {
  const std::size_t at = comment.find(kCommand), end = comment.find(']', at);
  if (end == comment.npos) return std::nullopt;
  const std::size_t from = at + kCommand.size();
  const auto spent = read_spent(std::string_view(comment).substr(from, end - from));
  if (spent) comment.erase(at, end + 1 - at);
  return spent;
}

std::string spent_command(Millis spent) {
  const auto millis = spent.count();
  if (millis <= 0) return {};
  std::string text =
      fmt::format("[%emt {}:{:02}:{:02}", millis / 3'600'000, millis / 60'000 % 60, millis / 1'000 % 60);
  if (millis % 1'000 > 0) text += fmt::format(".{:03}", millis % 1'000);
  return text + ']';
}

}  // namespace server::study
