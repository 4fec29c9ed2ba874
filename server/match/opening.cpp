#include "server/match/opening.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstdlib>

#include "server/match/detail.h"
#include "server/protocol/words.h"

namespace server {
namespace {

constexpr unsigned bit(Choice choice) {
  return 1U << static_cast<unsigned>(choice);
}
constexpr unsigned kSides = bit(Choice::keep) | bit(Choice::swap);
// Past the end of every table.
constexpr int kDone = 99;

constexpr Zone kCentre{Zone::Kind::within, 0};
constexpr Zone within(int radius) {
  return {Zone::Kind::within, radius};
}
constexpr Zone outside(int radius) {
  return {Zone::Kind::outside, radius};
}
constexpr Zone kOffered{Zone::Kind::among_offered, 0};

constexpr Side kBlack = Side::first;
constexpr Side kWhite = Side::second;

// The advantage of the first stone is kept small: black's second stands away from it.
// Outside the central square of 5 lines; in Long Pro of 7.
constexpr std::array kPro{
    OpeningStep{.by = kBlack, .zone = kCentre, .then = 1},
    OpeningStep{.by = kWhite, .then = 2},
    OpeningStep{.by = kBlack, .zone = outside(2), .then = kDone},
};
constexpr std::array kLongPro{
    OpeningStep{.by = kBlack, .zone = kCentre, .then = 1},
    OpeningStep{.by = kWhite, .then = 2},
    OpeningStep{.by = kBlack, .zone = outside(3), .then = kDone},
};

// One divides, the other chooses: the first person places black, white, black, the second takes a side.
constexpr std::array kSwap{
    OpeningStep{.by = kBlack, .then = 1},
    OpeningStep{.by = kBlack, .then = 2},
    OpeningStep{.by = kBlack, .then = 3},
    OpeningStep{.by = kWhite, .choices = kSides, .then = kDone},
};
// ... or places a white and a black stone more, and leaves the choice to the first.
constexpr std::array kSwap2{
    OpeningStep{.by = kBlack, .then = 1},
    OpeningStep{.by = kBlack, .then = 2},
    OpeningStep{.by = kBlack, .then = 3},
    OpeningStep{.by = kWhite, .choices = kSides | bit(Choice::more), .then = kDone, .aside = 4},
    OpeningStep{.by = kWhite, .then = 5},
    OpeningStep{.by = kWhite, .then = 6},
    OpeningStep{.by = kBlack, .choices = kSides, .then = kDone},
};

// Taraguchi-10, of the Renju International Federation. Stones in growing squares, and the other may swap
// after each; or, instead of a swap after the fourth, black offers ten fifth moves of which white picks one.
constexpr std::array kTaraguchi10{
    OpeningStep{.by = kBlack, .zone = kCentre, .then = 1},
    OpeningStep{.by = kWhite, .choices = kSides, .then = 2},
    OpeningStep{.by = kWhite, .zone = within(1), .then = 3},
    OpeningStep{.by = kBlack, .choices = kSides, .then = 4},
    OpeningStep{.by = kBlack, .zone = within(2), .then = 5},
    OpeningStep{.by = kWhite, .choices = kSides, .then = 6},
    OpeningStep{.by = kWhite, .zone = within(3), .then = 7},
    OpeningStep{.by = kBlack, .choices = kSides | bit(Choice::offer), .then = 8, .aside = 10, .number = 10},
    OpeningStep{.by = kBlack, .zone = within(4), .then = 9},
    OpeningStep{.by = kWhite, .choices = kSides, .then = kDone},
    OpeningStep{.by = kWhite, .zone = kOffered, .then = kDone},
};

// Soosyrv-8, of the same federation: one of the 26 openings, and the other may swap; white's fourth stone
// anywhere, and with it the number of fifth moves; black may swap, and then offers so many, of which white
// picks one.
constexpr std::array kSoosyrv8{
    OpeningStep{.by = kBlack, .zone = kCentre, .then = 1},
    OpeningStep{.by = kBlack, .zone = within(1), .then = 2},
    OpeningStep{.by = kBlack, .zone = within(2), .then = 3},
    OpeningStep{.by = kWhite, .choices = kSides, .then = 4},
    OpeningStep{.by = kWhite, .then = 5},
    OpeningStep{.by = kWhite, .choices = bit(Choice::declare), .then = 6, .number = 8},
    OpeningStep{.by = kBlack, .choices = kSides, .then = 7},
    OpeningStep{.by = kBlack, .choices = bit(Choice::offer), .aside = 8},
    OpeningStep{.by = kWhite, .zone = kOffered, .then = kDone},
};

// Renju has its own; in the others black has no fouls to hold it back.
constexpr std::array<std::string_view, 3> kWithoutFouls{"freestyle", "standard", "caro"};
constexpr std::array<std::string_view, 1> kRenju{"renju"};

constexpr std::array kOpenings{
    OpeningRule{"pro", "gomoku", kWithoutFouls, kPro},
    OpeningRule{"longpro", "gomoku", kWithoutFouls, kLongPro},
    OpeningRule{"swap", "gomoku", kWithoutFouls, kSwap},
    OpeningRule{"swap2", "gomoku", kWithoutFouls, kSwap2},
    OpeningRule{"taraguchi10", "gomoku", kRenju, kTaraguchi10},
    OpeningRule{"soosyrv8", "gomoku", kRenju, kSoosyrv8},
};

struct Point {
  int x = 0;
  int y = 0;
  bool operator==(const Point&) const = default;
};

/// Of a move of Gomoku, "h8". @pre it is one
Point point_of(std::string_view move) {
  int rank = 0;
  std::from_chars(move.data() + 1, move.data() + move.size(), rank);
  return {move[0] - 'a', rank - 1};
}

/// In king's steps. A board with an even number of lines has its centre right above the middle: k11 of 20.
int from_centre(Point point, int board_size) {
  const int centre = board_size / 2;
  return std::max(std::abs(point.x - centre), std::abs(point.y - centre));
}

/// One of the eight ways to lay a square onto itself, and a shift.
struct Motion {
  unsigned way = 0;
  Point shift;

