#include "server/formats/psq.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
#include "server/formats/gomoku_points.h"
#include "server/formats/move_text.h"

namespace server {

namespace {

/// How Piskvork calls a rule, in the last line of its newer files: "Freestyle".
std::string piskvork_name(std::string_view rule) {
  std::string name(rule);
  name.front() = upper(name.front());
  return name;
}

/// One line, without what would make a move of it.
std::string line_of(std::string name) {
  for (std::size_t at; (at = name.find(',')) != std::string::npos;) name.replace(at, 1, "，");
  return name;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  return lines;
}

/// Whole numbers with commas between them; none if the text is something else.
std::vector<std::int64_t> numbers(std::string_view text) {
  std::vector<std::int64_t> list;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    while (at != end && *at == ' ') ++at;
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(at, end, number);
    if (error != std::errc()) return {};
    list.push_back(number);
    at = stop;
    while (at != end && *at == ' ') ++at;
    if (at == end) return list;
    if (*at++ != ',') return {};
  }
}

struct Header {
  int width = 0, height = 0;
  bool second_player_begins = false;
};

/// "Piskvorky 15x15, 11:11, 0": the board, how strong the players are, and which of them begins.
std::optional<Header> read_header(std::string_view line) {
  constexpr std::string_view kWord = "piskvorky ";
  if (line.size() < kWord.size()) return std::nullopt;
  for (std::size_t i = 0; i < kWord.size(); ++i) {
    if (lower(line[i]) != kWord[i]) return std::nullopt;
  }
  const char* const end = line.data() + line.size();
  Header header;
  const auto [x, error] = std::from_chars(line.data() + kWord.size(), end, header.width);
  if (error != std::errc() || x == end || *x != 'x') return std::nullopt;
  if (std::from_chars(x + 1, end, header.height).ec != std::errc()) return std::nullopt;
  header.second_player_begins = line.substr(line.find_last_of(", ") + 1) == "1";
  return header;
}

/// What stands after the moves.
struct Tail {
  std::array<std::string, 2> names{};
  std::string result{}, rule{};
  std::vector<std::string_view> others{};
};

/// Where the second player began.
std::string other_side(const std::string& result) {
  return result == "first" ? "second" : result == "second" ? "first" : result;
}

/// "1,Renju": the winner (1, 2, 0 for a draw, -1 if not known) and the tournament. Its name may begin with a
/// rule: Freestyle1.
bool read_last_line(std::string_view line, Tail& tail) {
  constexpr std::pair<std::string_view, std::string_view> kWinners[] = {
      {"1", "first"}, {"2", "second"}, {"0", "draw"}, {"-1", ""}};
  const std::size_t comma = std::min(line.find(','), line.size());
  const auto winner = std::ranges::find(kWinners, line.substr(0, comma),
                                        &std::pair<std::string_view, std::string_view>::first);
  const std::string_view name = line.substr(std::min(comma + 1, line.size()));
  if (winner == std::end(kWinners) || name.empty() || !numbers(name).empty()) return false;
  const auto rules = engine::find_game("gomoku")->rules;
  const auto rule = std::ranges::find_if(
      rules, [&](std::string_view each) { return name.starts_with(piskvork_name(each)); });
  tail.rule = rule == rules.end() ? "" : *rule;
  tail.result = winner->second;
  return true;
}

/// [name, name,] how the game ended for Piskvork [, winner and rule]
Tail read_tail(std::vector<std::string_view> lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  Tail tail;
  if (!lines.empty() && read_last_line(lines.back(), tail)) lines.pop_back();
  if (lines.size() >= 2) tail.names = {clean_name(lines[0]), clean_name(lines[1])};
  const bool has_end = lines.size() >= 3 && numbers(lines[2]).size() == 1;
  if (lines.size() != 1 || numbers(lines[0]).size() != 1)  // The code of an end alone.
    tail.others.assign(lines.begin() + std::min<std::ptrdiff_t>(has_end ? 3 : 2, std::ssize(lines)),
                       lines.end());
  return tail;
}

/// `lines` of `text`, in their order, that are neither a move nor anything else of the format.
void note_lines(TreeGame& game, std::span<const std::string_view> lines, std::string_view text,
                int first_line) {
  const char* counted = text.data();
  int number = first_line;
  for (const std::string_view line : lines) {
    number += static_cast<int>(std::count(std::exchange(counted, line.data()), line.data(), '\n'));
    if (line.find_first_not_of(" \t") == line.npos) continue;
    add_note(game, number, "words", fmt::format("this line is left out: {}", line));
  }
}

/// Two names, then "x,y,ms" counted from 0 on a board of 20: Piskvork's old records.
ReadTree read_rec(std::string_view text, const std::vector<std::string_view>& lines, int first_line) {
  constexpr int kSize = 20;
  std::vector<MoveText> moves;
  for (std::size_t at = 2; at < lines.size() && moves.size() <= kMaxPlies; ++at) {
    const auto move = numbers(lines[at]);
    if (move.size() != 3) break;
    const int line = static_cast<int>(at) + first_line;
    const auto on_board = [](std::int64_t n) { return 0 <= n && n < kSize; };
    if (!on_board(move[0]) || !on_board(move[1]))
      return bad_text(line, "off_board", "this is no point of the board");
    moves.push_back({.text = move_to({static_cast<int>(move[0]), kSize - 1 - static_cast<int>(move[1])}),
                     .line = line,
                     .spent = std::clamp<storage::Millis>(move[2], 0, kLongestThought)});
  }
  TreeGame tree =
      tree_of({.game = "gomoku", .size = kSize, .names = {clean_name(lines[0]), clean_name(lines[1])}}, moves,
              first_line);
  tree.rules = gomoku_rules();
  note_lines(tree, std::span(lines).subspan(std::min(moves.size() + 2, lines.size())), text, first_line);
  return tree;
}

}  // namespace

