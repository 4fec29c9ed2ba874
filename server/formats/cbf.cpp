#include "server/formats/cbf.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "server/formats/encoding.h"
#include "server/formats/tree_texts.h"
#include "server/formats/xml.h"

namespace server {

namespace {

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
    if (std::string comment = plain_xml(move->content); !comment.empty())
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

ReadTree read_cbf(std::string_view bytes, std::optional<Encoding> encoding) {
  std::vector<BadText> notes;
  const auto text = to_utf8(bytes, encoding ? *encoding : likely_encodings(bytes).front(), notes);
  if (!text) return engine::Unexpected(text.error());
  const auto field = [&](std::string_view name) {
    const auto element = Elements(*text, name).next();
    return element ? plain_xml(element->content) : std::string();
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
  game.notes = std::move(notes);
  read_cbf_moves(*text, game);
  drop_bad_start(game);
  return game;
}

}  // namespace server
