#include "engine/lab/matches/records.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "engine/core/board_point.h"

namespace engine::lab {
namespace {

using nlohmann::json;

// The first player of the pairing has the first side in even games.
const std::string& name_of(const Pairing& pairing, std::size_t number, Side side) {
  return pairing.players[(index(side) + number) % 2].name;
}

json word_of(std::optional<Side> winner) {
  if (!winner) return nullptr;
  return *winner == Side::first ? "first" : "second";
}

std::string result_of(const GameRecord& game, const char* first, const char* second, const char* draw) {
  if (!game.winner) return draw;
  return *game.winner == Side::first ? first : second;
}

std::string tag(const std::string& name, const std::string& value) {
  return '[' + name + " \"" + value + "\"]\n";
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// The position before the opening.
std::string start_of(const Pairing& pairing, const NumberedGame& played) {
  return (*pairing.game->new_match(pairing.opening_of(played.number).setup))->look().pos;
}

/// SGF's stones of a board that is set up, and the side to move; nothing for an empty one.
// SGF's points are two letters, the second counted from the top; ours are counted from the bottom.
std::string stones_of(const std::string& pos, int size) {
  std::string text;
  for (const auto& [property, stone] : {std::pair("AB", 'X'), std::pair("AW", 'O')}) {
    const std::size_t before = text.size();
    for (int i = 0; i < size * size; ++i)
      if (pos[static_cast<std::size_t>(i)] == stone)
        text += {'[', static_cast<char>('a' + i % size), static_cast<char>('a' + size - 1 - i / size), ']'};
    if (text.size() > before) text.insert(before, property);
  }
  if (!text.empty()) text += pos.back() == 'X' ? "PL[B]" : "PL[W]";
  return text;
}

/// What must be equal in a game of this pairing.
// Compared as JSON, so that a field that is absent differs from one that is there.
json settings_of(const Pairing& pairing, const std::array<std::string, 2>& players, std::size_t number) {
  const Opening& opening = pairing.opening_of(number);
  json settings = {
      {"game", pairing.game->id},
      {"first", name_of(pairing, number, Side::first)},
      {"second", name_of(pairing, number, Side::second)},
      {"players", players},
      {"limits", {{"max_plies", pairing.rules.max_plies}, {"margin_ms", pairing.rules.margin.count()}}},
      {"opening", opening.moves.size()}};
  if (!opening.setup.rule.empty()) settings["rule"] = opening.setup.rule;
  if (!opening.setup.pos.empty()) settings["pos"] = opening.setup.pos;
  if (opening.setup.size != 0) settings["size"] = opening.setup.size;
  return settings;
}

}  // namespace

GameLines::GameLines(const Pairing& pairing)
    : pairing_(pairing), players_{pairing.players[0].identity(), pairing.players[1].identity()} {}

std::string GameLines::write(const NumberedGame& played) const {
  const GameRecord& game = played.game;
  json row = settings_of(pairing_, players_, played.number);
  row.update({{"number", played.number},
              {"moves", game.moves},
              {"times", game.times_ms},
              {"winner", word_of(game.winner)},
              {"reason", game.reason},
              {"overrun", {game.overrun_ms[0], game.overrun_ms[1]}}});
  if (!game.note.empty()) row["note"] = game.note;
  // Names and notes may be no UTF-8: they are replaced rather than refused.
  return row.dump(-1, ' ', false, json::error_handler_t::replace);
}

NumberedGame GameLines::read(const std::string& line) const {
  // Without exceptions: a line that is none is an ordinary error.
  const json row = json::parse(line, nullptr, false);
  if (!row.is_object()) throw std::runtime_error("a line is no game: " + line.substr(0, 60));
  NumberedGame played;
  played.number = row.at("number").get<std::size_t>();
  if (played.number >= pairing_.games) throw std::out_of_range("a game has a number beyond this match");
  const json wanted = settings_of(pairing_, players_, played.number);
  for (const char* field :
       {"game", "first", "second", "players", "limits", "opening", "rule", "pos", "size"}) {
    const json is = row.value(field, json()), should_be = wanted.value(field, json());
    if (is != should_be)
      throw std::runtime_error("a game of another match: its " + std::string(field) + " is " + is.dump() +
                               ", not " + should_be.dump());
  }
  GameRecord& game = played.game;
  game.moves = row.at("moves").get<std::vector<std::string>>();
  const auto& opening = pairing_.opening_of(played.number).moves;
  if (game.moves.size() < opening.size() || !std::equal(opening.begin(), opening.end(), game.moves.begin()))
    throw std::runtime_error("a game of another match: it has another opening");
  game.times_ms = row.at("times").get<std::vector<int>>();
  game.reason = row.at("reason").get<std::string>();
  if (row.at("winner").is_string()) game.winner = row.at("winner") == "first" ? Side::first : Side::second;
  for (std::size_t i : {0u, 1u}) game.overrun_ms[i] = row.at("overrun").at(i).get<int>();
  return played;
}

std::string to_pgn(const Pairing& pairing, const NumberedGame& played) {
  const Opening& opening = pairing.opening_of(played.number);
  const std::string result = result_of(played.game, "1-0", "0-1", "1/2-1/2");
  std::string text = tag("Game", "Chinese Chess") + tag("Event", "sanqi-lab match") +
                     tag("Round", std::to_string(played.number + 1)) +
                     tag("Red", name_of(pairing, played.number, Side::first)) +
                     tag("Black", name_of(pairing, played.number, Side::second)) + tag("Result", result) +
                     tag("Termination", played.game.reason) + tag("Format", "ICCS");
  if (!opening.setup.pos.empty()) text += tag("FEN", opening.setup.pos);
  for (std::size_t i = 0; i < played.game.moves.size(); ++i) {
    const std::string move = upper(played.game.moves[i]);
    if (i % 2 == 0) text += std::to_string(i / 2 + 1) + ". ";
    text += move.substr(0, 2) + '-' + move.substr(2) + (i % 12 == 11 ? '\n' : ' ');
  }
  return text + result + "\n\n";
}

std::string to_sgf(const Pairing& pairing, const NumberedGame& played) {
  const std::string pos = start_of(pairing, played);
  const int size = size_of_board(pos);
  std::string text = "(;GM[4]FF[4]SZ[" + std::to_string(size) + "]PB[" +
                     name_of(pairing, played.number, Side::first) + "]PW[" +
                     name_of(pairing, played.number, Side::second) + "]RU[" +
                     pairing.opening_of(played.number).setup.rule + "]RE[" +
                     result_of(played.game, "B+", "W+", "0") + ']' + stones_of(pos, size);
  std::size_t ply = pos.back() == 'X' ? 0 : 1;
  for (const std::string& move : played.game.moves) {
    const int down = size - 1 - point_named(move).y;  // SGF counts rows from the top.
    text += std::string(ply++ % 2 == 0 ? ";B[" : ";W[") + move.front() + static_cast<char>('a' + down) + ']';
  }
  return text + ")\n";
}

std::string to_ggf(const Pairing& pairing, const NumberedGame& played) {
  std::string pos = start_of(pairing, played);
  const std::string size = std::to_string(size_of_board(pos));
  std::size_t ply = pos.back() == 'X' ? 0 : 1;
  std::ranges::replace(pos, 'X', '*');
  std::string text = "(;GM[Othello]PC[sanqi-lab]PB[" + name_of(pairing, played.number, Side::first) + "]PW[" +
                     name_of(pairing, played.number, Side::second) + "]RE[" +
                     result_of(played.game, "+1", "-1", "0") + "]TY[" + size + "a]BO[" + size + ' ' + pos +
                     ']';
  for (const std::string& move : played.game.moves)
    text += (ply++ % 2 == 0 ? "B[" : "W[") + (move == "pass" ? std::string("PA") : upper(move)) + ']';
  return text + ";)\n";
}

}  // namespace engine::lab