bool is_rec(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text.substr(0, 1024));
  return lines.size() > 2 && !lines[0].empty() && numbers(lines[0]).empty() && !lines[1].empty() &&
         numbers(lines[1]).empty() && numbers(lines[2]).size() == 3;
}

std::optional<std::string> write_psq(const PlayedGame& game) {
  if (!game.start_pos.empty()) return std::nullopt;
  const int size = board_size(game);
  std::string text = fmt::format("Piskvorky {0}x{0}, 11:11, 0\n", size);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const BoardPoint point = board_point(game.moves[ply]);
    text += fmt::format("{},{},{}\n", point.file + 1, size - point.rank, game.spent[ply]);
  }
  return text + fmt::format("{}\n{}\n-1\n{},{}\n", line_of(game.names[0]), line_of(game.names[1]),
                            result_word(game, {"1", "2", "0", "-1"}), piskvork_name(game.rule));
}

ReadTree read_psq(std::string_view text, int first_line) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (is_rec(text)) return read_rec(text, lines, first_line);
  const auto header = read_header(lines.empty() ? "" : lines.front());
  if (!header) return bad_text(first_line, "syntax", "the first line is like: Piskvorky 15x15, 11:11, 0");
  if (header->width != header->height) return bad_text(first_line, "size", "the board is not square");
  std::vector<MoveText> moves;
  std::size_t at = 1;
  for (; at < lines.size() && moves.size() <= kMaxPlies; ++at) {
    const auto move = numbers(lines[at]);
    if (move.size() < 2 || move.size() > 3) break;
    const int line = static_cast<int>(at) + first_line;
    // 20 lines are the largest board of our rules.
    const auto on_board = [&](std::int64_t n) { return 1 <= n && n <= header->width && n <= 20; };
    if (!on_board(move[0]) || !on_board(move[1]))
      return bad_text(line, "off_board", "this is no point of the board");
    moves.push_back(
        {.text = move_to({static_cast<int>(move[0]) - 1, header->height - static_cast<int>(move[1])}),
         .line = line,
         .spent = move.size() == 3 ? std::clamp<storage::Millis>(move[2], 0, kLongestThought) : 0});
  }
  Tail tail =
      read_tail({lines.begin() + static_cast<std::ptrdiff_t>(std::min(at, lines.size())), lines.end()});
  if (header->second_player_begins) {  // Names and winner are the players'.
    std::swap(tail.names[0], tail.names[1]);
    tail.result = other_side(tail.result);
  }
  PlayedGame game{.game = "gomoku", .rule = tail.rule, .size = header->width, .names = tail.names};
  TreeGame tree = tree_of(std::move(game), moves, first_line);
  if (tail.rule.empty()) tree.rules = gomoku_rules();
  note_lines(tree, tail.others, text, first_line);
  tree.claimed_result = tail.result;  // Of engines, whom an odd opening or a swap gives the other side.
  return tree;
}

}  // namespace server
