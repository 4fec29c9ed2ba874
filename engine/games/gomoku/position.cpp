#include "engine/games/gomoku/position.h"

#include <cassert>

#include "engine/core/zobrist.h"

namespace engine::gomoku {
namespace {

// One table for all boards and rules: empty_board_key() keeps them apart.
constexpr auto kStoneKeys = zobrist_keys<2 * kPoints>(0x676f6d6f6b75);
constexpr Key kTurnKey = zobrist_keys<1>(0x7475726e)[0];

/// Stones of one side in a row beyond `p`, and what stands at the end of it.
struct Arm {
  int length = 0;
  Cell end = Cell::wall;
};

Arm arm(const Lines& lines, Point p, Direction direction, int sign, Cell stone) {
  // Five cells are enough: a row of six or more is recognised as such, however long it is.
  const Window window = lines.window<Lines::kMargin>(p, direction);
  Arm arm;
  while (arm.length < Lines::kMargin) {
    arm.end = cell_of<Lines::kMargin>(window, sign * (arm.length + 1));
    if (arm.end != stone) break;
    ++arm.length;
  }
  return arm;
}

}  // namespace

bool makes_five(const Lines& lines, Rule rule, Point p, Side side) {
  const Demands demanded = demands(rule, side);
  const Cell theirs = stone_of(other(side));
  for (const Direction direction : kDirections) {
    const Arm ahead = arm(lines, p, direction, 1, stone_of(side));
    const Arm behind = arm(lines, p, direction, -1, stone_of(side));
    const int row = ahead.length + behind.length + 1;
    // One direction that wins is enough, even where another makes an overline.
    if (row < 5 || (demanded.exact && row > 5)) continue;
    if (demanded.open_end && ahead.end == theirs && behind.end == theirs) continue;
    return true;
  }
  return false;
}

Key stone_key(Point p, Side side) {
  return kStoneKeys[2 * static_cast<std::size_t>(p) + index(side)];
}
Key turn_key() {
  return kTurnKey;
}
Key empty_board_key(Rule rule, int size) {
  return SplitMix64(static_cast<std::uint64_t>(rule) << 8 | size)();
}

Position::Position(Rule rule, int size)
    : rule_(rule), size_(size), lines_(size), key_(empty_board_key(rule, size)) {}

Position::Position(Rule rule, int size, std::span<const Cell> points, Side turn) : Position(rule, size) {
  assert(points.size() == static_cast<std::size_t>(size) * size);
  for (int i = 0; i < size * size; ++i) {
    if (points[i] == Cell::empty) continue;
    const Side side = points[i] == Cell::first ? Side::first : Side::second;
    lines_.put(point(i % size, i / size), side);
    key_ ^= stone_key(point(i % size, i / size), side);
    ++stones_;
  }
  turn_ = turn;
  if (turn == Side::second) key_ ^= kTurnKey;
  // Where both have a five, the side that has just moved counts as the winner.
  for (const Side side : {turn, other(turn)}) {
    if (has_five(side)) winner_ = side;
  }
}

bool Position::has_five(Side side) const {
  for (Point p = 0; p < kPoints; ++p) {
    if (!on_board(file_of(p), rank_of(p)) || lines_.at(p) != stone_of(side)) continue;
    if (makes_five(lines_, rule_, p, side)) return true;
  }
  return false;
}

Foul Position::foul(Point p) const {
  if (!demands(rule_, turn_).fouls) return Foul::none;
  Lines lines = lines_;
  return foul_of(lines, p);
}

void Position::generate(MoveList& moves) const {
  if (winner_) return;
  const bool fouls = demands(rule_, turn_).fouls;
  Lines lines = lines_;
  for (int rank = 0; rank < size_; ++rank) {
    for (int file = 0; file < size_; ++file) {
      const Point p = point(file, rank);
      if (lines.at(p) != Cell::empty) continue;
      if (!fouls || foul_of(lines, p) == Foul::none) moves.push_back(move_to(p));
    }
  }
}

void Position::do_move(Move move) {
  const Point p = point_of(move);
  assert(!winner_ && lines_.at(p) == Cell::empty);
  // Asked before the stone is put: makes_five() takes p for a stone of the side either way.
  if (makes_five(lines_, rule_, p, turn_)) winner_ = turn_;
  lines_.put(p, turn_);
  past_.push_back(static_cast<std::uint16_t>(p));
  key_ ^= stone_key(p, turn_) ^ kTurnKey;
  turn_ = other(turn_);
  ++stones_;
}

void Position::undo_move() {
  const Point p = past_[past_.size() - 1];
  past_.pop_back();
  turn_ = other(turn_);
  key_ ^= stone_key(p, turn_) ^ kTurnKey;
  lines_.remove(p, turn_);
  winner_.reset();  // A five ends the game, so there was none before this move.
  --stones_;
}

std::optional<Score> Position::verdict(int ply) const {
  if (winner_) return *winner_ == turn_ ? win_in(ply) : loss_in(ply);
  if (full()) return 0;
  return std::nullopt;
}

Score Position::no_moves(int /*ply*/) const {
  return 0;
}

}  // namespace engine::gomoku
