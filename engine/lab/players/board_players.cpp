// Gomocup, NBoard and GTP: protocols of boards with stones.

#include <algorithm>
#include <sstream>

#include "engine/core/board_point.h"
#include "engine/core/letter_case.h"
#include "engine/lab/players/program_players.h"

namespace engine::lab {
namespace {

/// "h8" as "7,7".
std::string comma_point(const std::string& move) {
  const BoardPoint point = point_named(move);
  return std::to_string(point.x) + ',' + std::to_string(point.y);
}

int board_size(const GameState& start) {
  return size_of_board(start.match->look().pos);
}

/// Rounded down: a program that takes them all is still in time.
std::string whole_seconds(milliseconds time) {
  return std::to_string(std::chrono::floor<std::chrono::seconds>(time).count());
}

/// The board protocols know no positions, only moves.
// The referee takes that for a loss, and a match ends where its first game cannot begin; later `failures` of
// the score shows it.
void refuse_positions(const GameState& start) {
  if (!start.setup.pos.empty())
    throw PlayerFailed("refused", "This protocol cannot begin from a position, only from moves.");
}

/// Gomocup's bits: 1 exact five, 4 renju, 8 caro.
int rule_bits(const std::string& rule) {
  if (rule == "standard") return 1;
  if (rule == "renju") return 4;
  return rule == "caro" ? 8 : 0;
}

bool is_point(const std::string& line) {
  return !line.empty() && std::isdigit(static_cast<unsigned char>(line.front())) &&
         line.find(',') != std::string::npos;
}

/// "7,7", also with blanks.
BoardPoint read_point(const std::string& line) {
  std::istringstream in(line);
  BoardPoint point{-1, -1};
  char comma = 0;
  in >> point.x >> comma >> point.y;
  if (!in || comma != ',' || point.x > 25 || point.y < 0) throw PlayerFailed("protocol", "No point: " + line);
  return point;
}

/// A move as GTP names it: its columns leave out the letter I (GTP 2, 2.11).
std::string vertex_of(std::string move) {
  if (move == "pass") return "PASS";
  if (move.front() >= 'i') ++move.front();
  return move;
}

/// The other way round; "" for a column that there is not.
std::string move_of(std::string vertex) {
  if (vertex == "pass" || vertex.empty()) return vertex;
  if (vertex.front() == 'i') return "";
  if (vertex.front() > 'i') --vertex.front();
  return vertex;
}

}  // namespace

void GomocupPlayer::new_game(const GameState& start, const TimeControl& control) {
  if (start.game->id != "gomoku") throw PlayerFailed("refused", "Gomocup's protocol is for Gomoku.");
  refuse_positions(start);
  size_ = board_size(start);
  empty_board(soon());
  say("INFO rule " + std::to_string(rule_bits(start.setup.rule)));
  say("INFO game_type 1");
  turn_time_.reset();
  tell_turn_time(control);
  say("INFO timeout_match " + std::to_string(control.base ? control.base->count() : 0));
  if (control.nodes) say("INFO max_node " + std::to_string(*control.nodes));
  if (control.depth) say("INFO max_depth " + std::to_string(*control.depth));
}

void GomocupPlayer::empty_board(Deadline deadline) {
  board_.clear();
  say("START " + std::to_string(size_));
  const std::string answer = wait_for({"OK", "ERROR"}, deadline);
  if (!answer.starts_with("OK")) throw PlayerFailed("refused", answer);
}

/// Only what is new: programs may take it for the beginning of something.
void GomocupPlayer::tell_turn_time(const TimeControl& control) {
  if (!control.move || control.move == turn_time_) return;
  turn_time_ = control.move;
  say("INFO timeout_turn " + std::to_string(control.move->count()));
}

std::string GomocupPlayer::ask(const GameState& now, const MoveLimits& limits, Deadline deadline) {
  const Side side = now.match->look().turn;
  const auto left = limits.control.base ? limits.clocks[index(side)].count() : 2147483647;
  tell_turn_time(limits.control);
  say("INFO time_left " + std::to_string(left));
  tell_position(now.moves, deadline);
  std::string line;
  // Programs chat between (MESSAGE, DEBUG); the answer is the first line that looks like a point.
  do line = next_line(deadline);
  while (!is_point(line));
  const std::string move = point_name(read_point(line));
  board_ = now.moves;
  board_.push_back(move);
  return move;
}

/// And asks for a move. After a takeback, or where another move was made than the program's, the board is
/// another.
void GomocupPlayer::tell_position(const std::vector<std::string>& moves, Deadline deadline) {
  const bool goes_on =
      moves.size() == board_.size() + 1 && std::equal(board_.begin(), board_.end(), moves.begin());
  if (goes_on) return say("TURN " + comma_point(moves.back()));
  if (!board_.empty()) empty_board(deadline);
  if (moves.empty()) return say("BEGIN");
  say("BOARD");
  for (std::size_t i = 0; i < moves.size(); ++i) {
    // The side to move is "own" to the program; moves alternate back from now.
    const bool own = (moves.size() - i) % 2 == 0;
    say(comma_point(moves[i]) + (own ? ",1" : ",2"));
  }
  say("DONE");
}

void NBoardPlayer::greet() {
  say("nboard 2");
  say("ping 1");
  wait_for({"pong"}, soon());
}

void NBoardPlayer::new_game(const GameState& start, const TimeControl& control) {
  if (start.game->id != "antireversi" || board_size(start) != 8)
    throw PlayerFailed("refused", "NBoard is for Reversi on 8 x 8 squares.");
  refuse_positions(start);
  say("set depth " + std::to_string(control.depth.value_or(8)));
}

std::string NBoardPlayer::ask(const GameState& now, const MoveLimits&, Deadline deadline) {
  std::string game = "(;GM[Othello]PC[Sanqi]PB[first]PW[second]RE[?]TI[0]TY[8a]BO[8 ";
  game += "---------------------------O*------*O--------------------------- *]";
  for (std::size_t i = 0; i < now.moves.size(); ++i)
    game += (i % 2 == 0 ? "B[" : "W[") + (now.moves[i] == "pass" ? "PA" : upper_case(now.moves[i])) + ']';
  say("set game " + game + ";)");
  say("ping 2");
  wait_for({"pong"}, deadline);
  say("go");
  const std::string line = wait_for({"==="}, deadline);
  if (line.size() < 5) throw PlayerFailed("protocol", "No move: " + line);
  const std::string move = lower_case(line.substr(4, line.find_first_of(" /", 4) - 4));
  return move == "pa" ? "pass" : move;
}

std::string GtpPlayer::command(const std::string& line, Deadline deadline) {
  say(line);
  std::string answer;
  do answer = next_line(deadline);
  while (answer.empty() || (answer.front() != '=' && answer.front() != '?'));
  if (answer.front() == '?') throw PlayerFailed("refused", line + ": " + answer);
  const auto begin = answer.find_first_not_of("= ");
  return begin == std::string::npos ? "" : answer.substr(begin);
}

void GtpPlayer::new_game(const GameState& start, const TimeControl& control) {
  if (start.game->id == "xiangqi") throw PlayerFailed("refused", "GTP is for boards with stones.");
  refuse_positions(start);
  command("boardsize " + std::to_string(board_size(start)), soon());
  command("clear_board", soon());
  if (control.base)
    tell("time_settings " + whole_seconds(*control.base) + " 0 0", soon());
  else if (control.move)
    tell("time_settings 0 " + whole_seconds(*control.move) + " 1", soon());
}

void GtpPlayer::tell(const std::string& line, Deadline deadline) {
  try {
    command(line, deadline);
  } catch (const PlayerFailed& failed) {
    if (failed.reason != "refused") throw;
  }
}

void GtpPlayer::tell_time_left(const std::string& colour, milliseconds left, int stones, Deadline deadline) {
  tell("time_left " + colour + ' ' + whole_seconds(left) + ' ' + std::to_string(stones), deadline);
}

std::string GtpPlayer::ask(const GameState& now, const MoveLimits& limits, Deadline deadline) {
  // From the beginning each time: short games, and nothing that can go apart.
  command("clear_board", deadline);
  const auto colour = [&now](std::size_t i) {
    const auto name = now.game->side_names.empty() ? "black" : now.game->side_names[i % 2];
    return std::string(name);
  };
  for (std::size_t i = 0; i < now.moves.size(); ++i)
    command("play " + colour(i) + ' ' + vertex_of(now.moves[i]), deadline);
  const std::string own = colour(now.moves.size());
  if (limits.control.base) {
    for (const std::size_t side : {0u, 1u}) tell_time_left(colour(side), limits.clocks[side], 0, deadline);
  } else if (limits.control.move) {
    tell_time_left(own, *limits.control.move, 1, deadline);
  }
  const std::string move = lower_case(command("genmove " + own, deadline));
  if (move == "resign") throw PlayerFailed("resigned", "The program resigns.");
  return move_of(move);
}

}  // namespace engine::lab
