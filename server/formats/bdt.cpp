#include "server/formats/bdt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "server/formats/add_game.h"
#include "server/formats/gomoku_points.h"

namespace server {

namespace {

constexpr std::string_view kBdtOpening = "=[";
enum BdtField { kBlack, kWhite, kResult, kMoves, kFifth, kSwap, kRemark, kFields };

bool all_hex(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isxdigit(c) != 0; });
}

/// Without blanks around them. The last one may have commas.
/// What is missing at the end is empty.
std::array<std::string_view, kFields> bdt_fields(std::string_view text) {
  std::array<std::string_view, kFields> fields{};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    fields[i] = i + 1 == fields.size() ? text : text.substr(0, text.find(','));
    text.remove_prefix(std::min(fields[i].size() + 1, text.size()));
    fields[i].remove_prefix(std::min(fields[i].find_first_not_of(" \t"), fields[i].size()));
    fields[i] = fields[i].substr(0, fields[i].find_last_not_of(" \t") + 1);
  }
  return fields;
}

int hex(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) ? c - '0' : (c | 0x20) - 'a' + 10;
}

bool is_bdt_line(std::string_view line) {
  const std::size_t at = line.find(kBdtOpening), end = line.rfind(']');
  if (at == line.npos || end == line.npos || end < at) return false;
  const auto fields = bdt_fields(line.substr(at + 2, end - at - 2));
  const std::string_view moves = fields[kMoves];
  // By the moves, since names and results may hold anything.
  return !moves.empty() && moves.size() % 2 == 0 && all_hex(moves);
}

/// Column from the left and row from below, a hexadecimal digit each; 0 is a pass.
void read_hex_points(std::string_view moves, int line, TreeGame& game) {
  GameTree::Id at = GameTree::kRoot;
  for (std::size_t i = 0; i + 1 < moves.size() && !game.tree.full(); i += 2) {
    const int column = hex(moves[i]), row = hex(moves[i + 1]);
    std::string text = column == 0 || row == 0
                           ? std::string("pass")
                           : fmt::format("{}{}", static_cast<char>('a' + column - 1), row);
    at = game.tree.add(at, {.text = std::move(text), .line = line, .is_exact = true});
  }
}

}  // namespace

bool is_bdt(std::string_view text) {
  return is_bdt_line(text.substr(0, text.find('\n')));
}

std::vector<std::string_view> split_bdt(std::string_view text) {
  std::vector<std::string_view> games;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = text.substr(at, text.substr(at).find('\n'));
    if (line.find(kBdtOpening) != line.npos) add_game(games, line);
    at += line.size() + 1;
  }
  if (games.empty()) add_game(games, text);
  return games;
}

ReadTree read_bdt(std::string_view text, int line) {
  if (!is_bdt_line(text))
    return bad_text(line, "syntax",
                    "a line is like event=[black,white,+,88998A,,,]: moves are two digits each");
  const std::size_t at = text.find(kBdtOpening);
  const auto fields = bdt_fields(text.substr(at + 2, text.rfind(']') - at - 2));
  // Renju first; where it forbids a move of the line, the game may still be one of freestyle.
  TreeGame game{.game = {.game = "gomoku", .rule = "renju", .size = kUsualBoard}};
  try_other_rules(game);
  game.game.event = clean_name(text.substr(0, at));
  game.game.names = {clean_name(fields[kBlack]), clean_name(fields[kWhite])};
  game.game.result = fields[kResult] == "+"   ? "first"
                     : fields[kResult] == "-" ? "second"
                     : fields[kResult] == "=" ? "draw"
                                              : "";
  if (game.game.result.empty()) add_tag(game, "Result", fields[kResult], line);
  read_hex_points(fields[kMoves], line, game);
  if (fields[kFifth] != "?") add_tag(game, "Alternatives", fields[kFifth], line);
  if (fields[kSwap] != "-") add_tag(game, "Swap", fields[kSwap], line);
  game.tree[GameTree::kRoot].comment = fields[kRemark];
  const std::string_view rest = text.substr(text.rfind(']') + 1);
  if (rest.find_first_not_of(" \t;,") != rest.npos)
    add_note(game, line, "rest", fmt::format("these words are left out: {}", rest));
  return game;
}

}  // namespace server
