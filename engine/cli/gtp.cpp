#include "engine/cli/gtp.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <istream>
#include <optional>
#include <ostream>
#include <sstream>
#include <utility>

#include "engine/cli/numbers.h"
#include "engine/cli/played_game.h"
#include "engine/core/letter_case.h"
#include "engine/games/registry.h"
#include "engine/search/time_plan.h"

namespace engine::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Kept back of each move. GTP counts in whole seconds, and so do controllers: it costs little and saves
/// games.
constexpr milliseconds kOverhead{100};
/// Without time settings.
constexpr milliseconds kUsualMove{1000};
/// Of seconds and stones: what is more is taken for this.
constexpr std::int64_t kMaxNumber = 1'000'000;

std::optional<Side> side_named(const std::string& text) {
  const std::string word = lower_case(text);
  if (word == "b" || word == "black") return Side::first;
  if (word == "w" || word == "white") return Side::second;
  return std::nullopt;
}

/// What a command is answered with.
// `done` false becomes "?", true "=".
struct Answer {
  bool done = true;
  std::string text = {};
};
Answer failure(std::string why) {
  return {false, std::move(why)};
}

/// Byo-yomi as GTP has it: `period` for so many `stones` once the main time is over; no stones and a period:
/// no limit.
struct TimeSettings {
  seconds main{0}, period{0};
  int stones = 0;
};

/// One conversation in GTP. Everything happens on one thread.
class Gtp {
 public:
  Gtp() : game_(*find_game("antireversi")) {}

  Answer execute(const std::string& command, std::istream& words);

 private:
  using Command = Answer (Gtp::*)(std::istream& words);
  struct Named {
    std::string_view name;
    Command run;
  };
  // A table, since list_commands has to know them too.
  static const std::array<Named, 16> kCommands;

  Answer protocol_version(std::istream&) { return {true, "2"}; }
  Answer name(std::istream&) { return {true, "Sanqi"}; }
  Answer version(std::istream&) { return {true, SANQI_VERSION}; }
  Answer known_command(std::istream& words);
  Answer list_commands(std::istream&);
  Answer quit(std::istream&) { return {}; }
  Answer boardsize(std::istream& words);
  Answer clear_board(std::istream&);
  Answer komi(std::istream&) { return {}; }
  Answer play(std::istream& words);
  Answer genmove(std::istream& words);
  Answer undo(std::istream&);
  Answer time_settings(std::istream& words);
  Answer time_left(std::istream& words);
  Answer showboard(std::istream&) { return {true, game_.match().look().pos}; }
  Answer final_score(std::istream&);

  Limits limits(Side side) const;

  PlayedGame game_;
  int passes_ = 0;    ///< After the last move of the game: programs for Go end each game by two passes.
  std::string rule_;  ///< Of the board that was asked for last.
  std::optional<TimeSettings> time_;
  std::array<std::optional<milliseconds>, 2> left_;  // Of each side's main time, or of its period.
  std::array<int, 2> stones_left_{};                 // 0: `left_` is main time.
};

const std::array<Gtp::Named, 16> Gtp::kCommands = {{
    {"protocol_version", &Gtp::protocol_version},
    {"name", &Gtp::name},
    {"version", &Gtp::version},
    {"known_command", &Gtp::known_command},
    {"list_commands", &Gtp::list_commands},
    {"quit", &Gtp::quit},
    {"boardsize", &Gtp::boardsize},
    {"clear_board", &Gtp::clear_board},
    {"komi", &Gtp::komi},
    {"play", &Gtp::play},
    {"genmove", &Gtp::genmove},
    {"undo", &Gtp::undo},
    {"time_settings", &Gtp::time_settings},
    {"time_left", &Gtp::time_left},
    {"showboard", &Gtp::showboard},
    {"final_score", &Gtp::final_score},
}};

Answer Gtp::execute(const std::string& command, std::istream& words) {
  const auto found = std::ranges::find(kCommands, command, &Named::name);
  return found == kCommands.end() ? failure("unknown command") : (this->*found->run)(words);
}

Answer Gtp::known_command(std::istream& words) {
  std::string name;
  words >> name;
  return {true, std::ranges::count(kCommands, name, &Named::name) > 0 ? "true" : "false"};
}

Answer Gtp::list_commands(std::istream&) {
  std::string names;
  for (const Named& command : kCommands) names.append(names.empty() ? "" : "\n").append(command.name);
  return {true, names};
}

