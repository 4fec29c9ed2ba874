#include "engine/lab/players/own_player.h"

#include <algorithm>
#include <functional>

#include "engine/core/board_point.h"
#include "engine/search/levels.h"
#include "engine/search/time_plan.h"

namespace engine::lab {
namespace {

/// What a beginner sees in a move; more is better.
using MoveValue = std::function<int(const std::string& move)>;

/// The pieces of a Xiangqi FEN by square ("e0"), as letters.
// By text, as everything that a Player sees of a game.
std::map<std::string, char> pieces_of(const std::string& fen) {
  std::map<std::string, char> pieces;
  int file = 0, rank = 9;
  for (char c : fen.substr(0, fen.find(' '))) {
    if (c == '/') {
      --rank, file = 0;
    } else if (c >= '1' && c <= '9') {
      file += c - '0';
    } else {
      pieces[{static_cast<char>('a' + file++), static_cast<char>('0' + rank)}] = c;
    }
  }
  return pieces;
}

MoveValue biggest_capture(const GameState& now) {
  static constexpr std::string_view kByWorth = "pabnhcr";  // Of equal ones the later is as good.
  return [pieces = pieces_of(now.match->look().pos)](const std::string& move) {
    const auto taken = pieces.find(move.substr(2, 2));
    if (taken == pieces.end()) return 0;
    return 1 + static_cast<int>(kByWorth.find(static_cast<char>(std::tolower(taken->second))));
  };
}

/// The longest row of `stones` through a point that may still become five, by so many stones in it.
// Windows of five cells through the point; one with a stone of the other side or an edge cannot become five.
int longest_row(const std::map<std::pair<int, int>, char>& board, int x, int y, char stone) {
  int longest = 0;
  for (const auto& [dx, dy] : {std::pair(1, 0), {0, 1}, {1, 1}, {1, -1}})
    for (int from = -4; from <= 0; ++from) {
      int own = 0;
      bool open = true;
      for (int i = from; i < from + 5 && open; ++i) {
        const auto cell = board.find({x + i * dx, y + i * dy});
        open = cell != board.end() && (cell->second == '-' || cell->second == stone);
        own += open && cell->second == stone;
      }
      if (open) longest = std::max(longest, own);
    }
  return longest;
}

MoveValue rows_of_stones(const GameState& now) {
  const Look look = now.match->look();
  const std::string cells = look.pos.substr(0, look.pos.find(' '));
  int size = 1;
  while (size * size < static_cast<int>(cells.size())) ++size;
  std::map<std::pair<int, int>, char> board;
  for (int i = 0; i < size * size; ++i) board[{i % size, i / size}] = cells[static_cast<std::size_t>(i)];
  const char own = look.turn == Side::first ? 'X' : 'O', theirs = look.turn == Side::first ? 'O' : 'X';
  return [=](const std::string& move) {
    const auto [x, y] = point_named(move);
    const int mine = longest_row(board, x, y, own), other = longest_row(board, x, y, theirs);
    // The stone makes five; then stop four, then three, else build.
    if (mine == 4) return 100;
    if (other >= 3) return 10 * other;
    return mine;
  };
}

MoveValue move_value_of(const GameState& now) {
  if (now.game->id == "xiangqi") return biggest_capture(now);
  if (now.game->id == "gomoku") return rows_of_stones(now);
  return [](const std::string&) { return 0; };
}

}  // namespace

namespace {

/// The settings "param.NAME".
std::map<std::string, int> search_parameters(const PlayerSpec& spec) {
  std::map<std::string, int> values;
  for (const auto& [key, value] : spec.settings)
    if (key.starts_with("param.")) values[key.substr(6)] = spec.number(key, 0);
  return values;
}

}  // namespace

OwnPlayer::OwnPlayer(const PlayerSpec& spec)
    : options_{.hash_bytes = static_cast<std::size_t>(spec.number("hash", 16)) << 20,
               .threads = spec.number("threads", 1),
               .network = spec.number("network", 1) != 0,
               .parameters = search_parameters(spec)},
      level_(spec.number("level", search::kLevels)),
      book_(spec.number("book", 0) != 0),
      seed_(static_cast<std::uint64_t>(spec.number("seed", 1))) {}

void OwnPlayer::begin(const GameState& start, const TimeControl&) {
  if (!bot_ || game_ != start.game) bot_ = start.game->new_bot(options_);
  game_ = start.game;
  bot_->prepare(*start.match);
  // Equal games, were it not for the level's choices: those differ from game to game by the opening.
  // A thought of one node, for its `fresh`: the bot forgets what the last game taught it.
  (void)bot_->think(*start.match, {.nodes = 1, .fresh = true}, {}, {});
}

std::string OwnPlayer::move(const GameState& now, const MoveLimits& limits,
                            std::chrono::steady_clock::time_point) {
  const TimeControl& control = limits.control;
  Limits search_limits;
  if (control.base) {
    const auto side = index(now.match->look().turn);
    // 5 ms of overhead: no process and no network lies between.
    search_limits = search::plan_time({.remaining = limits.clocks[side],
                                       .increment = control.increment,
                                       .per_move = control.move,
                                       .ply = static_cast<int>(now.moves.size())},
                                      milliseconds(5));
  } else {
    search_limits.time = control.move;
  }
  search_limits.nodes = control.nodes;
  search_limits.depth = control.depth;
  search_limits.level = level_;
  search_limits.seed = seed_;
  search_limits.book = book_;
  return bot_->think(*now.match, search_limits, {}, {}).best;
}

std::string Beginner::move(const GameState& now, const MoveLimits&, std::chrono::steady_clock::time_point) {
  std::vector<std::string> moves = now.match->legal_moves();
  for (std::size_t i = moves.size(); i > 1; --i)
    std::swap(moves[i - 1], moves[random_.below(static_cast<std::uint32_t>(i))]);
  const MoveValue value = move_value_of(now);
  return *std::ranges::max_element(moves, {}, value);
}

}  // namespace engine::lab
