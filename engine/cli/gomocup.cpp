#include "engine/cli/gomocup.h"

#include <algorithm>
#include <chrono>
#include <istream>
#include <optional>
#include <ostream>
#include <random>
#include <sstream>
#include <utility>
#include <vector>

#include "engine/cli/numbers.h"
#include "engine/cli/played_game.h"
#include "engine/core/board_point.h"
#include "engine/core/fair_opening.h"
#include "engine/games/registry.h"
#include "engine/search/time_plan.h"

namespace engine::cli {
namespace {

using std::chrono::milliseconds;

constexpr int kLargest = 20;
constexpr std::int64_t kUnlimited = 2147483647;  // What managers send for no limit.
/// Also where no limit is told. Of the tournaments' 350 MB it is what their share gives, so that memory taken
/// at START, which no clock counts, is not taken again when INFO tells the limit.
constexpr std::size_t kMaxHash = std::size_t{64} << 20;
/// Of the memory that we may use; the rest is for the program itself, which takes 8 MB, and to be safe.
constexpr std::size_t kShareOfHash = 4;
/// A limit of 0 asks for an answer as soon as possible.
constexpr milliseconds kSoon{10};

// Tournaments limit time and memory. So memory is taken where no clock runs, the time that INFO takes is
// counted (late_), and what is wrong is told at once.

/// Stones in the order in which they came. `owner`: 1 ours, 2 the opponent's.
struct Stone {
  int x = 0, y = 0, owner = 0;
};

/// "7,8" or "7,8,1".
std::optional<Stone> read_stone(std::string text) {
  std::ranges::replace(text, ',', ' ');
  std::istringstream numbers(text);
  Stone stone;
  if (!(numbers >> stone.x >> stone.y)) return std::nullopt;
  if (!(numbers >> stone.owner)) stone.owner = 0;
  return stone;
}

/// "h8".
std::string name_of(const Stone& stone) {
  return point_name({stone.x, stone.y});
}

std::string with_comma(const std::string& move) {
  const BoardPoint point = point_named(move);
  return std::to_string(point.x) + ',' + std::to_string(point.y);
}

/// One conversation in Gomocup's protocol. Everything happens on one thread.
class Gomocup {
 public:
  Gomocup(std::istream& in, std::ostream& out) : in_(in), out_(out), game_(*find_game("gomoku")) {
    game_.set_hash(kMaxHash);
  }

  /// False when told to end.
  bool execute(const std::string& line);

 private:
  void start(int size);
  void info(std::istream& words);
  void change_rule(const std::string& rule);
  void turn(const std::string& text);
  void board();
  void take_back(const std::string& text);
  void swap2();
  std::vector<Stone> read_stones();
  bool set_up(const std::vector<Stone>& stones, bool we_move_next);
  void answer();
  Limits limits();
  /// On the board, however they came there.
  int stones() const {
    const std::string pos = game_.match().look().pos;
    return size_ * size_ - static_cast<int>(std::ranges::count(pos, '-'));
  }
  void say(const std::string& text) { out_ << text << std::endl; }
  bool is_on_board(const Stone& stone) const {
    return stone.x >= 0 && stone.x < size_ && stone.y >= 0 && stone.y < size_;
  }

