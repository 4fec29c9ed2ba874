#include "engine/cli/uci.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <istream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <random>
#include <sstream>
#include <thread>
#include <utility>

#include "engine/cli/perft.h"
#include "engine/cli/uci_options.h"
#include "engine/cli/uci_words.h"

namespace engine::cli {
namespace {

using std::chrono::milliseconds;

void append_word(std::string& text, const std::string& word) {
  if (!text.empty()) text += ' ';
  text += word;
}

/// One conversation in UCI or UCCI.
///
/// Two threads: the one that reads commands (execute()) owns everything while no search runs. A search has a
/// thread of its own, which owns bot_ and options_ until it is joined; commands that need them stop it first.
/// Both write answers, by say().
class Uci {
 public:
  Uci(Dialect dialect, std::ostream& out) : dialect_(dialect), out_(out) { start_position(); }
  ~Uci() { finish(); }

  /// False when told to quit.
  bool execute(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "quit") return quit(), false;
    if (word == "uci" || word == "ucci")
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
    else if (word == "banmoves" && dialect_ == Dialect::ucci)
      ban_moves(words);
    else if (word == "go")
      go(words);
    else if (word == "ponderhit")
      ponder_hit();
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
  void quit();
  void get_ready();
  void make_bot();
  void make_smaller_bot(const std::exception& error);
  void set_option(std::istream& words);
  void apply_option(const std::string& name, const std::string& value);
  void apply_ucci_option(const std::string& name, const std::string& value);
  void set_position(std::istream& words);
  void start_position();
  void ban_moves(std::istream& words);
  std::vector<std::string> without_banned(const std::vector<std::string>& moves) const;
  void go(std::istream& words);
  void ponder_hit();
  void start_thinking(const Go& go);
  Thought find_move(const Match& match, const Limits& limits, const std::stop_token& stop,
                    const Bot::Progress& report);
  void think(const Match& match, const Limits& limits, std::stop_token stop, bool infinite);
  void show();

  void stop() {
    thinking_.request_stop();
    if (thinking_.joinable()) thinking_.join();
    discarded_ = false;
    pondering_.reset();
  }

  /// Whole lines only, since two threads speak.
  void say(const std::string& text) {
    const std::lock_guard lock(speaking_);
    out_ << text << std::endl;
  }

