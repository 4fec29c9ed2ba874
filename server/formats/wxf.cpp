#include "server/formats/wxf.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "server/base/ascii_case.h"
#include "server/formats/add_game.h"
#include "server/formats/fen_dialects.h"
#include "server/formats/pgn.h"
#include "server/formats/pgn_words.h"
#include "server/formats/result_words.h"

namespace server {

namespace {

constexpr std::string_view kWxfStart = "START{", kWxfEnd = "}END";

std::string_view trim(std::string_view text) {
  const std::size_t from = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(from, text.find_last_not_of(" \t") + 1 - from);
}

/// Letters that a file writes for those of WXF: its FORMAT line has them as R(C).
using Letters = std::map<char, char>;

Letters letters_of(std::string_view format) {
  Letters letters;
  for (std::size_t at = 0; at + 3 < format.size(); ++at)
    if (format[at + 1] == '(' && format[at + 3] == ')' && format[at] != format[at + 2])
      letters[format[at + 2]] = format[at];
  return letters;
}

void translate(GameTree& tree, const Letters& letters) {
  for (std::size_t id = 1; id < tree.size() && !letters.empty(); ++id) {
    std::string& text = tree[static_cast<GameTree::Id>(id)].move.text;
    for (std::size_t i = 0; i < std::min<std::size_t>(text.size(), 2); ++i)
      if (const auto letter = letters.find(text[i]); letter != letters.end()) text[i] = letter->second;
  }
}

/// "1-0", "Red wins"; of "Black resigns" it is the other side that wins.
std::string wxf_result(std::string_view text) {
  const std::string word = lower(text);
  const auto has = [&](auto... parts) { return ((word.find(parts) != word.npos) || ...); };
  if (word.starts_with("1/2") || word.starts_with("draw") || word.starts_with("tie")) return "draw";
  if (std::string winner = winner_in_english(word, "red", "black"); !winner.empty()) return winner;
  const bool red = word.starts_with("red"), black = word.starts_with("black");
  const bool loses = !has("win", "won") && has("resign", "los", "forfeit", "time", "mated");
  if (word.starts_with("1-0") || (red && !loses) || (black && loses)) return "first";
  if (word.starts_with("0-1") || black || red) return "second";
  return told_by_words(text);
}

/// "RED Lin; Guangdong; 2500": the name, and what else is said of the player.
void take_player(TreeGame& game, std::size_t side, std::string_view text, int line) {
  const std::size_t end = std::min(text.find(';'), text.size());
  game.game.names[side] = clean_name(text.substr(0, end));
  if (end < text.size()) add_tag(game, side == 0 ? "RedTeam" : "BlackTeam", trim(text.substr(end + 1)), line);
}

void take_line(TreeGame& game, std::string_view text, int line, Letters& letters) {
  const std::size_t end = std::min(text.find_first_of(" \t:"), text.size());
  const std::string word = upper(text.substr(0, end));
  const std::string_view value = trim(text.substr(std::min(end + 1, text.size())));
  if (word == "FORMAT") {
    letters = letters_of(value);
  } else if (word == "RED" || word == "BLACK") {
    take_player(game, word == "RED" ? 0 : 1, value, line);
  } else if (word == "EVENT") {
    game.game.event = clean_name(value);
  } else if (word == "DATE") {
    take_date(game, value, line);
  } else if (word == "RESULT") {
    std::string result = wxf_result(value);
    if (result.empty()) add_tag(game, "Result", value, line);
    // What stands behind the moves counts where the line says nothing.
    if (!result.empty()) game.game.result = std::move(result);
  } else if (word == "FEN") {
    take_fen(game, value, line);
  } else {
    add_tag(game, word, value, line);
  }
}

void take_wxf_head(TreeGame& game, std::string_view head, int line) {
  const int first_line = line;
  Letters letters;
  int handicap_line = 0;
  for (std::string_view left = head; !left.empty(); ++line) {
    const std::string_view each = left.substr(0, left.find('\n'));
    if (!trim(each).empty()) take_line(game, trim(each), line, letters);
    if (handicap_line == 0 && tells_handicap(each)) handicap_line = line;
    left.remove_prefix(std::min(each.size() + 1, left.size()));
  }
  // After all lines: FORMAT need not be the first of them, nor FEN.
  translate(game.tree, letters);
  // A comment may have told of a handicap before the head was read.
  if (!game.game.start_pos.empty())
    std::erase_if(game.notes, [](const BadText& note) { return note.reason == "handicap"; });
  if (handicap_line > 0) note_handicap(game, handicap_line);
  judge_first_side(game, first_line);
}

/// Of moves whose end is missing, with the head of the next game behind them, the bytes before that head: up
/// to the first line with a word of a head. All of them, if there is none.
std::size_t size_before_head(std::string_view text) {
  constexpr std::string_view kWords[] = {"FORMAT", "EVENT", "DATE", "SITE", "RED", "BLACK", "RESULT", "FEN"};
  constexpr std::size_t kLongest = 8;  // With a sign behind it.
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
    const std::string_view line = text.substr(at + 1, kLongest);
    const std::string word = upper(line.substr(0, line.find_first_of(" \t:\n")));
    if (std::ranges::find(kWords, word) != std::end(kWords)) return at + 1;
  }
  return text.size();
}

}  // namespace

bool is_wxf(std::string_view text) {
  const std::size_t start = text.find(kWxfStart);
  return start != text.npos && (start == 0 || text[start - 1] == '\n' || text.starts_with("FORMAT"));
}

std::vector<std::string_view> split_wxf(std::string_view text) {
  std::vector<std::string_view> games;
  std::size_t end = text.find(kWxfEnd);
  for (std::size_t at = 0, start = text.find(kWxfStart); start != text.npos;) {
    // Where none is left, none is looked for again.
    if (end < start) end = text.find(kWxfEnd, start);
    const std::size_t next = text.find(kWxfStart, start + kWxfStart.size());
    std::size_t after = end == text.npos ? text.size() : end + kWxfEnd.size();
    if (next < after) after = start + size_before_head(text.substr(start, next - start));
    add_game(games, text.substr(at, after - at));
    at = after;
    start = next;
  }
  if (games.empty()) add_game(games, text);
  return games;
}

ReadTree read_wxf(std::string_view text, int first_line) {
  const std::size_t start = text.find(kWxfStart);
  if (start == text.npos) return bad_text(first_line, "syntax", "the moves stand between START{ and }END");
  const std::string_view head = text.substr(0, start);
  const std::string_view rest = text.substr(start + kWxfStart.size());
  const int start_line = first_line + static_cast<int>(std::ranges::count(head, '\n'));
  return read_pgn_moves(rest.substr(0, rest.rfind('}')), start_line,
                        [&](TreeGame& game) { take_wxf_head(game, head, first_line); });
}

}  // namespace server
