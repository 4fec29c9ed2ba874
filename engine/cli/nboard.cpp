#include "engine/cli/nboard.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/cli/numbers.h"
#include "engine/cli/played_game.h"
#include "engine/core/letter_case.h"
#include "engine/games/registry.h"

namespace engine::cli {
namespace {

// More than any position has moves: 60 squares are empty at most.
constexpr int kMaxHints = 60;
constexpr int kUsualDepth = 8;

/// "D3/1.5/2" of NBoard and GGF in our words; "PA" and "PASS" are the pass.
std::string read_move(const std::string& text) {
  const std::string move = lower_case(text.substr(0, text.find('/')));
  return move == "pa" ? "pass" : move;
}

std::string write_move(const std::string& move) {
  return move == "pass" ? "PA" : upper_case(move);
}

/// The next "TAG[value]" of a GGF text from `at` on; moves `at` behind it.
std::optional<std::pair<std::string, std::string>> next_property(const std::string& text, std::size_t& at) {
  while (at < text.size() && std::isupper(static_cast<unsigned char>(text[at])) == 0) ++at;
  const std::size_t open = text.find('[', at), close = text.find(']', at);
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  auto property = std::pair(text.substr(at, open - at), text.substr(open + 1, close - open - 1));
  at = close + 1;
  return property;
}

/// GGF's "8 <64 squares> <side to move>" as we write positions, which run from a1 to h8 as GGF's do.
/// None for another size, or a text of another length.
std::optional<std::string> read_board(std::string text) {
  if (!text.starts_with("8 ")) return std::nullopt;
  std::string squares;
  for (const char c : text.substr(2)) {
    if (c == ' ') continue;
    squares += c == '*' ? 'X' : c == 'O' ? 'O' : '-';
  }
  if (squares.size() != 65) return std::nullopt;
  return squares.insert(64, " ");
}

/// Discs that the side to move hopes to win by.
double value_of(const Line& line) {
  switch (line.kind) {
    case ScoreKind::eval:
      return line.value / 100.0;
    case ScoreKind::win:  // The winner alone is proven: by a disc at least.
      return 1;
    case ScoreKind::loss:
      return -1;
    default:
      return line.value;
  }
}

/// One conversation in NBoard's protocol. A search runs on a thread of its own, which owns game_ and depth_
/// until it is joined: every command joins it first.
class NBoard {
 public:
  explicit NBoard(std::ostream& out) : out_(out), game_(*find_game("antireversi")) {}

  /// False when told to quit. Lines that are not known are passed over, as the protocol wants it. Any line
  /// ends a search that is under way, which then answers with what it has found.
  bool execute(const std::string& line);

  /// Waits for the answer that is being searched for.
  void finish() {
    if (thinking_.joinable()) thinking_.join();
  }

 private:
  void set(std::istream& words);
  void set_game(const std::string& ggf);
  void hint(int lines, const std::stop_token& stop);
  void go(const std::stop_token& stop);
  void start_thinking(std::function<void(const std::stop_token&)> answer);
  void say(const std::string& text) { out_ << text << std::endl; }

  std::ostream& out_;
  PlayedGame game_;
  int depth_ = kUsualDepth;
  std::jthread thinking_;  // All of the above is its own while it runs.
};

bool NBoard::execute(const std::string& line) {
  // Before the line is even read: NBoard's commands answer for a board that must not change meanwhile.
  thinking_.request_stop();
  finish();
  std::istringstream words(line);
  std::string command, argument;
  words >> command;
  if (command == "quit") return false;
  if (command == "nboard") {
    say("set myname Sanqi");
  } else if (command == "set") {
    set(words);
  } else if (command == "move") {
    words >> argument;
    if (!game_.play(read_move(argument))) say("status illegal move " + argument);
  } else if (command == "ping") {
    words >> argument;
    game_.prepare();  // A ping is answered once we are ready.
    say("pong " + argument);
  } else if (command == "hint") {
    const int lines = static_cast<int>(number(words, 1, kMaxHints).value_or(1));
    start_thinking([this, lines](const std::stop_token& stop) { hint(lines, stop); });
  } else if (command == "go") {
    start_thinking([this](const std::stop_token& stop) { go(stop); });
  }
  return true;
}

void NBoard::set(std::istream& words) {
  std::string what, rest;
  words >> what;
  if (what == "depth") {
    depth_ = static_cast<int>(number(words, 1, kMaxPly).value_or(depth_));
  } else if (what == "game") {
    std::getline(words, rest);
    set_game(rest);
  }
}

/// A game that cannot be read to its end changes nothing.
void NBoard::set_game(const std::string& ggf) {
  std::optional<std::string> pos = "";
  std::vector<std::string> moves;
  std::size_t at = 0;
  while (const auto property = next_property(ggf, at)) {
    const auto& [tag, value] = *property;
    if (tag == "BO") pos = read_board(value);
    if (tag == "B" || tag == "W") moves.push_back(read_move(value));
  }
  if (!pos || !game_.begin({.pos = *pos}, moves)) say("status the game cannot be read");
}

/// The bot is made on this thread: no memory is short once the search is under way.
void NBoard::start_thinking(std::function<void(const std::stop_token&)> answer) {
  if (game_.is_over()) return say("status the game is over");
  game_.prepare();
  say("status thinking");
  thinking_ = std::jthread(std::move(answer));
}

void NBoard::hint(int lines, const std::stop_token& stop) {
  const Thought thought = game_.think({.depth = depth_, .multipv = lines}, stop);
  for (const Line& line : thought.lines) {
    std::string moves;
    for (const std::string& move : line.pv) moves += write_move(move);
    std::ostringstream value;
    value << value_of(line);
    say("search " + moves + ' ' + value.str() + " 0 " + std::to_string(thought.depth));
  }
  say("status");
}

/// The move is told, not played: the board sends it back.
void NBoard::go(const std::stop_token& stop) {
  const Thought thought = game_.think({.depth = depth_}, stop);
  std::ostringstream text;
  text << "=== " << write_move(thought.best) << '/' << value_of(thought.lines.front()) << '/'
       << static_cast<double>(thought.time.count()) / 1000;
  say("nodestats " + std::to_string(thought.nodes) + ' ' + std::to_string(thought.time.count() / 1000.0));
  say(text.str());
  say("status");
}

}  // namespace

void speak_nboard(const std::string& first, std::istream& in, std::ostream& out) {
  in.tie(nullptr);  // Reading would flush `out` while the thread that thinks writes to it.
  NBoard board(out);
  std::string line = first;
  do {
    if (!board.execute(line)) return;
  } while (std::getline(in, line));
  board.finish();
}

}  // namespace engine::cli
