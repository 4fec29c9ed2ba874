#include "server/formats/cbf.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "server/formats/encoding.h"
#include "server/formats/fen_dialects.h"
#include "server/formats/pgn_words.h"
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
  // The second digit counts ranks from black's side, ours from red's.
  return {file(value[0]), rank(value[1]), file(value[3]), rank(value[4])};
}

/// What no field of a game holds of the head.
void take_cbf_head(std::string_view text, TreeGame& game) {
  constexpr std::string_view kRead[] = {"Red", "Black", "Contest", "Date", "RecordResult", "FEN"};
  constexpr std::size_t kMostSigns = 2 * kMostTags;  // Each may be looked for up to the end.
  const auto head = Elements(text, "Head").next();
  std::string_view rest = head ? head->content : std::string_view();
  for (std::size_t signs = 0; signs < kMostSigns; ++signs) {
    const std::size_t opening = rest.find('<');
    if (opening == rest.npos) return;
    rest.remove_prefix(opening);
    const std::string_view name = rest.substr(1, rest.find_first_of(" />\n\t", 1) - 1);
    const auto element = name.empty() ? std::nullopt : Elements(rest, name).next();
    const std::string_view content = element ? element->content : std::string_view();
    const std::string value = clean_name(plain_xml(content));
    if (std::ranges::find(kRead, name) == std::end(kRead) && value != game.game.event)
      add_tag(game, name, value);
    rest.remove_prefix(
        content.empty() ? 1 : static_cast<std::size_t>(content.data() + content.size() - rest.data()));
  }
  add_note(game, 0, "tag", "the rest of the head is left out");
}

/// In the order of CCBridge: `branch` says that another move in the place of this one comes after its line,
/// `end` that the line ends.
void read_cbf_moves(std::string_view text, TreeGame& game) {
  Elements moves(text, "Move");
  TreeBuilder tree(game);
  while (const auto move = moves.next()) {
    const std::string_view value = attribute(move->tag, "value");
    if (value == "00-00") {
      game.tree[GameTree::kRoot].comment = plain_xml(move->content);
      continue;
    }
    if (!tree.wants_more()) {
      if (!game.tree.full())
        add_note(game, move->line, "variations", "moves that belong to no line are left out");
      return;
    }
    tree.add({.text = move_text(value), .line = move->line, .is_exact = true}, plain_xml(move->content),
             attribute(move->tag, "end") != "1", attribute(move->tag, "branch") == "1");
  }
}

}  // namespace

bool is_cbf(std::string_view bytes) {
  return bytes.substr(0, 1024).find("<ChineseChessRecord") != bytes.npos;
}

ReadTree read_cbf(std::string_view bytes, std::optional<Encoding> encoding) {
  std::vector<BadText> notes;
  // The likeliest alone: moves are points, so legal moves would not tell one encoding from another.
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
                         .names = {head("Red"), head("Black")},
                         // Where no contest is told the name of the game stands for it.
                         .event = event.empty() ? head("Name") : event,
                         .result = std::string(result == std::end(kResults) ? "" : result->second)}};
  game.notes = std::move(notes);
  take_fen(game, trimmed(field("FEN")), 0);
  take_date(game, head("Date"));
  if (const std::string told = head("RecordResult"); game.game.result.empty() && told != "0")
    add_tag(game, "Result", told);
  take_cbf_head(*text, game);
  read_cbf_moves(*text, game);
  drop_bad_start(game);
  const bool is_handicap = tells_handicap(game.game.event) || tells_handicap(head("Name"));
  if (is_handicap && field("FEN").empty()) note_handicap(game, 0);
  return game;
}

}  // namespace server
