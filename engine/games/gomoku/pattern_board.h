#pragma once

#include <array>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

#include "engine/games/gomoku/point_set.h"
#include "engine/games/gomoku/position.h"
#include "engine/games/gomoku/threats.h"
#include "engine/games/gomoku/worths.h"

namespace engine::gomoku {

/// A position that knows what every empty point would do for either side: the board the search plays on.
///
/// A move touches the points up to radius(R) steps away in its four lines; only those that change are
/// written, and noted so that undo_move() looks nothing up. Counts and sets of points by threat, and the sums
/// of worth, are kept on the way: "can anybody make a five?" is one comparison.
template <Rule R>
class PatternBoard {
 public:
  /// @pre position.rule() == R, and the game is not over
  explicit PatternBoard(const Position& position);

  Side side_to_move() const { return turn_; }
  Key key() const { return key_; }
  /// How many moves were made on this board, and its key after so many of them.
  std::size_t moves() const { return past_.size(); }
  Key key_at(std::size_t moves) const { return moves == past_.size() ? key_ : past_[moves].key; }
  void generate(MoveList& moves) const;
  void do_move(Move move);
  void undo_move();
  std::optional<Score> verdict(int ply) const;
  Score no_moves(int /*ply*/) const { return 0; }

  int size() const { return size_; }
  int stones() const { return stones_; }
  const Lines& lines() const { return lines_; }
  bool is_empty(Point p) const { return empty_.contains(p); }
  const PointSet& empty_points() const { return empty_; }
  /// The empty points where a stone of `side` would do that.
  const PointSet& points(Side side, Threat threat) const { return sets_[index(side)][index(threat)]; }
  int count(Side side, Threat threat) const { return counts_[index(side)][index(threat)]; }
  /// @pre the point is empty
  Threat threat(Side side, Point p) const { return facts(side, codes_[p][index(side)]).threat; }
  ShapeCode code(Side side, Point p) const { return codes_[p][index(side)]; }
  /// The number of a code's combination for the evaluation; 0 is worth nothing.
  std::uint16_t combination(Side side, ShapeCode code) const { return facts(side, code).combination; }
  int urgency(Side side, Point p) const { return facts(side, codes_[p][index(side)]).urgency; }
  /// Over the empty points, what they are worth to the side to move, less what they are worth to its
  /// opponent.
  int sum_of_worths() const { return moving_[index(turn_)] - waiting_[index(other(turn_))] + tempo_; }
  /// Whether `side` may play the empty point; only renju's black may not play everywhere.
  bool allows(Side side, Point p) const;
  /// Where a stone of the opponent would leave `side` with less than `threat` on `p`, p itself included: it
  /// changes one of the lines through p, or closes p to renju's black.
  /// @pre threat(side, p) >= threat, and `side` may play p
  PointSet defences(Side side, Point p, Threat threat) const;

  using Codes = std::array<ShapeCode, 2>;  ///< By side; 0 where a stone stands.
  /// Calls visit(codes before, codes now) for each point that was empty after so many moves and has changed.
  /// @pre since < moves()
  template <class Visit>
  void for_each_change_since(std::size_t since, Visit visit) const;

 private:
  static constexpr int kRadius = radius(R);

  /// What a point was before a move changed it.
  struct Change {
    std::int16_t point;
    Codes codes;
  };
  struct Played {
    Point point;
    Key key;              // Before the move,
    std::size_t changes;  // and the length of changes_.
  };

  static const PointFacts* facts_of(Side side) {
    return demands(R, side).fouls ? FactTable<true>::instance().data() : FactTable<false>::instance().data();
  }
  const PointFacts& facts(Side side, ShapeCode code) const { return facts_[index(side)][code]; }

  Codes codes_at(Point p) const;
  void update_line(Point p, Direction direction);
  void insert_closing(Point p, PointSet& points) const;
  void change(Point p, Codes codes);
  void enter(Point p);
  void leave(Point p);

  // Held here, since a function's static costs a check and a call each time.
  const ShapeTable<R>* shapes_ = &ShapeTable<R>::instance();
  std::array<const PointFacts*, 2> facts_{facts_of(Side::first), facts_of(Side::second)};

