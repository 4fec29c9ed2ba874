#include "server/formats/dhtmlxq.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "server/formats/play_through.h"
#include "server/formats/xiangqi_board.h"

namespace server {

namespace {

constexpr std::string_view kUsualStart = "0919293949596979891777062646668600102030405060708012720323436383";
/// The pieces whose points `binit` tells, two digits each; 99 for a piece that is not there.
constexpr std::string_view kPieces = "RNBAKABNRCCPPPPPrnbakabnrccppppp";

// ---- writing
// -----------------------------------------------------------------------------------------------

std::string piece_points(std::string_view fen) {
  std::vector<std::string> points[128];
  int x = 0, y = 0;
  for (const char c : fen.substr(0, fen.find(' '))) {
    if (c == '/') {
      x = 0;
      ++y;
    } else if ('1' <= c && c <= '9') {
      x += c - '0';
    } else {
      points[static_cast<unsigned char>(c)].push_back(std::to_string(x++) + std::to_string(y));
    }
  }
  std::string digits;
  for (const char piece : kPieces) {
    auto& left = points[static_cast<unsigned char>(piece)];
    digits += left.empty() ? "99" : left.front();
    if (!left.empty()) left.erase(left.begin());
  }
  return digits;
}

std::string move_digits(const PlayedGame& game) {
  std::string digits;
  for (const std::string& move : game.moves) {
    for (const std::size_t point : {0, 2}) {
      digits += static_cast<char>('0' + (move[point] - 'a'));
      digits += static_cast<char>('9' - (move[point + 1] - '0'));
    }
  }
  return digits;
}

/// The format has no escapes: a name that looks like one of its brackets gets another bracket.
std::string harmless(std::string text) {
  for (const std::string_view bracket : {"[DhtmlXQ", "[/DhtmlXQ"}) {
    for (std::size_t at; (at = text.find(bracket)) != std::string::npos;) text.replace(at, 1, "［");
  }
  return text;
}

// ---- reading
// -----------------------------------------------------------------------------------------------

struct Field {
  std::string_view value;
  int line = 0;
};

/// The content of the first such field; the sites wrap them in all kinds of markup.
std::optional<Field> field(std::string_view text, std::string_view name) {
  const std::string opening = fmt::format("[DhtmlXQ_{}]", name), closing = fmt::format("[/DhtmlXQ_{}]", name);
  const std::size_t start = text.find(opening);
  if (start == std::string_view::npos) return std::nullopt;
  const std::size_t from = start + opening.size(), end = text.find(closing, from);
  if (end == std::string_view::npos) return std::nullopt;
  const auto line = 1 + std::ranges::count(text.substr(0, start), '\n');
  return Field{text.substr(from, end - from), static_cast<int>(line)};
}

std::string name_of(std::string_view text, std::string_view name, std::string_view otherwise) {
  auto found = field(text, name);
  if (!found) found = field(text, otherwise);
  return found ? clean_name(found->value) : std::string();
}

/// 红胜, 黑胜 and 和棋 in either writing, and what sites make of them (红方胜, 紅先勝, 和局).
std::string read_result(std::string_view text) {
  const auto says = [text](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](auto word) { return text.find(word) != std::string_view::npos; });
  };
  if (says({"和"})) return "draw";
  if (!says({"胜", "勝"})) return {};
  if (says({"红", "紅"})) return "first";
  return says({"黑"}) ? "second" : "";
}

std::string_view digits_of(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of(" \n\t"), text.size());
  return text.substr(start, text.find_last_not_of(" \n\t") - start + 1);
}

bool all_digits(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

std::optional<XiangqiBoard> read_pieces(std::string_view digits) {
  if (digits.empty()) digits = kUsualStart;
  if (digits.size() != 2 * kPieces.size() || !all_digits(digits)) return std::nullopt;
  XiangqiBoard board;
  for (std::size_t i = 0; i < kPieces.size(); ++i) {
    const int file = digits[2 * i] - '0', rank = '9' - digits[2 * i + 1];
    if (file < XiangqiBoard::kFiles) board.put(file, rank, kPieces[i]);
  }
  return board;
}

std::vector<MoveText> read_moves(std::string_view digits, int line) {
  std::vector<MoveText> moves;
  for (std::size_t i = 0; i + 4 <= digits.size() && moves.size() <= kMaxPlies; i += 4) {
    std::string text;
    for (const std::size_t point : {i, i + 2}) {
      text += static_cast<char>('a' + (digits[point] - '0'));
      text += static_cast<char>('9' - (digits[point + 1] - '0'));
    }
    moves.push_back({.text = std::move(text), .line = line});
  }
  return moves;
}

/// Nothing else says who begins: the piece that moves first does.
bool moves_black_first(const XiangqiBoard& board, std::string_view digits) {
  return digits.size() >= 4 && XiangqiBoard::is_black(board.at(digits[0] - '0', '9' - digits[1]));
}

}  // namespace

std::string write_dhtmlxq(const PlayedGame& game) {
  const auto field = [](std::string_view name, std::string_view value) {
    return fmt::format("[DhtmlXQ_{0}]{1}[/DhtmlXQ_{0}]\n", name, harmless(std::string(value)));
  };
  return "[DhtmlXQ]\n" + field("title", game.names[0] + " - " + game.names[1]) +
         field("event", game.event.empty() ? kOurEvent : std::string_view(game.event)) +
         field("date", day(game, "{:%Y-%m-%d}")) + field("red", game.names[0]) +
         field("black", game.names[1]) +
         field("result", result_word(game, {"红胜", "黑胜", "和棋", "未知"})) +
         field("binit", game.start_pos.empty() ? std::string(kUsualStart) : piece_points(game.start_pos)) +
         field("movelist", move_digits(game)) + "[/DhtmlXQ]\n";
}

Read read_dhtmlxq(std::string_view text) {
  const auto found = field(text, "movelist");
  if (!found) return bad_text(0, "syntax", "there is no [DhtmlXQ_movelist]");
  const std::string_view digits = digits_of(found->value);
  if (!all_digits(digits) || digits.size() % 4 != 0) {
    return bad_text(found->line, "syntax", "a move is four digits");
  }
  const Field pieces = field(text, "binit").value_or(Field{});
  const auto board = read_pieces(digits_of(pieces.value));
  if (!board) return bad_text(pieces.line, "syntax", "a position is 64 digits, two for each piece");
  PlayedGame game{.game = "xiangqi",
                  .rule = "",
                  .start_pos = board->fen(moves_black_first(*board, digits)),
                  .names = {name_of(text, "red", "redname"), name_of(text, "black", "blackname")},
                  .event = name_of(text, "event", "class"),
                  .at = read_day(field(text, "date").value_or(Field{}).value),
                  .result = read_result(field(text, "result").value_or(Field{}).value)};
  if (game.event == kOurEvent) game.event.clear();
  if (game.start_pos == read_pieces(kUsualStart)->fen(false)) game.start_pos.clear();
  return play_through(std::move(game), read_moves(digits, found->line), pieces.line);
}

}  // namespace server
