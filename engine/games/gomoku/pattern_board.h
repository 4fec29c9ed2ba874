#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <span>
#include <vector>

#include "engine/games/gomoku/point_set.h"
#include "engine/games/gomoku/point_weights.h"
#include "engine/games/gomoku/position.h"
#include "engine/games/gomoku/threats.h"

namespace engine::gomoku {

// To make and undo a move on a PatternBoard takes about 0.31 microseconds (docs/lab/search.md).

// How the engine sees Gomoku, from stones to moves. Each layer knows only those above it:
//
//     Lines         lines.h          stones, two bits a cell, once for each direction
//     Shape         shapes.h         what a stone on an empty point makes of one line, by its window
//     Combination   combinations.h   the four shapes of a point without their order: 2,380
//     PointFacts    threats.h        Threat, weight and urgency of a combination
//     PointWeights  point_weights.h  the trained weights of combinations
//     PatternBoard  this file        all of these for every point and side, kept up to date
//     Network       network.h        corrects the sum of weights; network_evaluator.h caches it
//     Forced        forced.h         the moves that do not lose at once, from threats alone
//     VcfSolver     vcf_solver.h     wins by continuous fours
//     Policy        policy.h         the above as hooks of the search

/// A position that knows what every empty point would do for either side: the board that the search plays on.
/// One thread's own.
///
/// A move changes only points up to radius(R) steps away in its four lines. Sets and counts of points by
/// threat, and the sums of weights, are kept up to date, so whether a side can make a five is one comparison.
/// They are copied for each move (1.6 KB), since undo_move() by dropping the copy is cheaper than undoing
/// each change.
template <Rule R>
class PatternBoard {
 public:
  /// @pre position.rule() == R, and the game is not over
  explicit PatternBoard(const Position& position);

  // As search::Position asks.
  Side side_to_move() const { return turn_; }
  Key key() const { return state().key; }
  Key key_after(Move move) const { return key() ^ stone_key(point_of(move), turn_) ^ turn_key(); }
  /// How many moves were made on this board, and its key after so many of them.
  /// On this board: 0 where the search begins, however many stones stand.
  std::size_t moves() const { return states_.size() - 1; }
  /// @pre moves <= this->moves()
  Key key_at(std::size_t moves) const { return states_[moves].key; }
  /// Every point that the side to move may play, in ascending order; none once a five stands. Under renju
  /// each possible double-three is judged, so the search asks Policy::candidates() instead.
  void generate(MoveList& moves) const;
  /// @pre the point is empty, no five stands, and the side may play there
  void do_move(Move move);
  /// @pre moves() > 0
  void undo_move();
  /// Constant time.
  std::optional<Score> verdict(int ply) const;
  Score no_moves(int /*ply*/) const { return 0; }

  int size() const { return size_; }
  /// On the board, those of the position that it was made from included.
  int stones() const { return stones_; }
  const Lines& lines() const { return lines_; }
  bool is_empty(Point p) const { return empty_.contains(p); }
  const PointSet& empty_points() const { return empty_; }
  /// The empty points where a stone of `side` would do that.
  const PointSet& points(Side side, Threat threat) const { return state().sets[index(side)][index(threat)]; }
  /// How many points(side, threat) holds. Constant time.
  int count(Side side, Threat threat) const { return state().counts[index(side)][index(threat)]; }
  /// @pre the point is empty
  Threat threat(Side side, Point p) const { return facts(side, p).threat; }
  /// The four shapes behind the combination. @pre the point is empty
  ShapeCode code(Side side, Point p) const { return code_of(points_[p].codes, side); }
  /// The point's combination for the evaluation: 0, which is worth nothing, where a stone is forbidden for
  /// certain.
  Combination combination(Side side, Point p) const {
    return counted(side, points_[p].combinations[index(side)]);
  }
  /// Order of moves only. @pre the point is empty
  int urgency(Side side, Point p) const { return facts(side, p).urgency; }
  /// Over the empty points, what they are worth to the side to move, less what they are worth to its
  /// opponent.
  int weight_sum() const {
    return state().moving[index(turn_)] - state().waiting[index(other(turn_))] + tempo_;
  }
  /// Whether `side` may play the empty point; only renju's black may not play everywhere.
  /// Constant time, but for black in renju where two threes meet (foul_of()). @pre the point is empty
  bool allows(Side side, Point p) const;
  /// Where a stone of the opponent would leave `side` with less than `threat` on `p`, p itself included: it
  /// changes one of the lines through p, or closes p to renju's black.
  /// @pre threat(side, p) >= threat, and `side` may play p
  PointSet defences(Side side, Point p, Threat threat) const;