// The size is the rule: 8, 6 or 4.
Answer Gtp::boardsize(std::istream& words) {
  int size = 0;
  if (!(words >> size)) return failure("syntax error");
  const std::string rule = size == 8 ? "" : std::to_string(size) + 'x' + std::to_string(size);
  if (!game_.begin({.rule = rule})) return failure("unacceptable size");
  rule_ = rule;
  return clear_board(words);
}

Answer Gtp::clear_board(std::istream&) {
  (void)game_.begin({.rule = rule_});
  game_.prepare();
  passes_ = 0;
  left_ = {};
  return {};
}

Answer Gtp::play(std::istream& words) {
  std::string colour, move;
  words >> colour >> move;
  const auto side = side_named(colour);
  if (!side || move.empty()) return failure("syntax error");
  // Controllers for Go play two passes at the end; ours is over before.
  if (game_.is_over() && lower_case(move) == "pass") return ++passes_, Answer();
  if (*side != game_.turn() || !game_.play(lower_case(move))) return failure("illegal move");
  return {};
}

// Only for the side whose turn it is: passes are played as moves, so sides alternate.
Answer Gtp::genmove(std::istream& words) {
  std::string colour;
  words >> colour;
  const auto side = side_named(colour);
  if (!side) return failure("syntax error");
  if (game_.is_over()) return ++passes_, Answer{true, "PASS"};
  if (*side != game_.turn()) return failure("it is the other side's turn");
  const std::string move = game_.think(limits(*side)).best;
  (void)game_.play(move);
  return {true, upper_case(move)};
}

Answer Gtp::undo(std::istream&) {
  if (passes_ > 0) return --passes_, Answer();
  return game_.take_back() ? Answer() : failure("cannot undo");
}

/// "B+12": fewer discs win by the margin.
Answer Gtp::final_score(std::istream&) {
  const auto outcome = game_.match().outcome();
  if (!outcome) return failure("the game is not over");
  if (!outcome->winner) return {true, "0"};
  const std::string pos = game_.match().look().pos;
  const std::string_view board = std::string_view(pos).substr(0, pos.find(' '));
  const auto discs = std::ranges::count(board, 'X') - std::ranges::count(board, 'O');
  return {true, (*outcome->winner == Side::first ? "B+" : "W+") + std::to_string(std::abs(discs))};
}

Answer Gtp::time_settings(std::istream& words) {
  const auto main = number(words, 0, kMaxNumber), period = number(words, 0, kMaxNumber),
             stones = number(words, 0, kMaxNumber);
  if (!main || !period || !stones) return failure("syntax error");
  time_ = TimeSettings{seconds(*main), seconds(*period), static_cast<int>(*stones)};
  if (time_->period > seconds(0) && time_->stones == 0) time_.reset();  // GTP's way to say "no limit".
  left_ = {};
  return {};
}

Answer Gtp::time_left(std::istream& words) {
  std::string colour;
  words >> colour;
  const auto left = number(words, 0, kMaxNumber), stones = number(words, 0, kMaxNumber);
  if (!left || !stones || !side_named(colour)) return failure("syntax error");
  const auto side = index(*side_named(colour));
  left_[side] = seconds(*left);
  stones_left_[side] = static_cast<int>(*stones);
  return {};
}

Limits Gtp::limits(Side side) const {
  if (!time_) return {.time = kUsualMove};
  const milliseconds left = left_[index(side)].value_or(time_->main);
  // Without a report of time_left the main time is counted as whole: GTP has no clock of its own.
  const int stones = left_[index(side)] ? stones_left_[index(side)] : 0;
  search::Clock clock{.remaining = left, .ply = game_.plies()};
  if (stones > 0) {
    clock.moves_to_go = stones;
  } else if (time_->stones > 0) {
    clock.byoyomi = milliseconds(time_->period) / time_->stones;
  }
  return search::plan_time(clock, kOverhead);
}

}  // namespace

void speak_gtp(const std::string& first, std::istream& in, std::ostream& out) {
  Gtp gtp;
  std::string line = first;
  do {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string id, command;
    words >> command;
    if (command.empty()) continue;
    if (std::ranges::all_of(command, [](unsigned char c) { return std::isdigit(c) != 0; }))
      id = std::exchange(command, ""), words >> command;
    const Answer answer = gtp.execute(command, words);
    out << (answer.done ? '=' : '?') << id << ' ' << answer.text << "\n" << std::endl;
    // Answered before it ends, as GTP wants it.
    if (command == "quit") return;
  } while (std::getline(in, line));
}

}  // namespace engine::cli
