#include <algorithm>
#include <sstream>

#include "engine/games/registry.h"
#include "engine/lab/players/program_players.h"

namespace engine::lab {
namespace {

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += ' ' + word;
  return text;
}

/// "h2e2" in ranks from `shift` more on: "h3e3", "b10c8".
std::string shifted(const std::string& move, int shift) {
  std::istringstream in(move);
  std::string text;
  char file = 0;
  for (int rank = 0; in >> file >> rank;) text += file + std::to_string(rank + shift);
  return text;
}

/// Those of a line of which each follows `mark`: "… var chess var xiangqi".
std::vector<std::string> words_after(const std::string& line, const std::string& mark) {
  std::istringstream in(line);
  std::vector<std::string> found;
  bool follows = false;
  for (std::string word; in >> word; follows = word == mark)
    if (follows) found.push_back(word);
  return found;
}

/// An underscore stands for a blank, but in the names of UCI's own options.
std::string spaced(std::string name) {
  std::ranges::replace(name, '_', ' ');
  if (name.starts_with("UCI ")) name[3] = '_';
  return name;
}

constexpr std::string_view kOption = "option name ";

}  // namespace

void UciPlayer::greet() {
  say(ucci_ ? "ucci" : "uci");
  const Deadline end = soon();
  bool is_fairy = false, has_unit = false;
  for (std::string line; !line.starts_with(ucci_ ? "ucciok" : "uciok"); line = next_line(end)) {
    is_fairy |= line.starts_with("id name Fairy");
    has_unit |= ucci_ && line.starts_with("option usemillisec ");
    if (line.starts_with("option name UCI_Variant ")) variants_ = words_after(line, "var");
    if (line.starts_with(kOption))
      options_.insert(line.substr(kOption.size(), line.find(" type ") - kOption.size()));
  }
  // UCCI counted in seconds before there was a choice.
  if (has_unit) set("usemillisec", "true");
  unit_ = ucci_ && !has_unit ? milliseconds(1'000) : milliseconds(1);
  ranks_from_one_ = !ucci_ && spec_.number("ranks", is_fairy ? 1 : 0) == 1;
  for (const auto& [key, value] : spec_.settings) {
    if (!key.starts_with("option.")) continue;
    std::string name = key.substr(std::string("option.").size());
    set(ucci_ || options_.contains(name) ? name : spaced(name), value);
  }
}

void UciPlayer::set(const std::string& name, const std::string& value) {
  say(ucci_ ? "setoption " + name + ' ' + value : "setoption name " + name + " value " + value);
}

void UciPlayer::new_game(const GameState& start, const TimeControl&) {
  if (ucci_ && start.game->id != "xiangqi") throw PlayerFailed("refused", "UCCI is for Xiangqi.");
  if (!variants_.empty() && std::ranges::find(variants_, start.game->id) == variants_.end())
    throw PlayerFailed("refused", "The program does not play " + std::string(start.game->id) + '.');
  if (!ucci_) {
    set("UCI_Variant", std::string(start.game->id));
    if (const std::string rule = rule_option(*start.game); !rule.empty())
      set(rule, start.setup.rule.empty() ? std::string(start.game->rules.front()) : start.setup.rule);
    say("ucinewgame");
  }
  say("isready");
  wait_for({"readyok"}, soon());
}

// The whole game with each question, so that program and referee cannot drift apart.
std::string UciPlayer::position(const GameState& now) const {
  std::vector<std::string> moves = now.moves;
  if (ranks_from_one_ && now.game->id == "xiangqi")
    for (std::string& move : moves) move = shifted(move, 1);
  std::string start = now.setup.pos.empty() ? "startpos" : "fen " + now.setup.pos;
  // UCI has no word for the size of a board; an empty one says it. By UCCI programs need not know startpos.
  const bool is_usual_size = now.setup.size == 0 || now.setup.size == now.game->sizes.front();
  if (now.setup.pos.empty() && (ucci_ || !is_usual_size))
    start = "fen " + (*now.game->new_match(now.setup))->look().pos;
  return "position " + start + (moves.empty() ? "" : " moves" + join(moves));
}

std::string UciPlayer::go(const GameState& now, const MoveLimits& limits) const {
  const TimeControl& control = limits.control;
  // Of less than a unit it says one: none at all would be no time.
  const auto in_units = [unit = unit_](milliseconds time) {
    return std::to_string(time > milliseconds(0) ? std::max<std::int64_t>(time / unit, 1) : 0);
  };
  std::string text = "go";
  if (control.depth) text += " depth " + std::to_string(*control.depth);
  if (control.nodes) text += " nodes " + std::to_string(*control.nodes);
  if (control.base && ucci_) {
    const Side side = now.match->look().turn;
    text += " time " + in_units(limits.clocks[index(side)]) + " increment " + in_units(control.increment);
    text += " opptime " + in_units(limits.clocks[index(other(side))]) + " oppincrement " +
            in_units(control.increment);
  } else if (control.base) {
    text += " wtime " + in_units(limits.clocks[0]) + " btime " + in_units(limits.clocks[1]);
    text += " winc " + in_units(control.increment) + " binc " + in_units(control.increment);
  } else if (control.move) {
    // UCCI has no time for a move: a clock with one move to go means the same.
    text += (ucci_ ? " time " : " movetime ") + in_units(*control.move);
    if (ucci_) text += " movestogo 1";
  }
  return text;
}

std::string UciPlayer::ask(const GameState& now, const MoveLimits& limits, Deadline deadline) {
  say(position(now));
  say(go(now, limits));
  std::istringstream answer(wait_for({"bestmove", "nobestmove"}, deadline));
  std::string word, move;
  answer >> word >> move;
  std::string last;
  while (answer >> last) {
  }
  if (ucci_ && (word == "nobestmove" || last == "resign"))
    throw PlayerFailed("resigned", "The program resigns.");
  if (move.empty()) throw PlayerFailed("protocol", "The program found no move.");
  return ranks_from_one_ && now.game->id == "xiangqi" ? shifted(move, -1) : move;
}

}  // namespace engine::lab