  std::istream& in_;
  std::ostream& out_;
  PlayedGame game_;
  int size_ = 0;  // 0: before START.
  // Tells a TURN that comes out of order.
  std::optional<Side> us_;  // Once we have moved.
  std::string rule_;
  milliseconds turn_limit_{30'000};
  std::optional<milliseconds> left_;
  milliseconds late_{0};  // So long we were busy with INFO since we last thought.
  std::optional<std::uint64_t> nodes_;
  std::optional<int> depth_;
};

bool Gomocup::execute(const std::string& line) {
  std::istringstream words(line);
  std::string command, argument;
  if (!(words >> command)) return true;
  if (command == "END") return false;
  if (command == "ABOUT") {
    say("name=\"Sanqi\", version=\"" SANQI_VERSION "\", author=\"the Sanqi authors\"");
  } else if (command == "INFO") {
    const auto begun = std::chrono::steady_clock::now();
    info(words);
    late_ += std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begun);
  } else if (command == "START") {
    int size = 0;
    words >> size;
    start(size);
  } else if (command == "RECTSTART") {
    say("ERROR only square boards");
  } else if (size_ == 0) {
    say("ERROR START comes first");
  } else if (command == "RESTART") {
    start(size_);
  } else if (command == "BEGIN") {
    answer();
  } else if (command == "TURN") {
    words >> argument;
    turn(argument);
  } else if (command == "BOARD") {
    board();
  } else if (command == "TAKEBACK") {
    words >> argument;
    take_back(argument);
  } else if (command == "SWAP2BOARD") {
    swap2();
  } else {
    say("UNKNOWN command");
  }
  return true;
}

void Gomocup::start(int size) {
  if (size <= 0 || size > kLargest || !game_.begin({.rule = rule_, .size = size}))
    return say("ERROR 15, 19 or 20 lines");
  size_ = size;
  us_.reset();
  game_.prepare();
  say("OK");
}

/// What the bot will need is made here, and the time that it takes remembered: managers do not wait for INFO.
void Gomocup::info(std::istream& words) {
  std::string key;
  words >> key;
  const auto given = number(words, 0, kUnlimited);
  if (!given) return;  // Every key that we read has a number.
  const std::int64_t value = *given;
  if (key == "timeout_turn") {
    turn_limit_ = value == 0 ? kSoon : milliseconds(value);
  } else if (key == "time_left") {
    left_ = value == kUnlimited ? std::nullopt : std::optional(milliseconds(value));
  } else if (key == "max_memory" && value > 0) {
    game_.set_hash(std::min(kMaxHash, static_cast<std::size_t>(value) / kShareOfHash));
    if (size_ != 0) game_.prepare();
  } else if (key == "rule") {
    change_rule(value & 8 ? "caro" : value & 4 ? "renju" : value & 1 ? "standard" : "freestyle");
  } else if (key == "max_node" && value > 0) {
    nodes_ = static_cast<std::uint64_t>(value);
  } else if (key == "max_depth" && value > 0) {
    depth_ = static_cast<int>(std::min<std::int64_t>(value, kMaxPly));
  }
}

/// The stones stay, unless the game is over by the new rule.
void Gomocup::change_rule(const std::string& rule) {
  rule_ = rule;
  if (size_ != 0 && game_.begin({.rule = rule_, .pos = game_.match().look().pos, .size = size_}))
    game_.prepare();
}

void Gomocup::turn(const std::string& text) {
  const auto stone = read_stone(text);
  if (us_ == game_.turn()) return say("ERROR it is our turn");
  if (!stone || !is_on_board(*stone) || !game_.play(name_of(*stone)))
    return say("ERROR no legal move: " + text);
  answer();
}

/// Lines "x,y,owner" until DONE.
std::vector<Stone> Gomocup::read_stones() {
  std::vector<Stone> stones;
  for (std::string line; std::getline(in_, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line == "DONE") break;
    // One that cannot be read spoils the board, and the manager is told.
    stones.push_back(read_stone(line).value_or(Stone{-1, -1, 0}));
  }
  return stones;
}

/// A position by its stones, whatever their order, since managers need not keep it. The side to move is
/// first, unless the other one has a stone more.
bool Gomocup::set_up(const std::vector<Stone>& stones, bool we_move_next) {
  const auto ours = std::ranges::count(stones, 1, &Stone::owner),
             theirs = std::ranges::count(stones, 2, &Stone::owner);
  if (ours + theirs != static_cast<std::ptrdiff_t>(stones.size())) return false;
  const auto movers = we_move_next ? ours : theirs, others = we_move_next ? theirs : ours;
  if (others < movers || others > movers + 1) return false;
  const char mover = others == movers ? 'X' : 'O', other = mover == 'X' ? 'O' : 'X';
  std::string pos(static_cast<std::size_t>(size_ * size_), '-');
  for (const Stone& stone : stones) {
    if (!is_on_board(stone)) return false;
    char& point = pos[static_cast<std::size_t>(stone.y * size_ + stone.x)];
    if (point != '-') return false;
    point = (stone.owner == 1) == we_move_next ? mover : other;
  }
  return game_.begin({.rule = rule_, .pos = pos + ' ' + mover, .size = size_});
}

void Gomocup::board() {
  if (!set_up(read_stones(), true)) return say("ERROR no such board");
  answer();
}

/// A stone of the side that moved last; which of them was the last a board does not know.
void Gomocup::take_back(const std::string& text) {
  const auto stone = read_stone(text);
  if (!stone || !is_on_board(*stone)) return say("ERROR no such point: " + text);
  std::string pos = game_.match().look().pos;
  char &point = pos[static_cast<std::size_t>(stone->y * size_ + stone->x)], &mover = pos.back();
  const char last = mover == 'X' ? 'O' : 'X';
  if (point != last) return say("ERROR no stone of the side that moved last: " + text);
  point = '-';
  mover = last;
  (void)game_.begin({.rule = rule_, .pos = pos, .size = size_});
  say("OK");
}

/// Half of what there is, for two thoughts about one answer.
Limits half_of(Limits limits) {
  if (limits.time) *limits.time /= 2;
  if (limits.optimum) *limits.optimum /= 2;
  if (limits.nodes) *limits.nodes = std::max<std::uint64_t>(1, *limits.nodes / 2);
  return limits;
}

/// The opening rule swap2, by what fair_opening.h says: three stones that favour neither side; of three or
/// five, the side that is worth having, or else two stones more (of three), after which neither is.
void Gomocup::swap2() {
  std::vector<Stone> stones = read_stones();
  if (stones.empty()) {
    const auto trio = balanced_trio(size_, std::random_device()());
    return say(with_comma(trio[0]) + ' ' + with_comma(trio[1]) + ' ' + with_comma(trio[2]));
  }
  for (std::size_t i = 0; i < stones.size(); ++i)
    stones[i].owner = i % 2 == 0 ? 2 : 1;  // Of black and white.
  if ((stones.size() != 3 && stones.size() != 5) || !set_up(stones, true) || game_.is_over())
    return say("ERROR no board of swap2");
  const bool may_add = stones.size() == 3;
  Limits allowed = may_add ? half_of(limits()) : limits();
  const Thought white = game_.think(allowed);
  const Score value = points_of(white.lines.front());
  const SideWish wish = wish_for(value);
  if (may_add && wish == SideWish::either && game_.play(white.best) && !game_.is_over()) {
    allowed.multipv = kLinesForEven;
    return say(with_comma(white.best) + ' ' + with_comma(most_even_move(game_.think(allowed).lines)));
  }
  say(value < 0 ? "SWAP" : with_comma(white.best));
}

void Gomocup::answer() {
  // A manager that asks once more is told so.
  if (game_.is_over()) return say("ERROR the game is over");
  us_ = game_.turn();
  const std::string move = game_.think(limits()).best;
  (void)game_.play(move);
  say(with_comma(move));
}

Limits Gomocup::limits() {
  constexpr milliseconds kOverhead = search::kUsualOverhead;
  const milliseconds late = std::exchange(late_, milliseconds(0)), turn = std::max(turn_limit_ - late, kSoon);
  Limits limits;
  if (left_) {
    limits = search::plan_time(
        {.remaining = std::max(*left_ - late, milliseconds(0)), .per_move = turn, .ply = stones()},
        kOverhead);
  } else {
    // A limit for the move alone: all of it but the overhead, of very short ones a fifth.
    limits.time = turn - std::min(kOverhead, turn / 5);
  }
  limits.nodes = nodes_;
  limits.depth = depth_;
  return limits;
}

}  // namespace

void speak_gomocup(const std::string& first, std::istream& in, std::ostream& out) {
  Gomocup gomocup(in, out);
  std::string line = first;
  while (gomocup.execute(line) && std::getline(in, line)) {
  }
}

void speak_gomocup(std::istream& in, std::ostream& out) {
  speak_gomocup({}, in, out);
}

}  // namespace engine::cli
