#include "server/formats/psq.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
#include "server/formats/add_game.h"
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

/// Of one game: one for each ply, and some for the names, for other lines and for blank ones between them.
constexpr std::size_t kMostLinesOfPsq = 4 * kMaxPlies;

/// The first of them, without the blanks at their ends.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < kMostLinesOfPsq) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines.push_back(line.substr(0, line.find_last_not_of(" \t") + 1));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
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

constexpr std::string_view kHeaderWord = "piskvorky ";

bool begins_psq(std::string_view line) {
  return line.size() >= kHeaderWord.size() && lower(line.substr(0, kHeaderWord.size())) == kHeaderWord;
}

/// "Piskvorky 15x15, 11:11, 0": the board, how strong the players are, and which of them begins.
std::optional<Header> read_header(std::string_view line) {
  if (!begins_psq(line)) return std::nullopt;
  const char* const end = line.data() + line.size();
  Header header;
  const auto [x, error] = std::from_chars(line.data() + kHeaderWord.size(), end, header.width);
  if (error != std::errc() || x == end || lower(*x) != 'x') return std::nullopt;
  if (std::from_chars(x + 1, end, header.height).ec != std::errc()) return std::nullopt;
  header.second_player_begins = line.substr(line.find_last_of(", ") + 1) == "1";
  return header;
}

/// What stands after the moves.
struct Tail {
  std::array<std::string, 2> names{};
  std::string result{}, rule{};
  std::span<const std::string_view> others{};
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
  const auto rule =
      std::ranges::find_if(rules, [&](std::string_view each) { return lower(name).starts_with(each); });
  tail.rule = rule == rules.end() ? "" : *rule;
  tail.result = winner->second;
  return true;
}

/// [name, name,] how the game ended for Piskvork [, winner and rule]
Tail read_tail(std::span<const std::string_view> lines) {
  Tail tail;
  if (!lines.empty() && read_last_line(lines.back(), tail)) lines = lines.first(lines.size() - 1);
  // A blank line before the names, which may be blank themselves.
  if (lines.size() > 3 && lines[0].empty() && numbers(lines[3]).size() == 1) lines = lines.subspan(1);
  if (lines.size() >= 2) tail.names = {clean_name(lines[0]), clean_name(lines[1])};
  const bool has_end = lines.size() >= 3 && numbers(lines[2]).size() == 1;
  if (lines.size() != 1 || numbers(lines[0]).size() != 1)  // The code of an end alone.
    tail.others = lines.subspan(std::min<std::size_t>(has_end ? 3 : 2, lines.size()));
  return tail;
}