  const Dialect dialect_;
  std::ostream& out_;
  std::mutex speaking_;  // Of out_.
  UciOptions options_;
  milliseconds unit_{1};  // Of times in UCCI.
  std::unique_ptr<Match> match_;
  int ply_ = 0;                      // Moves of the last `position`.
  std::vector<std::string> banned_;  // Of it, in UCCI.
  // Made when it is needed: options that come before the first search cost no memory.
  std::unique_ptr<Bot> bot_;
  bool infinite_ = false;
  std::optional<Go> pondering_;         // What to do when the opponent plays the move that we think about.
  std::atomic<bool> discarded_{false};  // The running search is to end without an answer.
  std::jthread thinking_;
};

void Uci::greet() {
  say("id name Sanqi\nid author the Sanqi authors");
  if (dialect_ == Dialect::ucci) {
    say("option usemillisec type check default true");
    say("option hashsize type spin min 1 max 65536 default 16");
    say("option threads type spin min 1 max 256 default 1");
    return say("ucciok");
  }
  std::ostringstream options;
  list_options(options);
  say(options.str());
  say("uciok");
}

void Uci::quit() {
  stop();
  if (dialect_ == Dialect::ucci) say("bye");
}

/// A bot that thinks is ready; else its memory is made before the answer, not on the clock of its first move.
void Uci::get_ready() {
  // isready must be answered at once during a search.
  if (!thinking_.joinable()) make_bot();
  say("readyok");
}

void Uci::make_bot() {
  try {
    if (!bot_) bot_ = options_.game->new_bot(options_.bot);
    bot_->prepare(*match_);
  } catch (const std::exception& error) {
    make_smaller_bot(error);
  }
}

/// There is less memory, or there are fewer threads, than was asked for: the game goes on all the same.
void Uci::make_smaller_bot(const std::exception& error) {
  const BotOptions usual;
  options_.bot.hash_bytes = usual.hash_bytes;
  options_.bot.threads = usual.threads;
  say("info string no room for these Hash and Threads: " + std::string(error.what()) +
      "; both are the default now");
  bot_.reset();
  bot_ = options_.game->new_bot(options_.bot);
  bot_->prepare(*match_);
}

/// setoption name N... [value V...]: both may hold blanks. UCCI: setoption N V.
void Uci::set_option(std::istream& words) {
  stop();
  std::string name, value, word;
  if (dialect_ == Dialect::ucci) {
    words >> name >> value;
    return apply_ucci_option(name, value);
  }
  words >> word;
  while (words >> word && word != "value") append_word(name, word);
  while (words >> word) append_word(value, word);
  apply_option(name, value);
}

void Uci::apply_option(const std::string& name, const std::string& value) {
  using Stale = UciOptions::Stale;
  const auto stale = options_.set(name, value);
  if (!stale) return say("info string " + stale.error());
  if (*stale == Stale::bot || *stale == Stale::both) bot_.reset();
  if (*stale == Stale::position || *stale == Stale::both) start_position();
}

void Uci::apply_ucci_option(const std::string& name, const std::string& value) {
  if (name == "hashsize")
    apply_option("Hash", value);
  else if (name == "threads")
    apply_option("Threads", value);
  else if (name == "newgame")
    bot_.reset();
  else if (name == "usemillisec")
    unit_ = value == "false" ? std::chrono::seconds(1) : milliseconds(1);
  // Other options are for engines that have them; UCCI's programs send them unasked.
}

void Uci::start_position() {
  ply_ = 0;
  banned_.clear();
  match_ = *options_.game->new_match(options_.setup());
}

/// position startpos | fen P... [moves M...]. A line that is not right to its end changes nothing.
void Uci::set_position(std::istream& words) {
  stop();
  std::string kind, word, pos;
  words >> kind;
  while (words >> word && word != "moves") append_word(pos, word);
  // Nothing is changed before everything has been read.
  if (kind != "startpos" && kind != "fen") return say("info string position needs startpos or fen");
  if (kind == "startpos" && !pos.empty()) return say("info string startpos is followed by moves or nothing");
  if (kind == "fen" && pos.empty()) return say("info string fen is followed by a position");
  auto match = options_.game->new_match(options_.setup(pos));
  if (!match) return say("info string " + match.error().message);
  int ply = 0;
  for (; words >> word; ++ply) {
    const auto played = (*match)->play(in_ranks(word, -options_.rank_shift()));
    if (!played) return say("info string illegal move " + word + ": " + played.error().message);
  }
  // Only now, when the last move was right.
  match_ = *std::move(match);
  ply_ = ply;
  banned_.clear();
}

/// banmoves M...: the manager's rules forbid them here, which may be other rules than ours. Until the next
/// position.
void Uci::ban_moves(std::istream& words) {
  stop();
  banned_.assign(std::istream_iterator<std::string>(words), {});
}

/// Nothing, which stands for all moves, if all are banned.
std::vector<std::string> Uci::without_banned(const std::vector<std::string>& moves) const {
  std::vector<std::string> left;
  std::ranges::remove_copy_if(moves, std::back_inserter(left), [this](const std::string& move) {
    return std::ranges::count(banned_, move) > 0;
  });
  return left;
}

/// go: searches, counts (perft) or refuses where the game is over by a decided result. Pondering is an
/// infinite search whose limits wait for `ponderhit`.
void Uci::go(std::istream& words) {
  stop();
  Go go = read_go(words, dialect_);
  for (std::string& move : go.limits.among) move = in_ranks(move, -options_.rank_shift());
  if (!banned_.empty()) go.limits.among = without_banned(match_->legal_moves());
  if (go.perft) {
    std::ostringstream counts;
    print_perft(*options_.game, *match_, *go.perft, {.divide = true, .threads = options_.bot.threads},
                counts);
    std::string text = counts.str();
    text.pop_back();  // say() ends the line.
    return say(text);
  }
  if (!match_->can_go_on()) {
    say("info string the game is over: " + std::string(match_->outcome()->reason));
    return say(dialect_ == Dialect::ucci ? "nobestmove" : "bestmove (none)");
  }
  if (go.ponder) {
    pondering_ = go;
    go.limits = {.among = std::move(go.limits.among)};
    go.timed = false;
    go.infinite = true;
  }
  start_thinking(go);
}

/// The opponent has played what we thought about: what was found by then is in the table, and the clock runs
/// now.
void Uci::ponder_hit() {
  if (!pondering_) return;
  const Go go = *pondering_;
  discarded_ = true;
  stop();
  start_thinking(go);
}

/// Starts the thread that thinks, within the limits of `go` and those that its clock gives. @pre none runs
void Uci::start_thinking(const Go& go) {
  Limits limits = go.limits;
  if (go.timed) {
    search::Clock clock = go.clocks[index(match_->look().turn)];
    clock.remaining *= unit_.count();
    clock.increment *= unit_.count();
    clock.ply = ply_;
    const Limits plan = search::plan_time(clock, options_.overhead);
    // movetime and a clock together: the stricter one.
    limits.time = std::min(limits.time.value_or(*plan.time), *plan.time);
    limits.optimum = plan.optimum;
  }
  constexpr milliseconds kQuietFor{3'000};  // Before it there is too much to tell.
  if (dialect_ == Dialect::uci) limits.tell_moves_after = kQuietFor;
  limits.multipv = options_.multipv;
  limits.level = options_.level();
  infinite_ = go.infinite || (!limits.time && !limits.depth && !limits.nodes);
  // Analysis never: it wants to know what the search says.
  limits.book = options_.own_book && !infinite_;
  // So that games differ; levels without a book repeat theirs.
  if (limits.book) limits.seed = std::random_device{}();
  make_bot();
  thinking_ = std::jthread([this, limits, match = match_->clone(), infinite = infinite_](
                               std::stop_token stop) { think(*match, limits, std::move(stop), infinite); });
}

/// On the thinking thread, which owns bot and options until it is joined.
Thought Uci::find_move(const Match& match, const Limits& limits, const std::stop_token& stop,
                       const Bot::Progress& report) {
  try {
    return bot_->think(match, limits, stop, report);
  } catch (const std::exception& error) {
    make_smaller_bot(error);
    return bot_->think(match, limits, stop, report);
  }
}

/// The whole life of the thinking thread: search, report, wait for `stop` after an infinite search, answer.
void Uci::think(const Match& match, const Limits& limits, std::stop_token stop, bool infinite) {
  const int shift = options_.rank_shift();
  const auto report = [=, this](const Thought& thought) {
    say(info_text(in_ranks(thought, shift), dialect_));
  };
  const Thought thought = find_move(match, limits, stop, report);
  // Once more at the end: a search that was stopped midway may know more than its last iteration told.
  report(thought);
  if (infinite) {  // The answer to an infinite search is given when it is asked for.
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
  }
  if (!discarded_) say(bestmove_text(in_ranks(thought, shift)));
}

/// For people: where we are.
void Uci::show() {
  const Look look = match_->look();
  std::string text = "pos " + look.pos + "\nturn " + std::string(options_.game->side_names[index(look.turn)]);
  if (const auto outcome = match_->outcome()) text += "\nover " + std::string(outcome->reason);
  text += "\nlegal";
  for (const std::string& move : match_->legal_moves()) text += " " + move;
  say(text);
}

void speak(Dialect dialect, const std::string& first, std::istream& in, std::ostream& out) {
  in.tie(nullptr);  // Reading would flush `out` while the thread that thinks writes to it.
  Uci uci(dialect, out);
  std::string line = first;
  do {
    if (!uci.execute(line)) return;
  } while (std::getline(in, line));
  uci.finish();
}

}  // namespace

void speak_uci(const std::string& first, std::istream& in, std::ostream& out) {
  speak(Dialect::uci, first, in, out);
}

void speak_ucci(const std::string& first, std::istream& in, std::ostream& out) {
  speak(Dialect::ucci, first, in, out);
}

}  // namespace engine::cli