  int tempo_ = worths().tempo;
  int size_;
  Lines lines_;
  Key key_;
  Side turn_;
  int stones_;
  bool won_ = false;  // By the last move.
  PointSet empty_;
  std::array<Codes, kPoints> codes_{};
  std::array<std::array<PointSet, kThreats>, 2> sets_{};
  std::array<std::array<int, kThreats>, 2> counts_{};
  std::array<int, 2> moving_{};   // Sums of worth, if the side were to move,
  std::array<int, 2> waiting_{};  // and if it were not.
  std::vector<Change> changes_;
  std::vector<Played> past_;
};

template <Rule R>
PatternBoard<R>::PatternBoard(const Position& position)
    : size_(position.size()),
      lines_(position.lines()),
      key_(position.key()),
      turn_(position.side_to_move()),
      stones_(position.stones()) {
  assert(position.rule() == R && !position.winner());
  constexpr std::size_t kUsualDepth = 64;  // The lists grow beyond it, once.
  changes_.reserve(kUsualDepth * 8 * kRadius);
  past_.reserve(kUsualDepth);
  for (Point p = 0; p < kPoints; ++p) {
    if (!position.on_board(file_of(p), rank_of(p)) || lines_.at(p) != Cell::empty) continue;
    codes_[p] = codes_at(p);
    enter(p);
  }
}

template <Rule R>
auto PatternBoard<R>::codes_at(Point p) const -> Codes {
  Codes codes{};
  for (const Direction direction : kDirections) {
    const ShapePair pair = shapes_->shapes(lines_, p, direction);
    for (const Side side : {Side::first, Side::second}) {
      ShapeCode& code = codes[index(side)];
      code = with_shape(code, direction, shape_of(pair, side));
    }
  }
  return codes;
}

/// An empty point becomes part of the account.
template <Rule R>
void PatternBoard<R>::enter(Point p) {
  empty_.insert(p);
  for (const std::size_t side : {0, 1}) {
    const PointFacts& now = facts(static_cast<Side>(side), codes_[p][side]);
    moving_[side] += now.worth.moving;
    waiting_[side] += now.worth.waiting;
    ++counts_[side][index(now.threat)];
    sets_[side][index(now.threat)].insert(p);
  }
}

template <Rule R>
void PatternBoard<R>::leave(Point p) {
  empty_.erase(p);
  for (const std::size_t side : {0, 1}) {
    const PointFacts& now = facts(static_cast<Side>(side), codes_[p][side]);
    moving_[side] -= now.worth.moving;
    waiting_[side] -= now.worth.waiting;
    --counts_[side][index(now.threat)];
    sets_[side][index(now.threat)].erase(p);
  }
}

template <Rule R>
void PatternBoard<R>::change(Point p, Codes codes) {
  for (const std::size_t side : {0, 1}) {
    if (codes_[p][side] == codes[side]) continue;
    const PointFacts& before = facts(static_cast<Side>(side), codes_[p][side]);
    const PointFacts& after = facts(static_cast<Side>(side), codes[side]);
    moving_[side] += after.worth.moving - before.worth.moving;
    waiting_[side] += after.worth.waiting - before.worth.waiting;
    if (before.threat == after.threat) continue;
    --counts_[side][index(before.threat)];
    ++counts_[side][index(after.threat)];
    sets_[side][index(before.threat)].erase(p);
    sets_[side][index(after.threat)].insert(p);
  }
  codes_[p] = codes;
}

/// The stone on `p` is new: looks the empty points of one of its lines up again.
template <Rule R>
void PatternBoard<R>::update_line(Point p, Direction direction) {
  const Lines::Stretch stretch = lines_.stretch(p, direction);
  for (int offset = -kRadius; offset <= kRadius; ++offset) {
    if (stretch.cell(offset) != Cell::empty) continue;
    const ShapePair pair = shapes_->shapes(stretch.template window<kRadius>(offset));
    const Point q = p + offset * step(direction);
    const Codes codes{with_shape(codes_[q][0], direction, shape_of(pair, Side::first)),
                      with_shape(codes_[q][1], direction, shape_of(pair, Side::second))};
    if (codes == codes_[q]) continue;
    changes_.push_back({static_cast<std::int16_t>(q), codes_[q]});
    change(q, codes);
  }
}

template <Rule R>
void PatternBoard<R>::do_move(Move move) {
  const Point p = point_of(move);
  assert(!won_ && is_empty(p));
  past_.push_back({p, key_, changes_.size()});
  won_ = threat(turn_, p) == Threat::five;
  leave(p);
  lines_.put(p, turn_);
  for (const Direction direction : kDirections) update_line(p, direction);
  key_ ^= stone_key(p, turn_) ^ turn_key();
  turn_ = other(turn_);
  ++stones_;
}

template <Rule R>
void PatternBoard<R>::undo_move() {
  const Played last = past_.back();
  past_.pop_back();
  --stones_;
  turn_ = other(turn_);
  key_ ^= stone_key(last.point, turn_) ^ turn_key();
  while (changes_.size() > last.changes) {
    change(changes_.back().point, changes_.back().codes);
    changes_.pop_back();
  }
  lines_.remove(last.point, turn_);
  enter(last.point);  // Its codes are those of before: occupied points are not looked up.
  won_ = false;
}

template <Rule R>
template <class Visit>
void PatternBoard<R>::for_each_change_since(std::size_t since, Visit visit) const {
  PointSet seen;
  const auto tell = [&](Point p, const Codes& before) {
    if (seen.contains(p)) return;  // The first change tells what it was.
    seen.insert(p);
    visit(before, is_empty(p) ? codes_[p] : Codes{});
  };
  for (std::size_t i = past_[since].changes; i < changes_.size(); ++i)
    tell(changes_[i].point, changes_[i].codes);
  // An occupied point keeps its last codes.
  for (std::size_t i = since; i < past_.size(); ++i) tell(past_[i].point, codes_[past_[i].point]);
}

template <Rule R>
std::optional<Score> PatternBoard<R>::verdict(int ply) const {
  if (won_) return loss_in(ply);
  if (stones_ == size_ * size_) return 0;
  return std::nullopt;
}

template <Rule R>
void PatternBoard<R>::generate(MoveList& moves) const {
  if (won_) return;
  for (const Point p : empty_) {
    if (allows(turn_, p)) moves.push_back(move_to(p));
  }
}

template <Rule R>
bool PatternBoard<R>::allows(Side side, Point p) const {
  if constexpr (R == Rule::renju) {
    const PointFacts& now = facts(side, codes_[p][index(side)]);
    if (now.threat == Threat::foul) return false;
    if (!now.doubtful) return true;
    Lines lines = lines_;
    return foul_of(lines, p) == Foul::none;
  }
  return true;
}

template <Rule R>
PointSet PatternBoard<R>::defences(Side side, Point p, Threat threat) const {
  const Cell stone = stone_of(other(side));
  const ShapeCode code = codes_[p][index(side)];
  PointSet set;
  set.insert(p);
  for (const Direction direction : kDirections) {
    const Window window = lines_.window<kRadius>(p, direction);
    for (int offset = -kRadius; offset <= kRadius; ++offset) {
      if (offset == 0 || cell_of<kRadius>(window, offset) != Cell::empty) continue;
      const Window defended = window | static_cast<Window>(stone) << (2 * (kRadius + offset));
      const Shape shape = shape_of(shapes_->shapes(defended), side);
      const Threat left = facts(side, with_shape(code, direction, shape)).threat;
      if (left < threat || left == Threat::foul) set.insert(p + offset * step(direction));
    }
  }
  if (facts(side, code).doubtful) insert_closing(p, set);
  return set;
}

/// Of a point that black may play because one of its threes is false: where white, who stands nowhere in its
/// lines, makes that three a real one, by taking away what forbids the stone that completes it.
template <Rule R>
void PatternBoard<R>::insert_closing(Point p, PointSet& points) const {
  Lines lines = lines_;
  for (const Point q : empty_) {
    if (points.contains(q)) continue;
    lines.put(q, Side::second);
    if (foul_of(lines, p) != Foul::none) points.insert(q);
    lines.remove(q, Side::second);
  }
}

}  // namespace engine::gomoku