/// What lines_of() left out of `text`.
void note_further_lines(TreeGame& game, std::span<const std::string_view> lines, std::string_view text,
                        int first_line) {
  if (lines.size() < kMostLinesOfPsq) return;
  const std::string_view rest(lines.back().end(), text.end());
  if (rest.find_first_not_of(" \n\t") == rest.npos) return;
  add_note(game, first_line + static_cast<int>(lines.size()), "too_long",
           "the game has too many lines: the rest is left out");
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

/// Lines of "x,y,ms", or "x,y", one after another.
struct MoveLines {
  std::vector<MoveText> moves{};
  std::size_t end = 0;   ///< The first line behind them.
  int more_numbers = 0;  ///< In so many lines, the first of which is `line`.
  int line = 0;
  std::optional<BadText> bad{};
};

/// The line at `at`, or the next that is not blank if it is one of a move: names may be blank as well.
std::size_t skip_to_move(std::span<const std::string_view> lines, std::size_t at) {
  const auto next = std::ranges::find_if(lines.subspan(at), [](auto line) { return !line.empty(); });
  const auto to = static_cast<std::size_t>(next - lines.begin());
  return to < lines.size() && numbers(lines[to]).size() > 1 ? to : at;
}

/// From line `at` on. `lowest` is the number of the first line of the board in each direction.
MoveLines read_moves(std::span<const std::string_view> lines, std::size_t at, int lowest, int size,
                     int first_line) {
  MoveLines read;
  for (; at < lines.size() && read.moves.size() <= kMaxPlies; ++at) {
    at = skip_to_move(lines, at);
    const auto move = numbers(lines[at]);
    if (move.size() < 2) break;
    const int line = static_cast<int>(at) + first_line;
    const auto on_board = [&](std::int64_t n) { return lowest <= n && n < lowest + size; };
    if (!on_board(move[0]) || !on_board(move[1])) {
      read.bad = bad_text(line, "off_board", "this is no point of the board").error;
      break;
    }
    const int file = static_cast<int>(move[0]) - lowest, from_above = static_cast<int>(move[1]) - lowest;
    read.moves.push_back(
        {.text = move_to({file, size - 1 - from_above}),
         .line = line,
         .spent = move.size() > 2 ? std::clamp<storage::Millis>(move[2], 0, kLongestThought) : 0});
    if (move.size() > 3 && read.more_numbers++ == 0) read.line = line;
  }
  read.end = std::min(at, lines.size());
  return read;
}

void note_numbers(TreeGame& game, const MoveLines& read) {
  if (read.more_numbers == 0) return;
  add_note(game, read.line, "numbers",
           fmt::format("the numbers behind the time are left out, in {} lines", read.more_numbers));
}

/// Two names, then "x,y,ms" counted from 0 on a board of 20, then the code of the end: Piskvork's old
/// records.
ReadTree read_rec(std::string_view text, const std::vector<std::string_view>& lines, int first_line) {
  constexpr int kSize = 20;
  auto read = read_moves(lines, 2, 0, kSize, first_line);
  if (read.bad) return engine::Unexpected(*std::move(read.bad));
  TreeGame tree =
      tree_of({.game = "gomoku", .size = kSize, .names = {clean_name(lines[0]), clean_name(lines[1])}},
              read.moves, first_line);
  tree.rules = gomoku_rules();
  note_numbers(tree, read);
  note_further_lines(tree, lines, text, first_line);
  const bool has_end = read.end < lines.size() && numbers(lines[read.end]).size() == 1;
  // A table of numbers looks the same.
  if (!has_end)
    add_note(tree, first_line, "untold_game",
             "the file does not name its format: it is read as a record of Piskvork");
  read.end += has_end;
  note_lines(tree, std::span(lines).subspan(read.end), text, first_line);
  return tree;
}

}  // namespace

bool is_rec(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text.substr(0, 1024));
  // Two commas part the columns of a table, as they part the numbers of a move; one may stand in a name.
  const auto is_name = [](std::string_view line) {
    return !line.empty() && std::ranges::count(line, ',') < 2;
  };
  return lines.size() > 2 && is_name(lines[0]) && numbers(lines[0]).empty() && is_name(lines[1]) &&
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

std::vector<std::string_view> split_psq(std::string_view text) {
  std::vector<std::string_view> games;
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size()) + 1) {
    if (at == start || !begins_psq(text.substr(at))) continue;
    const std::string_view before = text.substr(start, at - start);
    if (before.find_first_not_of(" \n\t") != before.npos) add_game(games, before);
    start = at;
  }
  add_game(games, text.substr(start));
  return games;
}

ReadTree read_psq(std::string_view text, int first_line) {
  text = text.substr(0, text.find_last_not_of(" \n\t") + 1);
  const std::vector<std::string_view> lines = lines_of(text);
  if (is_rec(text)) return read_rec(text, lines, first_line);
  const auto header = read_header(lines.empty() ? "" : lines.front());
  if (!header) return bad_text(first_line, "syntax", "the first line is like: Piskvorky 15x15, 11:11, 0");
  if (header->width != header->height) return bad_text(first_line, "size", "the board is not square");
  const auto& sizes = engine::find_game("gomoku")->sizes;
  if (std::ranges::find(sizes, header->width) == sizes.end())
    return bad_text(first_line, "size",
                    fmt::format("the board has {} lines: here it has 15, 19 or 20", header->width));
  auto read = read_moves(lines, 1, 1, header->width, first_line);
  if (read.bad) return engine::Unexpected(*std::move(read.bad));
  Tail tail = read_tail(std::span(lines).subspan(read.end));
  if (header->second_player_begins) {  // Names and winner are the players'.
    std::swap(tail.names[0], tail.names[1]);
    tail.result = other_side(tail.result);
  }
  PlayedGame game{.game = "gomoku", .rule = tail.rule, .size = header->width, .names = tail.names};
  TreeGame tree = tree_of(std::move(game), read.moves, first_line);
  try_other_rules(tree);
  note_numbers(tree, read);
  note_further_lines(tree, lines, text, first_line);
  note_lines(tree, tail.others, text, first_line);
  tree.claimed_result = tail.result;  // Of engines, whom an odd opening or a swap gives the other side.
  return tree;
}

}  // namespace server
