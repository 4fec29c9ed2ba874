#include "server/formats/fen_dialects.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"

namespace server {

namespace {

std::string_view take_field(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::string_view field = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(field.size());
  return field;
}

/// Guards and ministers of WXF are advisors and elephants. H and E are known to the rules as N and B are.
char fen_letter(char c) {
  constexpr std::string_view kOthers = "GgMm", kOurs = "AaBb";
  const std::size_t at = kOthers.find(c);
  return at == kOthers.npos ? c : kOurs[at];
}

/// The fields behind the side as the rules write them, of programs that leave some out, or count more plies
/// without a capture than there may be here. Anything else stays, for the rules to refuse.
std::string fen_counters(std::string_view text) {
  constexpr std::size_t kLongest = 6;
  constexpr int kMostPlies = 120, kMostMoves = 9999;
  std::vector<int> numbers;
  std::string_view rest = text;
  for (std::string_view field = take_field(rest); !field.empty(); field = take_field(rest)) {
    if (field == "-") continue;
    int number = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    const bool is_number = error == std::errc() && end == field.data() + field.size() && number >= 0;
    if (!is_number || field.size() > kLongest || numbers.size() == 2) return std::string(text);
    numbers.push_back(number);
  }
  if (numbers.empty()) return {};
  const int plies =
      numbers[0] > kMostPlies ? 0 : numbers[0];  // Else the game would be over before it begins.
  const int moves = numbers.size() > 1 ? std::min(numbers[1], kMostMoves) : 1;
  return fmt::format(" - - {} {}", plies, moves);
}

/// As the rules write it; what it is not stays as it stands, for them to refuse.
std::string fen_side(std::string_view side) {
  const std::string word = lower(side);
  if (word == "w" || word == "white" || word == "r" || word == "red" || word == "红" || word == "紅")
    return "w";
  return word == "b" || word == "black" || word == "黑" ? "b" : std::string(side);
}

}  // namespace

void take_fen(TreeGame& game, std::string_view text, int line) {
  game.start_line = line;
  std::string board(take_field(text));
  if (board.empty()) return;
  std::ranges::transform(board, board.begin(), fen_letter);
  const std::string side = fen_side(take_field(text));
  // A side that is neither red's nor black's word is no mistake about who moves but another kind of text: the
  // rules are to refuse it, and no other start is tried.
  const bool is_known = side == "w" || side == "b" || side.empty();
  const std::string counters = fen_counters(text);
  game.game.start_pos = board + ' ' + (side.empty() ? "w" : side) + counters;
  if (is_known) game.other_start = board + (side == "b" ? " w" : " b") + counters;
}

void judge_first_side(TreeGame& game, int line) {
  if (!game.other_begins) return;
  if (game.game.start_pos.empty())
    take_fen(game, (*engine::find_game("xiangqi")->new_match({.rule = game.game.rule}))->look().pos, line);
  // Some programs write red as the side of every position.
  game.other_begins = game.other_start.find(" b") != std::string::npos;
}

void note_handicap(TreeGame& game, int line) {
  constexpr std::string_view kReason = "handicap";
  const bool is_noted = std::ranges::find(game.notes, kReason, &BadText::reason) != game.notes.end();
  if (game.game.start_pos.empty() && !is_noted)
    add_note(game, line, std::string(kReason),
             "pieces are given, but no position is told: the usual one is the start");
}

}  // namespace server
