#include "engine/cli/uci_words.h"

#include <algorithm>
#include <chrono>
#include <sstream>

#include "engine/cli/numbers.h"

namespace engine::cli {
namespace {

using std::chrono::milliseconds;

milliseconds time(std::istream& words) {
  // 30 days: so that sums of times never overflow.
  constexpr std::int64_t kLongest = std::int64_t{30} * 24 * 3600 * 1000;
  return milliseconds(number(words, 0, kLongest).value_or(0));
}

/// None where the word tells none: programs send 0 for the rest of the game.
std::optional<int> moves_to_go(std::istream& words) {
  const auto moves = number(words, 0, 500).value_or(0);
  return moves > 0 ? std::optional(static_cast<int>(moves)) : std::nullopt;
}

/// The words that only UCI has. False: `word` is none of them.
bool read_uci(const std::string& word, std::istream& words, Go& go) {
  if (word == "movetime")
    go.limits.time = time(words);
  else if (word == "perft")
    go.perft = static_cast<int>(number(words, 0, 20).value_or(1));
  else if (word == "wtime")
    go.clocks[0].remaining = time(words), go.timed = true;
  else if (word == "btime")
    go.clocks[1].remaining = time(words), go.timed = true;
  else if (word == "winc")
    go.clocks[0].increment = time(words);
  else if (word == "binc")
    go.clocks[1].increment = time(words);
  else if (word == "mate")
    // Moves of the winner: n of them end on ply 2n - 1.
    go.limits.depth = static_cast<int>(2 * number(words, 1, kMaxPly / 2).value_or(1) - 1);
  else if (word == "movestogo")
    go.clocks[0].moves_to_go = go.clocks[1].moves_to_go = moves_to_go(words);
  else
    return false;
  return true;
}

/// What the opponent has left says nothing that we use.
void read_ucci(const std::string& word, std::istream& words, Go& go) {
  search::Clock& clock = go.clocks[0];
  if (word == "time")
    clock.remaining = time(words), go.timed = true;
  else if (word == "increment")
    clock.increment = time(words);
  else if (word == "movestogo")
    clock.moves_to_go = moves_to_go(words);
  go.clocks[1] = clock;
}

}  // namespace

std::string in_ranks(const std::string& move, int shift) {
  if (shift == 0) return move;
  std::istringstream in(move);
  std::string text;
  char file = 0;
  int rank = 0;
  while (in >> file) {
    if (!(in >> rank) || rank < 0 || rank > 99) return move;
    text += file + std::to_string(rank + shift);
  }
  return text;
}

Thought in_ranks(Thought thought, int shift) {
  if (shift == 0) return thought;
  thought.best = in_ranks(thought.best, shift);
  thought.current = in_ranks(thought.current, shift);
  for (Line& line : thought.lines)
    for (std::string& move : line.pv) move = in_ranks(move, shift);
  return thought;
}

/// Words come in any order; unknown ones are passed over.
Go read_go(std::istream& words, Dialect dialect) {
  Go go;
  bool moves = false;  // Words that are no others are those of "searchmoves".
  for (std::string word; words >> word;) {
    if (word == "depth") {
      // UCCI's "depth infinite".
      if (const auto depth = number(words, 1, kMaxPly)) go.limits.depth = static_cast<int>(*depth);
    } else if (word == "nodes") {
      go.limits.nodes = number(words, 1, INT64_MAX).value_or(1);
    } else if (word == "infinite") {
      go.infinite = true;
    } else if (word == "ponder") {
      go.ponder = true;
    } else if (dialect == Dialect::ucci) {
      read_ucci(word, words, go);
    } else if (word == "searchmoves") {
      moves = true;
    } else if (!read_uci(word, words, go) && moves) {
      go.limits.among.push_back(word);
    }
  }
  return go;
}

/// UCI counts a mate in moves of the winner.
std::string score_text(const Line& line, Dialect dialect) {
  constexpr int kUcciMate = 10'000;
  const bool ucci = dialect == Dialect::ucci;
  const std::string points = ucci ? "" : "cp ";
  switch (line.kind) {
    case ScoreKind::win:
      return ucci ? std::to_string(kUcciMate - line.value) : "mate " + std::to_string((line.value + 1) / 2);
    case ScoreKind::loss:
      return ucci ? std::to_string(line.value - kUcciMate) : "mate " + std::to_string(-(line.value + 1) / 2);
    case ScoreKind::draw:
      return points + "0";
    case ScoreKind::exact:
      return points + std::to_string(100 * line.value);
    case ScoreKind::eval:
      break;
  }
  return points + std::to_string(line.value);
}

std::string info_text(const Thought& thought, Dialect dialect) {
  if (!thought.current.empty())
    return "info depth " + std::to_string(thought.depth) + " currmove " + thought.current +
           " currmovenumber " + std::to_string(thought.current_number);
  std::string text;
  const auto ms = static_cast<std::uint64_t>(thought.time.count());
  for (std::size_t i = 0; i < thought.lines.size(); ++i) {
    const Line& line = thought.lines[i];
    if (i > 0) text += '\n';
    text += "info depth " + std::to_string(thought.depth);
    if (dialect == Dialect::uci)
      text += " seldepth " + std::to_string(thought.seldepth) + " multipv " + std::to_string(i + 1);
    text += " score " + score_text(line, dialect) + " nodes " + std::to_string(thought.nodes) + " nps " +
            std::to_string(thought.nodes * 1000 / std::max<std::uint64_t>(ms, 1)) + " time " +
            std::to_string(ms);
    if (dialect == Dialect::uci) text += " hashfull " + std::to_string(thought.hash_permille);
    text += " pv";
    for (const std::string& move : line.pv) text += " " + move;
  }
  return text;
}

// The move to ponder on is the second of the line that begins with the answer; a level may play another line.
std::string bestmove_text(const Thought& thought) {
  std::string text = "bestmove " + thought.best;
  for (const Line& line : thought.lines)
    if (line.pv.size() > 1 && line.pv.front() == thought.best) return text + " ponder " + line.pv[1];
  return text;
}

}  // namespace engine::cli
