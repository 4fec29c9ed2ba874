#include "engine/cli/uci.h"

#include <condition_variable>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <sstream>
#include <thread>

#include "engine/cli/perft.h"
#include "engine/games/registry.h"
#include "engine/search/levels.h"
#include "engine/search/time_plan.h"

namespace engine::cli {
namespace {

using std::chrono::milliseconds;

/// Numbers of a command; nothing for what is no number in range.
std::optional<std::int64_t> number(std::istream& words, std::int64_t least, std::int64_t most) {
  std::int64_t value = 0;
  if (!(words >> value)) {
    words.clear();
    return std::nullopt;
  }
  return std::clamp(value, least, most);
}

void append_word(std::string& text, const std::string& word) {
  if (!text.empty()) text += ' ';
  text += word;
}

/// UCI counts a mate in moves of the winner.
std::string score_text(const Line& line) {
  switch (line.kind) {
    case ScoreKind::win:
      return "mate " + std::to_string((line.value + 1) / 2);
    case ScoreKind::loss:
      return "mate " + std::to_string(-(line.value + 1) / 2);
    case ScoreKind::draw:
      return "cp 0";
    case ScoreKind::exact:
      return "cp " + std::to_string(100 * line.value);
    case ScoreKind::eval:
      break;
  }
  return "cp " + std::to_string(line.value);
}

/// What `go` asks for.
struct Go {
  Limits limits;
  search::Clock clocks[2];
  bool timed = false;
  bool infinite = false;
  std::optional<int> perft;
};

Go read_go(std::istream& words) {
  constexpr std::int64_t kLongest = std::int64_t{30} * 24 * 3600 * 1000;
  Go go;
  const auto time = [&words] { return milliseconds(number(words, 0, kLongest).value_or(0)); };
  for (std::string word; words >> word;) {
    if (word == "depth")
      go.limits.depth = static_cast<int>(number(words, 1, kMaxPly).value_or(1));
    else if (word == "nodes")
      go.limits.nodes = number(words, 1, INT64_MAX).value_or(1);
    else if (word == "movetime")
      go.limits.time = time();
    else if (word == "perft")
      go.perft = static_cast<int>(number(words, 0, 20).value_or(1));
    else if (word == "infinite")
      go.infinite = true;
    else if (word == "wtime")
      go.clocks[0].remaining = time(), go.timed = true;
    else if (word == "btime")
      go.clocks[1].remaining = time(), go.timed = true;
    else if (word == "winc")
      go.clocks[0].increment = time();
    else if (word == "binc")
      go.clocks[1].increment = time();
    else if (word == "movestogo")
      go.clocks[0].moves_to_go = go.clocks[1].moves_to_go = number(words, 1, 500);
  }
  return go;
}

/// One conversation.
class Uci {
 public:
  explicit Uci(std::ostream& out) : out_(out) { start_position(); }
  ~Uci() { finish(); }

  /// False when told to quit.
  bool obey(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "quit") return stop(), false;
    if (word == "uci")
      greet();
    else if (word == "isready")
      get_ready();
    else if (word == "stop")
      stop();
    else if (word == "setoption")
      set_option(words);
    else if (word == "ucinewgame")
      stop(), bot_.reset();
    else if (word == "position")
      set_position(words);
    else if (word == "go")
      go(words);
    else if (word == "d")
      show();
    else if (!word.empty())
      say("unknown command: " + word.substr(0, 40));
    return true;
  }

  /// Waits for the answer that is being searched for; an infinite search is stopped.
  void finish() {
    if (infinite_) thinking_.request_stop();
    if (thinking_.joinable()) thinking_.join();
  }

 private:
  void greet();
  void get_ready();
  void set_option(std::istream& words);
  void apply_option(const std::string& name, const std::string& value);
  void set_position(std::istream& words);
  void start_position();
  void go(std::istream& words);
  void think(const Match& match, const Limits& limits, std::stop_token stop, bool infinite);
  void report(const Thought& thought);
  void show();

