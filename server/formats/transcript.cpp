#include "server/formats/transcript.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
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

/// Characters of the number of a move with its dots that stands there.
/// 0 where there is none.
std::size_t number_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  if (end == at || end == text.size() || (text[end] != '.' && text[end] != ')')) return 0;
  while (end < text.size() && (text[end] == '.' || text[end] == ')')) ++end;
  return end - at;
}

/// Moves with nothing between them: a letter and its digits, once or, in Xiangqi, twice. What is no move ends
/// with the next blank, so that it can be shown.
std::vector<MoveText> split_moves(std::string_view text, int line, int points) {
  std::vector<MoveText> moves;
  std::size_t at = 0;
  while (at < text.size() && moves.size() <= kMaxPlies) {
    if (static_cast<unsigned char>(text[at]) <= ' ' || text[at] == ',' || text[at] == ';') {
      line += text[at++] == '\n';
      continue;
    }
    if (const std::size_t number = number_at(text, at); number > 0) {
      at += number;
      continue;
    }
    std::size_t end = at;
    int found = 0;
    for (; found < points && end + 1 < text.size() && is_letter(text[end]) && is_digit(text[end + 1]);
         ++found) {
      end += 2;
      while (end < text.size() && is_digit(text[end])) ++end;
      if (found + 1 < points && end < text.size() && text[end] == '-') ++end;
    }
    // So that the refusal shows the whole word.
    if (found < points) end = std::min(text.find_first_of(" \n\t", at), text.size());
    std::string move = lower(text.substr(at, end - at));
    if (move == "pa" || move == "ps" || move == "--") move = "pass";
    moves.push_back({.text = std::move(move), .line = line});
    at = end;
  }
  return moves;
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

}  // namespace

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
