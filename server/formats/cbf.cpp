#include "server/formats/cbf.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "server/base/utf8.h"
#include "server/formats/encoding.h"
#include "server/formats/tree_texts.h"

namespace server {

namespace {

/// An element of a flat document: its tag with its attributes, and what stands in it.
struct Element {
  std::string_view tag, content;
  int line = 0;
};

/// Reads the elements of one name, in order. It is no reader of XML: this format nests nothing that we ask
/// for.
class Elements {
 public:
  Elements(std::string_view text, std::string_view name)
      : text_(text), opening_(fmt::format("<{}", name)), closing_(fmt::format("</{}>", name)) {}

  std::optional<Element> next() {
    for (at_ = text_.find(opening_, at_); at_ != text_.npos; at_ = text_.find(opening_, at_ + 1)) {
      const std::size_t after = at_ + opening_.size();
      if (after < text_.size() && std::string_view(" />\n\t").find(text_[after]) != std::string_view::npos)
        return element(after);
    }
    return std::nullopt;
  }

 private:
  std::optional<Element> element(std::size_t after) {
    line_ += static_cast<int>(std::ranges::count(text_.substr(counted_, at_ - counted_), '\n'));
    counted_ = at_;
    const std::size_t end = text_.find('>', after);
    if (end == text_.npos) return std::nullopt;
    Element element{.tag = text_.substr(after, end - after), .content = {}, .line = line_};
    at_ = end;
    if (element.tag.ends_with('/')) return element;
    const std::size_t close = closes_ ? text_.find(closing_, end) : text_.npos;
    closes_ = close != text_.npos;  // Else none will: each of the others would look for it up to the end.
    if (!closes_) return element;
    element.content = text_.substr(end + 1, close - end - 1);
    at_ = close;
    return element;
  }

  std::string_view text_;
  std::string opening_, closing_;
  int line_ = 1;
  std::size_t at_ = 0, counted_ = 0;
  bool closes_ = true;
};

/// Of an attribute, between its quotes, which are of either kind.
std::string_view attribute(std::string_view tag, std::string_view name) {
  for (const char quote : {'"', '\''}) {
    const std::string opening = fmt::format("{}={}", name, quote);
    const std::size_t at = tag.find(opening);
    if (at == tag.npos) continue;
    const std::string_view rest = tag.substr(at + opening.size());
    return rest.substr(0, rest.find(quote));
  }
  return {};
}

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

/// Text as people wrote it: that of a CDATA section as it stands, else without the escapes of XML.
std::string plain(std::string_view content) {
  constexpr std::string_view kOpening = "<![CDATA[", kClosing = "]]>";
  if (content.starts_with(kOpening) && content.ends_with(kClosing))
    return std::string(content.substr(kOpening.size(), content.size() - kOpening.size() - kClosing.size()));
  constexpr std::size_t kLongestEscape = 9;  // &#x10FFFF without its end.
  std::string text;
  while (!content.empty()) {
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

std::string trimmed(std::string text) {  // Longer than a name.
  const std::size_t from = std::min(text.find_first_not_of(" \n\t"), text.size());
  return text.substr(from, text.find_last_not_of(" \n\t") + 1 - from);
}

/// 77-47, files and ranks from black's left corner, as h2e2.
std::string move_text(std::string_view value) {
  const auto is_digit = [&](std::size_t i) { return '0' <= value[i] && value[i] <= '9'; };
  if (value.size() != 5 || value[2] != '-' || !is_digit(0) || !is_digit(1) || !is_digit(3) || !is_digit(4))
    return std::string(value);
  const auto file = [](char digit) { return static_cast<char>('a' + digit - '0'); };
  const auto rank = [](char digit) { return static_cast<char>('0' + '9' - digit); };
  return {file(value[0]), rank(value[1]), file(value[3]), rank(value[4])};
}

void read_cbf_moves(std::string_view text, TreeGame& game) {
  Elements moves(text, "Move");
  GameTree::Id at = GameTree::kRoot;
  for (auto move = moves.next(); move; move = moves.next()) {
    if (game.tree.full()) return add_note(game, move->line, "too_many_moves", "the rest is left out");
    const std::string_view value = attribute(move->tag, "value");
    if (value != "00-00")
      at = game.tree.add(at, {.text = move_text(value), .line = move->line, .is_exact = true});
    if (std::string comment = plain(move->content); !comment.empty())
      game.tree[at].comment = std::move(comment);
    if (attribute(move->tag, "end") != "1") continue;
    if (const auto more = moves.next()) add_note(game, more->line, "variations", "variations are left out");
    return;
  }
}

}  // namespace

bool is_cbf(std::string_view bytes) {
  return bytes.substr(0, 1024).find("<ChineseChessRecord") != bytes.npos;
}

ReadTree read_cbf(std::string_view bytes) {
  const auto text = to_utf8(bytes, likely_encodings(bytes).front());
  if (!text) return engine::Unexpected(text.error());
  const auto field = [&](std::string_view name) {
    const auto element = Elements(*text, name).next();
    return element ? plain(element->content) : std::string();
  };
  const auto head = [&](std::string_view name) { return clean_name(field(name)); };
  constexpr std::pair<std::string_view, std::string_view> kResults[] = {
      {"1", "first"}, {"2", "second"}, {"3", "draw"}};
  const auto result = std::ranges::find(kResults, head("RecordResult"),
                                        &std::pair<std::string_view, std::string_view>::first);
  const std::string event = head("Contest");
  TreeGame game{.game = {.game = "xiangqi",
                         .rule = "",
                         .start_pos = trimmed(field("FEN")),
                         .names = {head("Red"), head("Black")},
                         .event = event.empty() ? head("Name") : event,
                         .at = read_day(head("Date")),
                         .result = std::string(result == std::end(kResults) ? "" : result->second)}};
  read_cbf_moves(*text, game);
  drop_bad_start(game);
  return play_tree(std::move(game));
}

}  // namespace server
