#include "engine/lab/matches/openings.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

#include "engine/core/zobrist.h"

namespace engine::lab {
namespace {

using nlohmann::json;

Opening from_json(const std::string& line) {
  const json row = json::parse(line);
  Opening opening;
  opening.setup.rule = row.value("rule", "");
  opening.setup.pos = row.value("pos", "");
  opening.setup.size = row.value("size", 0);
  opening.moves = row.at("moves").get<std::vector<std::string>>();
  return opening;
}

/// `startpos moves M...`, `POSITION [moves M...]` or `M...`: what is no position must be moves.
Opening from_words(const std::string& line, const Game& game) {
  Opening opening;
  const auto moves = line.find("moves ");
  std::string start = line.substr(0, std::min(moves, line.size()));
  if (start.starts_with("startpos")) start.clear();
  while (!start.empty() && start.back() == ' ') start.pop_back();
  std::string rest = moves == std::string::npos ? "" : line.substr(moves + 6);
  if (!start.empty() && moves == std::string::npos && !game.new_match({.pos = start})) {
    rest = start;  // No position: moves alone.
    start.clear();
  }
  opening.setup.pos = start;
  std::istringstream words(rest);
  for (std::string move; words >> move;) opening.moves.push_back(move);
  return opening;
}

/// Fills in what the line does not name. False: it names another rule or size.
bool is_wanted(Setup& setup, const Setup& wanted) {
  if (setup.rule.empty()) setup.rule = wanted.rule;
  if (setup.size == 0) setup.size = wanted.size;
  return (wanted.rule.empty() || setup.rule == wanted.rule) &&
         (wanted.size == 0 || setup.size == wanted.size);
}

/// Moves in protocol text. Throws std::invalid_argument.
void play_through(Opening& opening, const Game& game) {
  auto match = game.new_match(opening.setup);
  if (!match) throw std::invalid_argument(match.error().message);
  for (std::string& text : opening.moves) {
    const auto move = (*match)->read_move(text);
    if (!move) throw std::invalid_argument(text + ": " + move.error().message);
    text = *move;
    (void)(*match)->play(text);
  }
  if ((*match)->outcome()) throw std::invalid_argument("the game is over");
}

}  // namespace

std::vector<Opening> read_openings(const std::string& file, const Game& game, const Setup& wanted) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  std::vector<Opening> openings;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') continue;
    try {
      Opening opening = line.front() == '{' ? from_json(line) : from_words(line, game);
      if (!is_wanted(opening.setup, wanted)) continue;
      play_through(opening, game);
      openings.push_back(std::move(opening));
    } catch (const std::exception& error) {
      throw std::runtime_error(file + ':' + std::to_string(number) + ": " + error.what());
    }
  }
  if (openings.empty()) throw std::runtime_error(file + " has no opening of this game, rule and size");
  return openings;
}

std::vector<Opening> random_openings(const Game& game, const Setup& setup, int plies, std::size_t count,
                                     std::uint64_t seed) {
  SplitMix64 random(seed);
  std::set<std::string> seen;
  std::vector<Opening> openings;
  // A few plies may not have so many different openings.
  for (std::size_t tries = 0; openings.size() < count && tries < 20 * count; ++tries) {
    auto match = game.new_match(setup);
    if (!match) throw std::runtime_error(match.error().message);
    Opening opening{setup, {}};
    for (int ply = 0; ply < plies && !(*match)->outcome(); ++ply) {
      const auto moves = (*match)->legal_moves();
      opening.moves.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      (void)(*match)->play(opening.moves.back());
    }
    if (!(*match)->outcome() && seen.insert((*match)->look().pos).second)
      openings.push_back(std::move(opening));
  }
  return openings;
}

}  // namespace engine::lab