  /// What became of the combinations of empty points since so many moves: a point that changed more than once
  /// is there for each time.
  /// @pre since <= moves()
  std::span<const CombinationChange> changes_since(std::size_t since) const {
    return std::span(combination_changes_)
        .first(state().combination_changes)
        .subspan(states_[since].combination_changes);
  }

 private:
  static constexpr int kRadius = radius(R);

  /// The codes of both sides, of the first in the low half. One number: two that are written apart and read
  /// together would wait for each other in the processor's store buffer.
  using Codes = std::uint32_t;
  static constexpr ShapeCode code_of(Codes codes, Side side) {
    return static_cast<ShapeCode>(side == Side::first ? codes : codes >> 16);
  }
  static constexpr Codes with_shapes(Codes codes, Direction direction, ShapePair pair) {
    const auto shift = 4 * index(direction);
    const Codes shapes = (pair & 15u) | (pair >> 4u) << 16;
    return (codes & ~(0x000f000fu << shift)) | shapes << shift;
  }
  /// What is known of a point; as it was before where a stone stands.
  struct PointPatterns {
    Codes codes = 0;
    std::array<Combination, 2> combinations{};
  };
  /// Points that one move may change.
  static constexpr std::size_t kMaxChanged = 8 * kRadius;
  /// Found by find_new_codes(), used by update_lines(): two passes, so that the first has no branches.
  struct NewCodes {
    Point point;
    Codes codes;
  };
  /// For undo_move(): what a point was before the move.
  struct PatternsBefore {
    Point point;
    PointPatterns patterns;
  };
  /// What all points together are after a move.
  struct State {
    Key key = 0;
    Point last = 0;                       ///< The point of the move. Nothing in the first state.
    std::size_t patterns_before = 0;      ///< So many of patterns_before_ are in use,
    std::size_t combination_changes = 0;  ///< and of combination_changes_.
    bool won = false;                     ///< By the move.
    std::array<int, 2> moving{};          ///< Sums of worth, if the side were to move,
    std::array<int, 2> waiting{};         ///< and if it were not.
    std::array<std::array<std::int16_t, kThreats>, 2> counts{};
    std::array<std::array<PointSet, kThreats>, 2> sets{};
  };
  /// @invariant states_ is never empty; its size less one is the number of moves made.
  const State& state() const { return states_.back(); }

  static const PointFacts* table_of(Side side) {
    return demands(R, side).fouls ? PointFactTable<true>::instance().data()
                                  : PointFactTable<false>::instance().data();
  }
  const PointFacts& facts_of(Side side, Combination combination) const {
    return facts_[index(side)][combination];
  }
  const PointFacts& facts(Side side, Point p) const {
    return facts_of(side, points_[p].combinations[index(side)]);
  }
  Combination counted(Side side, Combination combination) const {
    if (!demands(R, side).fouls) return combination;
    return facts_of(side, combination).threat == Threat::foul ? 0 : combination;
  }

  Codes codes_at(Point p) const;
  PointPatterns patterns_of(Codes codes) const {
    return {
        codes,
        {combinations_->of(code_of(codes, Side::first)), combinations_->of(code_of(codes, Side::second))}};
  }
  void add_point(Point p);
  void remove_point(State& state, Point p);
  std::size_t find_new_codes(Point p, std::span<NewCodes, kMaxChanged + 1> found) const;
  void update_lines(State& state, Point p);
  void reserve_changes(const State& state);
  void insert_closing_points(Point p, PointSet& points) const;

  // Held here, since a function's static costs a check and a call each time.
  const ShapeTable<R>* shapes_ = &ShapeTable<R>::instance();
  const CombinationTable* combinations_ = &CombinationTable::instance();
  std::array<const PointFacts*, 2> facts_{table_of(Side::first), table_of(Side::second)};