  Point turn(Point p) const {
    if (way & 1) p.x = -p.x;
    if (way & 2) p.y = -p.y;
    if (way & 4) std::swap(p.x, p.y);
    return p;
  }
  Point operator()(Point p) const {
    const Point turned = turn(p);
    return {turned.x + shift.x, turned.y + shift.y};
  }
};

bool contains(std::span<const Point> points, Point point) {
  return std::ranges::find(points, point) != points.end();
}

/// The motions that lay each colour onto itself; to stay where one is counts.
std::vector<Motion> symmetries(std::span<const Point> black, std::span<const Point> white) {
  std::vector<Motion> found;
  // A motion that keeps black lays its first stone onto one of black's: so many motions are tried.
  for (unsigned way = 0; way < 8; ++way) {
    for (const Point target : black) {
      Motion motion{way, {}};
      const Point from = motion.turn(black.front());
      motion.shift = {target.x - from.x, target.y - from.y};
      const auto fits = [&](std::span<const Point> stones) {
        return std::ranges::all_of(stones, [&](Point stone) { return contains(stones, motion(stone)); });
      };
      if (fits(black) && fits(white)) found.push_back(motion);
    }
  }
  return found;
}

/// Of stones in the order in which they were placed.
std::vector<Motion> symmetries_of(std::span<const std::string> stones) {
  std::array<std::vector<Point>, 2> colours;
  for (std::size_t i = 0; i < stones.size(); ++i) colours[i % 2].push_back(point_of(stones[i]));
  return symmetries(colours[0], colours[1]);
}

}  // namespace

std::string write_opening_choice(const OpeningChoice& choice) {
  std::string detail(protocol::word(choice.kind));
  for (const std::string& move : choice.offered) detail += ' ' + move;
  if (choice.count != 0) detail += ' ' + std::to_string(choice.count);
  return detail;
}

std::optional<OpeningChoice> read_opening_choice(const std::string& detail) {
  DetailReader words(detail);
  const auto kind = protocol::from_word<Choice>(words.next());
  if (!kind) return std::nullopt;
  OpeningChoice choice(*kind);
  for (std::string word = words.next(); !word.empty(); word = words.next()) {
    if (kind == Choice::declare)
      std::from_chars(word.data(), word.data() + word.size(), choice.count);
    else
      choice.offered.push_back(std::move(word));
  }
  return write_opening_choice(choice) == detail ? std::optional(std::move(choice)) : std::nullopt;
}

std::span<const OpeningRule> openings() {
  return kOpenings;
}

const OpeningRule* find_opening(std::string_view game, std::string_view id) {
  const auto found = std::ranges::find_if(
      kOpenings, [&](const OpeningRule& rule) { return rule.game == game && rule.id == id; });
  return found == kOpenings.end() ? nullptr : &*found;
}

Opening::Opening(const OpeningRule& rule, int board_size) : steps_(rule.steps), size_(board_size) {}

// Up to where the other player acts, or a side is chosen.
int Opening::stones_from(int step) const {
  int count = 0;
  const auto first = static_cast<std::size_t>(step);
  for (std::size_t next = first; next < steps_.size(); ++count) {
    if (steps_[next].by != steps_[first].by || steps_[next].choices != 0) break;
    next = static_cast<std::size_t>(steps_[next].then);
  }
  return count;
}

bool Opening::is_for_both() const {
  // The choice must be the other player's, and this stone the last before it.
  auto next = static_cast<std::size_t>(step().then);
  if (next < steps_.size() && steps_[next].choices == bit(Choice::declare))
    next = static_cast<std::size_t>(steps_[next].then);
  return !chooses() && next < steps_.size() && steps_[next].choices != 0 && steps_[next].by != by();
}

bool Opening::admits(const OpeningChoice& choice) const {
  if (!allows(choice.kind)) return false;
  const int moves = choice.kind == Choice::offer ? to_offer() : 0;
  const bool declares = choice.kind == Choice::declare;
  return std::ssize(choice.offered) == moves &&
         (declares ? choice.count >= 1 && choice.count <= at_most() : choice.count == 0);
}

// When the opening is over everything is permitted; while a side is chosen, nothing is.
bool Opening::permits(std::string_view move) const {
  if (done()) return true;
  if (chooses()) return false;
  const int distance = from_centre(point_of(move), size_);
  switch (zone().kind) {
    case Zone::Kind::within:
      return distance <= zone().radius;
    case Zone::Kind::outside:
      return distance > zone().radius;
    case Zone::Kind::among_offered:
      return std::ranges::find(offered_, move) != offered_.end();
    case Zone::Kind::anywhere:
      break;
  }
  return true;
}

std::vector<std::string> Opening::permitted(std::vector<std::string> legal) const {
  if (!done()) std::erase_if(legal, [this](const std::string& move) { return !permits(move); });
  return legal;
}

std::string Opening::where() const {
  const std::string lines = std::to_string(2 * zone().radius + 1);
  const std::string square = "the central square of " + lines + " lines.";
  switch (zone().kind) {
    case Zone::Kind::within:
      return zone().radius == 0 ? "The first stone stands in the centre."
                                : "This stone stands within " + square;
    case Zone::Kind::outside:
      return "This stone stands outside " + square;
    case Zone::Kind::among_offered:
      return "Pick one of the offered moves.";
    case Zone::Kind::anywhere:
      break;
  }
  return "This stone stands anywhere.";
}

void Opening::place(std::string_view move) {
  assert(permits(move));
  (void)move;
  if (!done()) step_ = step().then;
  ++ply_;
}

// From here on stones are taken back to this point at most.
void Opening::choose(const OpeningChoice& choice) {
  assert(admits(choice));
  const bool goes_aside = choice.kind == Choice::more || choice.kind == Choice::offer;
  step_ = goes_aside ? step().aside : step().then;
  offered_ = choice.offered;
  if (choice.kind == Choice::declare) declared_ = choice.count;
  chosen_at_ = ply_;
  step_chosen_ = step_;
}

// The steps since the last choice are walked anew; stones always go to `then`.
void Opening::take_back_to(int ply) {
  assert(may_take_back_to(ply) && ply <= ply_);
  step_ = step_chosen_;
  for (ply_ = chosen_at_; ply_ < ply; ++ply_) {
    if (!done()) step_ = step().then;
  }
}

// Only what applies is told: clients show what is there.
std::optional<protocol::OpeningFace> Opening::face() const {
  if (done()) return std::nullopt;
  protocol::OpeningFace face;
  face.by = by();
  for (const Choice choice : {Choice::keep, Choice::swap, Choice::more, Choice::offer, Choice::declare}) {
    if (allows(choice)) face.options.push_back(choice);
  }
  if (allows(Choice::declare)) face.at_most = at_most();
  if (chooses()) face.to_offer = to_offer();
  if (!chooses()) face.stones = stones();
  if (zone().kind == Zone::Kind::among_offered) face.offered = offered_;
  return face;
}

std::vector<std::string> distinct_moves(std::span<const std::string> stones,
                                        std::span<const std::string> moves) {
  const std::vector<Motion> motions = symmetries_of(stones);
  std::vector<std::string> distinct;
  std::vector<Point> points;
  for (const std::string& move : moves) {
    const auto is_there = [&](const Motion& motion) { return contains(points, motion(point_of(move))); };
    if (std::ranges::any_of(motions, is_there)) continue;
    points.push_back(point_of(move));
    distinct.push_back(move);
  }
  return distinct;
}

bool has_symmetric_moves(std::span<const std::string> stones, std::span<const std::string> moves) {
  return distinct_moves(stones, moves).size() < moves.size();
}

}  // namespace server
