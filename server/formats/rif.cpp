#include "server/formats/rif.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "server/base/ascii_case.h"
#include "server/formats/add_game.h"
#include "server/formats/gomoku_points.h"
#include "server/formats/xml.h"

namespace server {

namespace {

constexpr std::string_view kOpening = "<game ", kClosing = "</game>";

std::string name_in(const RifTables& tables, std::string_view table, std::string_view id) {
  const auto found = tables.find(fmt::format("{} {}", table, id));
  return found == tables.end() ? std::string() : found->second;
}

std::string rif_result(std::string_view black) {
  if (black == "1" || black == "1.0") return "first";
  if (black == "0" || black == "0.0") return "second";
  return black == "0.5" ? "draw" : "";
}

/// The next move, with what stands before it taken off: a letter and its digits, with nothing or a dash or a
/// comma behind, a pass as "pass" or two dashes, or a word that is none of these. Empty at the end.
std::string next_point(std::string_view& text) {
  constexpr std::string_view kBetween = " \n\t,;", kDigits = "0123456789";
  text.remove_prefix(std::min(text.find_first_not_of(kBetween), text.size()));
  // One dash parts moves, two are a pass.
  while (text.starts_with('-') && !text.starts_with("--")) {
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of(kBetween), text.size()));
  }
  if (text.starts_with("--")) {
    text.remove_prefix(2);
    return "pass";
  }
  // Some write no blanks: h8i9. So digits end a point, and what is none ends where a sign parts it.
  std::size_t end = std::min(text.find_first_not_of(kDigits, 1), text.size());
  if (end <= 1) end = std::min(text.find_first_of(" \n\t,;-"), text.size());
  const std::string word = lower(text.substr(0, end));
  text.remove_prefix(end);
  return word;
}

void read_points(std::string_view text, int line, TreeGame& game) {
  GameTree::Id at = GameTree::kRoot;
  for (std::string point = next_point(text); !point.empty(); point = next_point(text)) {
    if (game.tree.full()) return add_note(game, line, "too_many_moves", "the rest is left out");
    at = game.tree.add(at, {.text = std::move(point), .line = line, .is_exact = true});
  }
}

}  // namespace

bool is_rif(std::string_view text) {
  constexpr std::size_t kHead = std::size_t{1} << 20;  // Tables stand before the games.
  if (!text.starts_with('<')) return false;
  const std::size_t game = text.find(kOpening);
  if (game != text.npos) return text.substr(game, text.substr(game).find('>')).find("bresult=") != text.npos;
  return text.substr(0, kHead).find("<games") != text.npos;
}

std::vector<std::string_view> split_rif(std::string_view text) {
  std::vector<std::string_view> games;
  std::size_t end = 0, close = 0;
  for (std::size_t at = text.find(kOpening), next = at; at != text.npos; at = next) {
    next = text.find(kOpening, at + 1);
    // Where none is left, none is looked for again.
    if (end < at) end = text.find('>', at);
    if (close < at) close = text.find(kClosing, at);
    std::size_t after = next;  // Of one that does not end.
    if (end < next && text[end - 1] == '/') {
      after = end + 1;  // A game without moves may be an element without content.
    } else if (close < next) {
      after = close + kClosing.size();
    } else if (next == text.npos) {
      after = std::min(text.find("</games", at), text.size());
    }
    add_game(games, text.substr(at, after - at));
  }
  if (games.empty()) add_game(games, text);
  return games;
}

RifTables read_rif_tables(std::string_view text) {
  RifTables tables;
  const std::string_view head = text.substr(0, text.find(kOpening));
  const std::size_t last = text.rfind(kOpening);
  const std::string_view tail = last == text.npos ? std::string_view() : text.substr(last);
  // Not the text of all games between: it may have 64 MiB.
  for (const std::string_view part : {head, tail}) {
    for (const std::string_view table : {"player", "tournament", "rule", "opening"}) {
      Elements rows(part, table);
      for (auto row = rows.next(); row && tables.size() < kMostRifRows; row = rows.next()) {
        const std::string_view first = attribute(row->tag, "name"), last = attribute(row->tag, "surname");
        const std::string name =
            plain_xml(first) + (first.empty() || last.empty() ? "" : " ") + plain_xml(last);
        tables.emplace(fmt::format("{} {}", table, attribute(row->tag, "id")), clean_name(name));
        const std::string_view start = attribute(row->tag, "start");
        if (table == "tournament")
          tables.emplace(fmt::format("start {}", attribute(row->tag, "id")),
                         clean_name(start.empty() ? attribute(row->tag, "year") : start));
      }
    }
  }
  return tables;
}

ReadTree read_rif(std::string_view text, const RifTables& tables, int first_line) {
  const std::string_view tag = text.substr(0, text.find('>'));
  const auto told = [&](std::string_view name) { return attribute(tag, name); };
  if (!tag.starts_with(kOpening))
    return bad_text(first_line, "no_games", "there is no game in this database");
  const auto moves = Elements(text, "move").next();
  const bool has_end = !moves || moves->tag.ends_with('/') || text.find("</move>") != text.npos;
  if (!has_end)
    return bad_text(first_line + moves->line - 1, "truncated", "the moves do not end: </move> is missing");
  TreeGame game{.game = {.game = "gomoku", .rule = "renju", .size = kUsualBoard}};
  try_other_rules(game);
  game.game.names = {name_in(tables, "player", told("black")), name_in(tables, "player", told("white"))};
  game.game.event = name_in(tables, "tournament", told("tournament"));
  game.game.result = rif_result(told("bresult"));
  if (game.game.result.empty()) add_tag(game, "Result", plain_xml(told("bresult")), first_line);
  take_date(game, name_in(tables, "start", told("tournament")), first_line);
  add_tag(game, "Opening", name_in(tables, "opening", told("opening")), first_line);
  add_tag(game, "Rule", name_in(tables, "rule", told("rule")), first_line);
  add_tag(game, "Publisher", name_in(tables, "player", told("publisher")), first_line);
  for (const auto& [name, attribute] :
       {std::pair("Round", "round"), std::pair("Id", "id"), std::pair("BlackTime", "btime"),
        std::pair("WhiteTime", "wtime"), std::pair("Alternatives", "alt"), std::pair("Swap", "swap")})
    add_tag(game, name, plain_xml(told(attribute)), first_line);
  if (const auto info = Elements(text, "info").next())
    game.tree[GameTree::kRoot].comment = plain_xml(info->content);
  if (moves) read_points(moves->content, first_line + moves->line - 1, game);
  if (!tag.ends_with('/') && !text.ends_with(kClosing))
    add_note(game, first_line, "truncated", "the game does not end: </game> is missing");
  return game;
}

}  // namespace server
