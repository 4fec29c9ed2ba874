#include "server/formats/xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "server/base/utf8.h"

namespace server {

namespace {

/// What `escape`, "#20013" or "#x4E2D", stands for.
std::optional<char32_t> numbered_character(std::string_view escape) {
  const bool is_hex = escape.starts_with("#x");
  if (!escape.starts_with('#')) return std::nullopt;
  escape.remove_prefix(is_hex ? 2 : 1);
  std::uint32_t number = 0;
  const char* const end = escape.data() + escape.size();
  const auto [stop, error] = std::from_chars(escape.data(), end, number, is_hex ? 16 : 10);
  const bool is_character = number > 0 && number < 0x110000 && (number & ~0x7FFU) != 0xD800;
  if (error != std::errc() || stop != end || !is_character) return std::nullopt;
  return number;
}

/// What `escape`, without its & and ;, stands for.
std::optional<char32_t> character(std::string_view escape) {
  constexpr std::pair<std::string_view, char32_t> kNames[] = {
      {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}, {"amp", '&'}};
  const auto named = std::ranges::find(kNames, escape, &std::pair<std::string_view, char32_t>::first);
  return named == std::end(kNames) ? numbered_character(escape) : named->second;
}

}  // namespace

Elements::Elements(std::string_view text, std::string_view name)
    : text_(text), opening_(fmt::format("<{}", name)), closing_(fmt::format("</{}>", name)) {}

std::optional<Element> Elements::next() {
  for (at_ = text_.find(opening_, at_); at_ != text_.npos; at_ = text_.find(opening_, at_ + 1)) {
    const std::size_t after = at_ + opening_.size();
    if (after < text_.size() && std::string_view(" />\n\t").find(text_[after]) != std::string_view::npos)
      return element(after);
  }
  return std::nullopt;
}

std::optional<Element> Elements::element(std::size_t after) {
  line_ += static_cast<int>(std::ranges::count(text_.substr(counted_, at_ - counted_), '\n'));
  counted_ = at_;
  const std::size_t end = text_.find('>', after);
  if (end == text_.npos) return std::nullopt;
  Element element{.tag = text_.substr(after, end - after), .content = {}, .line = line_};
  at_ = end;
  if (element.tag.ends_with('/')) return element;
  const std::size_t close = closes_ ? text_.find(closing_, end) : text_.npos;
  // Once no closing tag is left, none is looked for again: the whole stays linear.
  closes_ = close != text_.npos;  // Else none will: each of the others would look for it up to the end.
  if (!closes_) return element;
  element.content = text_.substr(end + 1, close - end - 1);
  at_ = close;
  return element;
}

std::string_view attribute(std::string_view tag, std::string_view name) {
  for (const char quote : {'"', '\''}) {
    const std::string opening = fmt::format("{}={}", name, quote);
    std::size_t at = tag.find(opening);
    // The end of another name: surname has a name.
    while (at != tag.npos && at > 0 && static_cast<unsigned char>(tag[at - 1]) > ' ')
      at = tag.find(opening, at + 1);
    if (at == tag.npos) continue;
    const std::string_view rest = tag.substr(at + opening.size());
    return rest.substr(0, rest.find(quote));
  }
  return {};
}

std::string plain_xml(std::string_view content) {
  constexpr std::string_view kOpening = "<![CDATA[", kClosing = "]]>";
  if (content.starts_with(kOpening) && content.ends_with(kClosing))
    return std::string(content.substr(kOpening.size(), content.size() - kOpening.size() - kClosing.size()));
  constexpr std::size_t kLongestEscape = 9;  // &#x10FFFF without its end.
  std::string text;
  while (!content.empty()) {
    // An ampersand without a semicolon near it is itself.
    const std::size_t end = content.substr(0, kLongestEscape + 1).find(';');
    const auto escaped =
        content.front() == '&' && end != content.npos ? character(content.substr(1, end - 1)) : std::nullopt;
    if (escaped) {
      append_utf8(text, *escaped);
    } else {
      text += content.front();
    }
    content.remove_prefix(escaped ? end + 1 : 1);
  }
  return text;
}

}  // namespace server
