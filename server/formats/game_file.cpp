#include "server/formats/game_file.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "server/formats/spent_times.h"

namespace server {

namespace {

using storage::Record;

constexpr std::string_view kPlainText = "text/plain; charset=utf-8";

/// `text` with a backslash before each of `signs`.
std::string escaped(std::string_view text, std::string_view signs) {
  std::string result;
  for (const char c : text) {
    if (signs.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string day(const Record& record, const char* form) {
  return fmt::format(fmt::runtime(form), fmt::gmtime(static_cast<std::time_t>(record.game.created / 1000)));
}

bool is(const PlayedGame& game, std::string_view result) {
  return game.result == result;
}

std::string_view result_of(const PlayedGame& game, const std::array<std::string_view, 4>& words) {
  return is(game, "first")    ? words[0]
         : is(game, "second") ? words[1]
         : is(game, "draw")   ? words[2]
                              : words[3];
}

// ---- xiangqi ---------------------------------------------------------------------------------------------

std::string pgn(const PlayedGame& game, const Record& record) {
  const std::string_view result = result_of(game, {"1-0", "0-1", "1/2-1/2", "*"});
  const auto tag = [](std::string_view name, std::string_view value) {
    return fmt::format("[{} \"{}\"]\n", name, escaped(value, "\\\""));
  };
  std::string text = tag("Game", "Chinese Chess") + tag("Event", "Sanqi") +
                     tag("Date", day(record, "{:%Y.%m.%d}")) + tag("Red", game.names[0]) +
                     tag("Black", game.names[1]) + tag("Result", result);
  if (!record.game.start_pos.empty()) text += tag("FEN", game.start_pos);
  text += tag("Format", "ICCS") + '\n';
  const std::vector<std::string>& moves = game.moves;
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    std::string move = moves[ply].substr(0, 2) + '-' + moves[ply].substr(2);
    std::ranges::transform(move, move.begin(), [](unsigned char c) { return std::toupper(c); });
    if (ply % 2 == 0) text += std::to_string(ply / 2 + 1) + ". ";
    text += move + (ply % 2 == 0 ? ' ' : '\n');
  }
  return text += fmt::format("{}\n", result);
}

/// Two digits a piece: file and rank counted from black's left corner. Red's first, each side's in the order
/// of the letters here; 99 for a piece that is not there.
std::string dhtmlxq_pieces(std::string_view fen) {
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
  for (const std::string_view order : {"RNBAKABNRCCPPPPP", "rnbakabnrccppppp"}) {
    for (const char piece : order) {
      auto& left = points[static_cast<unsigned char>(piece)];
      digits += left.empty() ? "99" : left.front();
      if (!left.empty()) left.erase(left.begin());
    }
  }
  return digits;
}

std::string dhtmlxq(const PlayedGame& game, const Record& record) {
  const auto field = [](std::string_view name, std::string_view value) {
    return fmt::format("[DhtmlXQ_{0}]{1}[/DhtmlXQ_{0}]\n", name, value);
  };
  std::string moves;
  for (const std::string& move : game.moves) {
    for (const std::size_t point : {0, 2}) {
      moves += static_cast<char>('0' + (move[point] - 'a'));
      moves += static_cast<char>('9' - (move[point + 1] - '0'));
    }
  }
  return "[DhtmlXQ]\n" + field("title", game.names[0] + " - " + game.names[1]) + field("event", "Sanqi") +
         field("date", day(record, "{:%Y-%m-%d}")) + field("red", game.names[0]) +
         field("black", game.names[1]) + field("result", result_of(game, {"红胜", "黑胜", "和棋", "未知"})) +
         field("binit", dhtmlxq_pieces(game.start_pos)) + field("movelist", moves) + "[/DhtmlXQ]\n";
}

// ---- gomoku ----------------------------------------------------------------------------------------------

/// A point as file and rank, from 0 and from the bottom.
struct Point {
  int file, rank;
};

Point point(const std::string& move) {
  return {move[0] - 'a', std::stoi(move.substr(1)) - 1};
}

/// Of a board as the protocol writes it: the bottom rank first.
std::vector<std::string> points_of(std::string_view board, char stone, int size) {
  std::vector<std::string> points;
  for (int i = 0; i < size * size && i < static_cast<int>(board.size()); ++i) {
    if (board[static_cast<std::size_t>(i)] != stone) continue;
    points.push_back(static_cast<char>('a' + i % size) + std::to_string(i / size + 1));
  }
  return points;
}

int board_size(const PlayedGame& game) {
  const std::string_view board = std::string_view(game.start_pos).substr(0, game.start_pos.find(' '));
  int size = 1;
  while (size * size < static_cast<int>(board.size())) ++size;
  return size;
}

std::string sgf(const PlayedGame& game, const Record& record) {
  const int size = board_size(game);
  const auto letters = [size](const std::string& move) {
    const auto [file, rank] = point(move);
    return std::string{static_cast<char>('a' + file), static_cast<char>('a' + size - 1 - rank)};
  };
  const auto name = [&](int side) { return escaped(game.names[static_cast<std::size_t>(side)], "]\\"); };
  std::string text =
      fmt::format("(;FF[4]GM[4]CA[UTF-8]AP[Sanqi]SZ[{}]RU[{}]DT[{}]PB[{}]PW[{}]RE[{}]", size, game.rule,
                  day(record, "{:%Y-%m-%d}"), name(0), name(1), result_of(game, {"B+", "W+", "Draw", "?"}));
  const bool white_begins = game.start_pos.ends_with(" O");
  for (const auto& [property, stone] : {std::pair("AB", 'X'), std::pair("AW", 'O')}) {
    const auto points = points_of(game.start_pos, stone, size);
    if (!points.empty()) text += property;
    for (const std::string& each : points) text += '[' + letters(each) + ']';
  }
  bool white = white_begins;
  for (const std::string& move : game.moves) {
    text += fmt::format(";{}[{}]", white ? 'W' : 'B', letters(move));
    white = !white;
  }
  return text + ")\n";
}

std::string psq(const PlayedGame& game, const Record& record) {
  const int size = board_size(game);
  const std::vector<storage::Millis> spent = spent_times(record.events);
  std::string text = fmt::format("Piskvorky {0}x{0}, 11:11, 0\n", size);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const auto [file, rank] = point(game.moves[ply]);
    text += fmt::format("{},{},{}\n", file + 1, size - rank, spent[ply]);
  }
  return text + game.names[0] + '\n' + game.names[1] + "\n0\n";
}

// ---- anti-Reversi ----------------------------------------------------------------------------------------

/// From the first side's view, as the winner has it: the other's discs less one's own.
int margin(const PlayedGame& game) {
  const std::string_view board = std::string_view(game.end_pos).substr(0, 64);
  return static_cast<int>(std::ranges::count(board, 'O') - std::ranges::count(board, 'X'));
}

std::string ggf(const PlayedGame& game, const Record& record) {
  std::string board = game.start_pos;
  std::ranges::replace(board, 'X', '*');
  std::string text = fmt::format("(;GM[Othello]PC[Sanqi]DT[{}]PB[{}]PW[{}]RE[{}]TY[8a]BO[8 {}]",
                                 day(record, "{:%Y-%m-%d %H:%M:%S} GMT"), escaped(game.names[0], "]\\"),
                                 escaped(game.names[1], "]\\"),
                                 game.result ? fmt::format("{:+}.00", margin(game)) : "?", board);
  const std::vector<storage::Millis> spent = spent_times(record.events);
  bool white = game.start_pos.ends_with(" O");
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    std::string move = game.moves[ply] == "pass" ? "PA" : game.moves[ply];
    move[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(move[0])));
    text += fmt::format("{}[{}//{:.2f}]", white ? 'W' : 'B', move, static_cast<double>(spent[ply]) / 1000);
    white = !white;
  }
  return text + ";)\n";
}

std::string transcript(const PlayedGame& game, const Record&) {
  std::string text;
  for (const std::string& move : game.moves) text += move == "pass" ? "" : move;
  return text + '\n';
}

struct Format {
  std::string_view game, name, type;
  std::string (*write)(const PlayedGame&, const Record&);
};

constexpr Format kFormats[] = {
    {"xiangqi", "pgn", "application/x-chess-pgn; charset=utf-8", pgn},
    {"xiangqi", "dhtmlxq", kPlainText, dhtmlxq},
    {"gomoku", "sgf", "application/x-go-sgf; charset=utf-8", sgf},
    {"gomoku", "psq", kPlainText, psq},
    {"antireversi", "ggf", kPlainText, ggf},
    {"antireversi", "transcript", kPlainText, transcript},
};

}  // namespace

std::optional<GameFile> game_file(std::string_view name, const PlayedGame& game, const Record& record) {
  const auto format = std::ranges::find_if(
      kFormats, [&](const Format& each) { return each.game == game.game && each.name == name; });
  if (format == std::end(kFormats)) return std::nullopt;
  return GameFile{format->type, format->write(game, record)};
}

}  // namespace server
