#include "server/formats/pgn_tag.h"

#include "server/formats/pgn_words.h"

namespace server {

namespace {

constexpr std::string_view kBlanksOfLine = " \t";

void skip_blanks(std::string_view& text) {
  while (blank_size(text) > 0) text.remove_prefix(blank_size(text));
}

std::string take_name(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && in_tag_name(text[end])) ++end;
  const std::string name(text.substr(0, end));
  text.remove_prefix(end);
  return name;
}

/// Red Lin]: some write no quotes. With its bracket it is taken off.
std::optional<std::string> take_bare_value(std::string_view& text) {
  const std::size_t end = text.find_first_of("]\n\"");
  if (end == text.npos || text[end] != ']') return std::nullopt;
  std::string value(text.substr(0, end));
  text.remove_prefix(end + 1);
  return value;
}

bool ends_value(std::string_view text) {
  if (text[0] != '"') return false;
  const std::size_t next = text.find_first_not_of(kBlanksOfLine, 1);
  return next == text.npos || text[next] == ']' || text[next] == '\n';
}

/// Quotes that stand in the value count as its own where no bracket follows.
std::optional<std::string> take_quoted(std::string_view& text) {
  if (!text.starts_with('"')) return std::nullopt;
  std::string value;
  for (text.remove_prefix(1); !text.empty() && text[0] != '\n' && !ends_value(text); text.remove_prefix(1)) {
    const bool is_escape = text[0] == '\\' && text.size() > 1 && text[1] != '\n';
    if (is_escape) text.remove_prefix(1);
    value += text[0];
  }
  if (!text.starts_with('"')) return std::nullopt;
  text.remove_prefix(1);
  return value;
}

}  // namespace

bool begins_tag(std::string_view text) {
  if (!text.starts_with('[')) return false;
  text.remove_prefix(1);
  const bool has_name = !take_name(text).empty();
  const std::size_t quote = text.find_first_not_of(kBlanksOfLine);
  return has_name && quote != text.npos && text[quote] == '"';
}

std::optional<WrittenTag> read_tag(std::string_view text) {
  std::string_view rest = text.substr(1);
  skip_blanks(rest);
  WrittenTag tag{.name = take_name(rest)};
  if (tag.name.empty()) return std::nullopt;
  skip_blanks(rest);
  auto value = take_bare_value(rest);
  if (!value) {
    value = take_quoted(rest);
    skip_blanks(rest);
    if (!value || !rest.starts_with(']')) return std::nullopt;
    rest.remove_prefix(1);
  }
  tag.value = *std::move(value);
  tag.size = text.size() - rest.size();
  return tag;
}

}  // namespace server