  void stop() {
    thinking_.request_stop();
    if (thinking_.joinable()) thinking_.join();
  }

  /// Whole lines only, since two threads speak.
  void say(const std::string& text) {
    const std::lock_guard lock(speaking_);
    out_ << text << std::endl;
  }

  std::ostream& out_;
  std::mutex speaking_;
  const Game* game_ = &games().front();
  std::string rule_;  // Of Gomoku; other games have one rule.
  int multipv_ = 1;
  int level_ = search::kLevels;
  milliseconds overhead_ = search::kUsualOverhead;
  BotOptions options_;
  std::unique_ptr<Match> match_;
  int ply_ = 0;
  std::unique_ptr<Bot> bot_;
  bool infinite_ = false;
  std::jthread thinking_;
};

void Uci::greet() {
  say("id name Sanqi\nid author the Sanqi authors");
  std::string variants = "option name UCI_Variant type combo default " + std::string(games().front().id);
  for (const Game& game : games()) variants += " var " + std::string(game.id);
  say(variants);
  if (const Game* gomoku = find_game("gomoku")) {
    std::string rules = "option name GomokuRule type combo default " + std::string(gomoku->rules.front());
    for (std::string_view rule : gomoku->rules) rules += " var " + std::string(rule);
    say(rules);
  }
  say("option name Hash type spin default 16 min 1 max 65536");
  say("option name Threads type spin default 1 min 1 max 256");
  say("option name MultiPV type spin default 1 min 1 max 400");
  say("option name Move Overhead type spin default " + std::to_string(search::kUsualOverhead.count()) +
      " min 0 max 5000");
  say("option name Skill Level type spin default 8 min 1 max 8");
  say("uciok");
}

/// A bot that thinks is ready; else its memory is made before the answer, not on the clock of its first move.
void Uci::get_ready() {
  if (!bot_) bot_ = game_->new_bot(options_);
  if (!thinking_.joinable()) bot_->prepare(*match_);
  say("readyok");
}

/// setoption name N... [value V...]: both may hold blanks.
void Uci::set_option(std::istream& words) {
  stop();
  std::string name, value, word;
  words >> word;
  while (words >> word && word != "value") append_word(name, word);
  while (words >> word) append_word(value, word);
  apply_option(name, value);
}

void Uci::apply_option(const std::string& name, const std::string& value) {
  std::istringstream text(value);
  if (name == "UCI_Variant") {
    const Game* game = find_game(value);
    if (!game) return say("info string unknown variant " + value);
    game_ = game;
    bot_.reset();
    start_position();
  } else if (name == "GomokuRule") {
    rule_ = value;
    start_position();
  } else if (name == "Hash") {
    options_.hash_bytes = static_cast<std::size_t>(number(text, 1, 65536).value_or(16)) << 20;
    bot_.reset();
  } else if (name == "Threads") {
    options_.threads = static_cast<int>(number(text, 1, 256).value_or(1));
    bot_.reset();
  } else if (name == "MultiPV") {
    multipv_ = static_cast<int>(number(text, 1, 400).value_or(1));
  } else if (name == "Move Overhead") {
    overhead_ = milliseconds(number(text, 0, 5000).value_or(search::kUsualOverhead.count()));
  } else if (name == "Skill Level") {
    level_ = static_cast<int>(number(text, 1, search::kLevels).value_or(search::kLevels));
  } else {
    say("info string unknown option " + name);
  }
}

void Uci::start_position() {
  ply_ = 0;
  auto match = game_->new_match({.rule = game_->id == "gomoku" ? rule_ : ""});
  if (!match) {
    say("info string " + match.error().message);
    rule_.clear();
    match = game_->new_match({});
  }
  match_ = *std::move(match);
}

/// position startpos | fen P... [moves M...]. A line that is not right to its end changes nothing.
void Uci::set_position(std::istream& words) {
  stop();
  std::string kind, word, pos;
  words >> kind;
  while (words >> word && word != "moves") append_word(pos, word);
  if (kind != "startpos" && kind != "fen") return say("info string position needs startpos or fen");
  if (kind == "startpos" && !pos.empty()) return say("info string startpos is followed by moves or nothing");
  auto match = game_->new_match({.rule = game_->id == "gomoku" ? rule_ : "", .pos = pos, .past_draws = true});
  if (!match) return say("info string " + match.error().message);
  int ply = 0;
  for (; words >> word; ++ply) {
    const auto played = (*match)->play(word);
    if (!played) return say("info string illegal move " + word + ": " + played.error().message);
  }
  match_ = *std::move(match);
  ply_ = ply;
}

void Uci::go(std::istream& words) {
  stop();
  Go go = read_go(words);
  if (go.perft) {
    std::ostringstream counts;
    print_perft(*game_, *match_, *go.perft, {.divide = true, .threads = options_.threads}, counts);
    std::string text = counts.str();
    text.pop_back();  // say() ends the line.
    return say(text);
  }
  if (match_->outcome()) {
    say("info string the game is over: " + std::string(match_->outcome()->reason));
    return say("bestmove (none)");
  }
  Limits limits = go.limits;
  if (go.timed) {
    search::Clock& clock = go.clocks[index(match_->look().turn)];
    clock.ply = ply_;
    const Limits plan = search::plan_time(clock, overhead_);
    limits.time = std::min(limits.time.value_or(*plan.time), *plan.time);
    limits.optimum = plan.optimum;
  }
  limits.multipv = multipv_;
  limits.level = level_;
  infinite_ = go.infinite || (!limits.time && !limits.depth && !limits.nodes);
  if (!bot_) bot_ = game_->new_bot(options_);
  thinking_ = std::jthread([this, limits, match = match_->clone(), infinite = infinite_](
                               std::stop_token stop) { think(*match, limits, std::move(stop), infinite); });
}

void Uci::think(const Match& match, const Limits& limits, std::stop_token stop, bool infinite) {
  const Thought thought = bot_->think(match, limits, stop, [this](const Thought& so_far) { report(so_far); });
  report(thought);
  if (infinite) {  // The answer to an infinite search is given when it is asked for.
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
  }
  say("bestmove " + thought.best);
}

void Uci::report(const Thought& thought) {
  std::string text;
  const auto ms = static_cast<std::uint64_t>(thought.time.count());
  for (std::size_t i = 0; i < thought.lines.size(); ++i) {
    const Line& line = thought.lines[i];
    if (i > 0) text += '\n';
    text += "info depth " + std::to_string(thought.depth) + " seldepth " + std::to_string(thought.seldepth) +
            " multipv " + std::to_string(i + 1) + " score " + score_text(line) + " nodes " +
            std::to_string(thought.nodes) + " nps " +
            std::to_string(thought.nodes * 1000 / std::max<std::uint64_t>(ms, 1)) + " time " +
            std::to_string(ms) + " pv";
    for (const std::string& move : line.pv) text += " " + move;
  }
  say(text);
}

/// For people: where we are.
void Uci::show() {
  const Look look = match_->look();
  std::string text = "pos " + look.pos + "\nturn " + std::string(game_->side_names[index(look.turn)]);
  if (const auto outcome = match_->outcome()) text += "\nover " + std::string(outcome->reason);
  text += "\nlegal";
  for (const std::string& move : match_->legal_moves()) text += " " + move;
  say(text);
}

}  // namespace

void speak_uci(const std::string& first, std::istream& in, std::ostream& out) {
  in.tie(nullptr);  // Reading would flush `out` while the thread that thinks writes to it.
  Uci uci(out);
  std::string line = first;
  do {
    if (!uci.obey(line)) return;
  } while (std::getline(in, line));
  uci.finish();
}

}  // namespace engine::cli