  int tempo_ = point_weights().tempo;
  int size_;
  Lines lines_;
  Side turn_;
  int stones_;
  PointSet empty_;
  // @invariant of an empty point: what its four lines say now. Of a point that was filled on this board: what
  // it was before, and will be again when the stone is taken back.
  std::array<PointPatterns, kPoints> points_{};
  std::vector<State> states_;  // After so many moves; the last is of now.
  // Longer than what is in use, by what a move may change at least.
  std::vector<PatternsBefore> patterns_before_;
  std::vector<CombinationChange> combination_changes_;
};

template <Rule R>
PatternBoard<R>::PatternBoard(const Position& position)
    : size_(position.size()),
      lines_(position.lines()),
      turn_(position.side_to_move()),
      stones_(position.stones()) {
  assert(position.rule() == R && !position.winner());
  constexpr std::size_t kUsualDepth = 32;  // The lists grow beyond it, once.
  states_.reserve(kUsualDepth);
  states_.emplace_back().key = position.key();
  for (Point p = 0; p < kPoints; ++p) {
    if (!position.on_board(file_of(p), rank_of(p)) || lines_.at(p) != Cell::empty) continue;
    points_[p] = patterns_of(codes_at(p));
    add_point(p);
  }
}

template <Rule R>
auto PatternBoard<R>::codes_at(Point p) const -> Codes {
  Codes codes = 0;
  for (const Direction direction : kDirections)
    codes = with_shapes(codes, direction, shapes_->shapes(lines_, p, direction));
  return codes;
}

/// An empty point becomes part of the first state.
template <Rule R>
void PatternBoard<R>::add_point(Point p) {
  empty_.insert(p);
  State& state = states_.front();
  for (const Side side : {Side::first, Side::second}) {
    const PointFacts& now = facts(side, p);
    state.moving[index(side)] += now.weight.moving;
    state.waiting[index(side)] += now.weight.waiting;
    ++state.counts[index(side)][index(now.threat)];
    state.sets[index(side)][index(now.threat)].insert(p);
  }
}

/// A stone is put on the point.
template <Rule R>
void PatternBoard<R>::remove_point(State& state, Point p) {
  empty_.erase(p);
  for (const Side side : {Side::first, Side::second}) {
    const PointFacts& before = facts(side, p);
    state.moving[index(side)] -= before.weight.moving;
    state.waiting[index(side)] -= before.weight.waiting;
    --state.counts[index(side)][index(before.threat)];
    state.sets[index(side)][index(before.threat)].erase(p);
    combination_changes_[state.combination_changes++] = {side, combination(side, p), 0};
  }
}

/// The stone on `p` is new: finds the empty points in its lines whose codes it changes. `found` has one place
/// more, since a point that does not count is written as well.
/// @returns how many there are
template <Rule R>
std::size_t PatternBoard<R>::find_new_codes(Point p, std::span<NewCodes, kMaxChanged + 1> found) const {
  std::size_t count = 0;
  for (const Direction direction : kDirections) {
    const Lines::Stretch stretch = lines_.stretch(p, direction);
    const int last = std::min(kRadius, stretch.after);
    for (int offset = -std::min(kRadius, stretch.before); offset <= last; ++offset) {
      const Point q = p + offset * step(direction);
      // Also of stones and of the point itself: the reads are cheap and their results are not counted.
      const Codes before = points_[q].codes;
      const Codes codes =
          with_shapes(before, direction, shapes_->shapes(stretch.template window<kRadius>(offset)));
      found[count] = {q, codes};
      // Written first and counted then, without a branch that no processor could predict.
      count += (stretch.cell(offset) == Cell::empty) & (codes != before);
    }
  }
  return count;
}

/// Changes what is known of the empty points in the lines of `p`, where a stone is new.
template <Rule R>
void PatternBoard<R>::update_lines(State& state, Point p) {
  std::array<NewCodes, kMaxChanged + 1> found;
  const std::size_t count = find_new_codes(p, found);
  // Numbers that stay in registers.
  std::array<int, 2> moving = state.moving;
  std::array<int, 2> waiting = state.waiting;
  PatternsBefore* before_end = &patterns_before_[state.patterns_before];
  CombinationChange* changes_end = &combination_changes_[state.combination_changes];
  for (const NewCodes& changed : std::span(found).first(count)) {
    const Point q = changed.point;
    const PointPatterns before = points_[q];
    const PointPatterns after = patterns_of(changed.codes);
    points_[q] = after;
    *before_end++ = {q, before};
    for (const Side side : {Side::first, Side::second}) {
      const std::size_t i = index(side);
      *changes_end = {side, counted(side, before.combinations[i]), counted(side, after.combinations[i])};
      changes_end += before.combinations[i] != after.combinations[i];
      const PointFacts& facts_before = facts_of(side, before.combinations[i]);
      const PointFacts& facts_after = facts_of(side, after.combinations[i]);
      moving[i] += facts_after.weight.moving - facts_before.weight.moving;
      waiting[i] += facts_after.weight.waiting - facts_before.weight.waiting;
      if (facts_before.threat == facts_after.threat) continue;
      --state.counts[i][index(facts_before.threat)];
      ++state.counts[i][index(facts_after.threat)];
      state.sets[i][index(facts_before.threat)].erase(q);
      state.sets[i][index(facts_after.threat)].insert(q);
    }
  }
  state.moving = moving;
  state.waiting = waiting;
  state.patterns_before += count;
  state.combination_changes = static_cast<std::size_t>(changes_end - combination_changes_.data());
}

/// For what one move changes.
template <Rule R>
void PatternBoard<R>::reserve_changes(const State& state) {
  constexpr std::size_t kMaxWritten =
      2 * (kMaxChanged + 2);  // With that of the stone, and one that is written in vain.
  if (patterns_before_.size() < state.patterns_before + kMaxWritten)
    patterns_before_.resize(2 * patterns_before_.size() + kMaxWritten);
  if (combination_changes_.size() < state.combination_changes + kMaxWritten)
    combination_changes_.resize(2 * combination_changes_.size() + kMaxWritten);
}

template <Rule R>
void PatternBoard<R>::do_move(Move move) {
  const Point p = point_of(move);
  assert(!state().won && is_empty(p));
  // The pattern knows; a row that is no five by the rule has no such shape.
  const bool wins = threat(turn_, p) == Threat::five;
  State& now = states_.emplace_back(state());
  reserve_changes(now);
  now.key = key_after(move);
  remove_point(now, p);
  // The point leaves the sets before its stone changes the lines around it.
  lines_.put(p, turn_);
  update_lines(now, p);
  now.last = p;
  now.won = wins;
  turn_ = other(turn_);
  ++stones_;
}

template <Rule R>
void PatternBoard<R>::undo_move() {
  const Point p = state().last;
  const std::size_t patterns_end = state().patterns_before;
  states_.pop_back();
  --stones_;
  turn_ = other(turn_);
  // Each point changes once a move at most, so the order of restoring does not matter. What else the move
  // changed was in the state that has just been dropped.
  for (std::size_t i = state().patterns_before; i < patterns_end; ++i)
    points_[patterns_before_[i].point] = patterns_before_[i].patterns;
  lines_.remove(p, turn_);
  empty_.insert(p);
}

template <Rule R>
std::optional<Score> PatternBoard<R>::verdict(int ply) const {
  // The side to move has lost: only the move just made can have won.
  if (state().won) return loss_in(ply);
  if (stones_ == size_ * size_) return 0;
  return std::nullopt;
}

template <Rule R>
void PatternBoard<R>::generate(MoveList& moves) const {
  if (state().won) return;
  for (const Point p : empty_) {
    if (allows(turn_, p)) moves.push_back(move_to(p));
  }
}

template <Rule R>
bool PatternBoard<R>::allows(Side side, Point p) const {
  if constexpr (R == Rule::renju) {
    const PointFacts& now = facts(side, p);
    if (now.threat == Threat::foul) return false;
    if (!now.maybe_double_three) return true;
    Lines lines = lines_;
    return foul_of(lines, p) == Foul::none;
  }
  return true;
}

template <Rule R>
PointSet PatternBoard<R>::defences(Side side, Point p, Threat threat) const {
  const Cell stone = stone_of(other(side));
  // Each empty point in the lines of p is tried with a stone of the opponent, in one line at a time: another
  // line through p does not change by it.
  const ShapeCode code = this->code(side, p);
  PointSet set;
  set.insert(p);
  // Four stones stand: where the ends of a row do not matter nothing but its gap can be taken.
  if (threat == Threat::five && !demands(R, side).open_end) return set;
  for (const Direction direction : kDirections) {
    const Window window = lines_.window<kRadius>(p, direction);
    for (int offset = -kRadius; offset <= kRadius; ++offset) {
      if (offset == 0 || cell_of<kRadius>(window, offset) != Cell::empty) continue;
      const Window defended = window | static_cast<Window>(stone) << (2 * (kRadius + offset));
      const Shape shape = shape_of(shapes_->shapes(defended), side);
      const Threat left = facts_of(side, combinations_->of(with_shape(code, direction, shape))).threat;
      if (left < threat || left == Threat::foul) set.insert(p + offset * step(direction));
    }
  }
  if (facts(side, p).maybe_double_three) insert_closing_points(p, set);
  return set;
}

/// Of a point that black may play because one of its threes is false: where white, which has no stone in its
/// lines, makes that three a real one, by taking away what forbids the stone that completes it.
template <Rule R>
void PatternBoard<R>::insert_closing_points(Point p, PointSet& points) const {
  Lines lines = lines_;
  for (const Point q : empty_) {
    if (points.contains(q)) continue;
    lines.put(q, Side::second);
    if (foul_of(lines, p) != Foul::none) points.insert(q);
    lines.remove(q, Side::second);
  }
}

}  // namespace engine::gomoku
