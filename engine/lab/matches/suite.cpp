#include "engine/lab/matches/suite.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace engine::lab {
namespace {

using nlohmann::json;

/// Throws what nlohmann/json throws for a field that is absent or of another type.
Puzzle from_row(const json& row) {
  Puzzle puzzle;
  puzzle.setup.rule = row.value("rule", "");
  puzzle.setup.size = row.value("size", 0);
  puzzle.setup.pos = row.value("pos", "");
  if (row.contains("board"))
    puzzle.setup.pos = row.at("board").get<std::string>() + ' ' + row.at("to_move").get<std::string>();
  if (row.contains("moves")) puzzle.moves = row.at("moves").get<std::vector<std::string>>();
  puzzle.accepted = row.at(row.contains("accept") ? "accept" : "best").get<std::vector<std::string>>();
  return puzzle;
}

Puzzle from_epd(const std::string& line) {
  Puzzle puzzle;
  std::istringstream parts(line);
  std::getline(parts, puzzle.setup.pos, ';');
  while (puzzle.setup.pos.ends_with(' ')) puzzle.setup.pos.pop_back();
  for (std::string part; std::getline(parts, part, ';');) {
    std::istringstream words(part);
    std::string word;
    words >> word;
    if (word != "bm") continue;
    while (words >> word) puzzle.accepted.push_back(word);
  }
  if (puzzle.accepted.empty()) throw std::invalid_argument("there is no 'bm'");
  return puzzle;
}

/// Throws std::invalid_argument for what cannot be played, or where nothing is left to solve.
std::unique_ptr<Match> match_of(const Game& game, const Puzzle& puzzle) {
  auto match = game.new_match(puzzle.setup);
  if (!match) throw std::invalid_argument(match.error().message);
  for (const std::string& move : puzzle.moves)
    if (const auto played = (*match)->play(move); !played)
      throw std::invalid_argument(move + ": " + played.error().message);
  if ((*match)->outcome()) throw std::invalid_argument("the game is over");
  return *std::move(match);
}

}  // namespace

std::vector<Puzzle> read_puzzles(const std::string& file, const Game& game) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  std::vector<Puzzle> puzzles;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') continue;
    try {
      Puzzle puzzle = line.front() == '{' ? from_row(json::parse(line)) : from_epd(line);
      const auto match = match_of(game, puzzle);
      for (std::string& move : puzzle.accepted) {
        const auto read = match->read_move(move);
        if (!read) throw std::invalid_argument(move + ": " + read.error().message);
        move = *read;
      }
      puzzle.name = file.substr(file.rfind('/') + 1) + ':' + std::to_string(number);
      puzzles.push_back(std::move(puzzle));
    } catch (const std::exception& error) {
      throw std::runtime_error(file + ':' + std::to_string(number) + ": " + error.what());
    }
  }
  return puzzles;
}

Attempt attempt(const Game& game, const Puzzle& puzzle, Bot& bot, const Limits& limits) {
  const auto match = match_of(game, puzzle);
  const auto is_right = [&](const Thought& thought) {
    return std::ranges::find(puzzle.accepted, thought.best) != puzzle.accepted.end();
  };
  Attempt tried;
  // Solved counts from the last time that the choice became right: a bot that changes its mind starts anew.
  const auto hear = [&](const Thought& thought) {
    if (is_right(thought) && !tried.solved) tried.nodes = thought.nodes, tried.time = thought.time;
    tried.solved = is_right(thought);
  };
  const Thought thought = bot.think(*match, limits, {}, hear);
  hear(thought);
  const Line& line = thought.lines.front();
  if (line.kind == ScoreKind::win) tried.claimed = line.value;
  return tried;
}

/// The winner is to move.
bool Claim::holds(const Match& match, int plies) {
  const Thought thought = winner_.think(match, limits_, {}, {});
  const Line& line = thought.lines.front();
  // A claim that grows longer on the way is broken as well.
  if (line.kind != ScoreKind::win || line.value > plies) return false;
  auto next = match.clone();
  const Side winner = match.look().turn;
  (void)next->play(line.pv.front());
  if (const auto outcome = next->outcome()) return outcome->winner == winner;
  return holds_against(*next, line.value - 1);
}

/// The defender is to move.
bool Claim::holds_against(const Match& match, int plies) {
  if (plies <= 0) return false;
  Limits limits = limits_;
  limits.multipv = left_ > 0 ? defences_ : 1;
  const Thought thought = defender_.think(match, limits, {}, {});
  for (const Line& defence : thought.lines) {
    --left_;
    auto next = match.clone();
    (void)next->play(defence.pv.front());
    // An outcome after the defender's move is no win of the attacker.
    if (next->outcome() || !holds(*next, plies - 1)) return false;
  }
  return true;
}

}  // namespace engine::lab
