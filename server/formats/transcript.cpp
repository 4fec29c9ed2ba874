#include "server/formats/transcript.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
#include "server/formats/add_game.h"
#include "server/formats/gomoku_points.h"
#include "server/formats/move_text.h"

namespace server {

namespace {

constexpr std::string_view kRule = "rule ", kPos = "pos ";

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

std::string start_of(const PlayedGame& game) {
  // The size of a board of Gomoku is told by nothing else here than the length of a position.
  if (!game.start_pos.empty() || board_size(game) == kUsualBoard) return game.start_pos;
  const auto match = *engine::find_game(game.game)->new_match({.rule = game.rule, .size = game.size});
  return match->look().pos;
}

/// Characters of the number of a move that stands there: digits with their dots, or a colon, or a blank
/// before a letter. 0 where there is none.
std::size_t number_at(std::string_view text, std::size_t at) {
  std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
  if (end == at || end == text.size()) return 0;
  const std::size_t after = std::min(text.find_first_not_of(".)", end), text.size());
  if (after > end) return after - at;
  const std::size_t next = text.find_first_not_of(": \t", end);
  return next != text.npos && next > end && is_letter(text[next]) ? next - at : 0;
}

/// Characters of a pass that stands there, whatever follows: `pass`, `pa`, `ps` or two dashes.
std::size_t pass_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 4;
  const std::string word = lower(text.substr(at, kLongest));
  for (const std::string_view pass : {"pass", "pa", "ps", "--"})
    if (word.starts_with(pass)) return pass.size();
  return 0;
}

bool is_between(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == ';';
}

/// Where the move ends that stands at `at`: a letter and its digits, once or, in Xiangqi, twice. What is none
/// ends with the next blank, so that the refusal shows the whole word.
std::size_t end_of_move(std::string_view text, std::size_t at, int points) {
  std::size_t end = at;
  int found = 0;
  for (; found < points && end + 1 < text.size() && is_letter(text[end]) && is_digit(text[end + 1]);
       ++found) {
    end = std::min(text.find_first_not_of("0123456789", end + 1), text.size());
    if (found + 1 < points && end < text.size() && text[end] == '-') ++end;
  }
  return found == points ? end : std::min(text.find_first_of(" \n\t", at), text.size());
}

/// Moves with nothing between them, or blanks, commas, dashes and numbers.
std::vector<MoveText> split_moves(std::string_view text, int line, int points) {
  std::vector<MoveText> moves;
  std::size_t at = 0;
  while (at < text.size() && moves.size() <= kMaxPlies) {
    const std::size_t pass = points == 1 ? pass_at(text, at) : 0, number = number_at(text, at);
    const bool is_dash = points == 1 && text[at] == '-' && at > 0 && pass == 0;
    if (is_between(text[at]) || is_dash) {
      line += text[at++] == '\n';
    } else if (pass > 0 || number > 0) {
      if (pass > 0) moves.push_back({.text = "pass", .line = line, .is_exact = true});
      at += pass > 0 ? pass : number;
    } else {
      const std::size_t end = end_of_move(text, at, points);
      // A board takes 7,7 as well, counted from 0: texts count from either, and from above or below.
      moves.push_back({.text = lower(text.substr(at, end - at)), .line = line, .is_exact = points == 1});
      at = end;
    }
  }
  return moves;
}

/// The points of a line of nothing but points and passes; empty for any other line, and where a point stands
/// there twice, as in Xiangqi.
std::set<std::string> points_of_line(std::string_view line) {
  std::set<std::string> points;
  for (const MoveText& move : split_moves(line, 1, 1)) {
    if (move.text == "pass") continue;
    const bool is_point = move.text.size() >= 2 && move.text.size() <= 3 && is_letter(move.text[0]) &&
                          is_digit(move.text[1]) && is_digit(move.text.back());
    if (!is_point || !points.insert(move.text).second) return {};
  }
  return points;
}

/// The rest of the first line, if it begins with `word`; the line is taken off.
std::string take_line(std::string_view& text, std::string_view word, int& line) {
  if (!text.starts_with(word)) return {};
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string value(text.substr(word.size(), end - word.size()));
  text.remove_prefix(std::min(end + 1, text.size()));
  ++line;
  return value;
}

/// One of the four first moves of Reversi, with which no game of Xiangqi begins.
bool begins_reversi(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::string first = lower(line.substr(0, 2));
  return first == "f5" || first == "d3" || first == "c4" || first == "e6";
}

}  // namespace

std::vector<std::string_view> split_transcript(std::string_view text) {
  std::vector<std::string_view> lines;
  std::set<std::string> before;
  std::size_t games = 0;
  bool has_others = false;
  for (std::size_t at = 0; at < text.size() && lines.size() <= kMostGames;) {
    const std::string_view line = text.substr(at, text.substr(at).find('\n'));
    at += line.size() + 1;
    if (line.find_first_not_of(" \t") == line.npos) continue;
    add_game(lines, line);
    std::set<std::string> points = begins_reversi(line) ? points_of_line(line) : std::set<std::string>();
    if (points.empty()) continue;
    const auto stood_before = [&](const std::string& point) { return before.contains(point); };
    has_others |= std::ranges::any_of(points, stood_before);
    ++games;
    before = std::move(points);
  }
  const bool is_list = has_others && 2 * games > lines.size();
  return is_list ? lines : std::vector{text};
}

std::string write_transcript(const PlayedGame& game) {
  std::string text;
  if (game.rule != engine::find_game(game.game)->rules.front()) text += std::string(kRule) + game.rule + '\n';
  if (const std::string start = start_of(game); !start.empty()) text += std::string(kPos) + start + '\n';
  const bool spaced = game.game == "xiangqi";
  for (const std::string& move : game.moves) {
    if (move == "pass") continue;
    if (spaced && !text.empty() && text.back() != '\n') text += ' ';
    text += move;
  }
  return text + '\n';
}

ReadTree read_transcript(std::string_view text, std::string_view game, int first_line) {
  int line = first_line;
  PlayedGame read{.game = std::string(game), .rule = take_line(text, kRule, line)};
  const int pos_line = line;
  read.start_pos = take_line(text, kPos, line);
  if (game == "gomoku" && !read.start_pos.empty()) {
    while (read.size * read.size < static_cast<int>(read.start_pos.find(' '))) ++read.size;
  }
  const auto moves = split_moves(text, line, game == "xiangqi" ? 2 : 1);
  const bool is_told = !read.rule.empty();
  TreeGame tree = tree_of(std::move(read), moves, pos_line);
  if (game == "gomoku" && !is_told) tree.rules = gomoku_rules();
  return tree;
}

}  // namespace server
