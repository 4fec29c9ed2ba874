#pragma once

#include <span>

#include "engine/games/gomoku/pattern_board.h"

namespace engine::gomoku {

// What the threats on the board dictate, found by counts alone: the first, cheapest solver. VcfSolver and the
// search come after it.

inline PointSet points_of(std::span<const Move> moves) {
  PointSet points;
  for (const Move move : moves) points.insert(point_of(move));
  return points;
}

/// The points of `side` with this threat that it may play. In renju black's threes may be false and its fours
/// forbidden, so the count alone can be too high.
template <Rule R>
PointSet playable(const PatternBoard<R>& board, Side side, Threat threat) {
  PointSet set = board.points(side, threat);
  if (demands(R, side).fouls) {
    for (const Point p : board.points(side, threat)) {
      if (!board.allows(side, p)) set.erase(p);
    }
  }
  return set;
}

/// Every point where `side` makes a four or more.
template <Rule R>
PointSet four_points(const PatternBoard<R>& board, Side side) {
  PointSet set;
  for (const Threat threat : {Threat::four, Threat::four_more, Threat::four_three, Threat::open_four}) {
    if (board.count(side, threat) > 0) set |= board.points(side, threat);
  }
  return set;
}

/// The moves that do not lose at once: everything, unless the opponent threatens to win with its next two
/// stones.
///
/// The kinds are looked for in their order, each knowing that those before it are absent (plies to the last
/// five in brackets):
/// - five: a five can be made, which wins [1].
/// - fill: the opponent can make a five. `points` fill all of its fives; none: lost [2].
/// - open_four: since the opponent cannot make a five, no answer stops two fives, so an open four wins [3].
/// - three: the opponent can make an open four. `points` spoil all of them, or make a four that the opponent
///   has to answer first; none: lost [4], for the open four comes next.
/// This holds under every rule: what is no win (an overline, a five between two stones) is no Threat::five,
/// and points that renju forbids are taken out by playable() here and by allows() in Policy::decided().
struct Forced {
  enum class Kind : std::uint8_t {
    nothing,    ///< No threat: play anywhere.
    five,       ///< Make a five.
    fill,       ///< Answer a four.
    open_four,  ///< Make an open four; the opponent has no four to answer with.
    three,      ///< Answer an open three, or make fours of one's own first.
  };
  Kind kind;
  PointSet points;  ///< What to choose from; empty for Kind::nothing, and when there is no answer.
};

template <Rule R>
Forced forced(const PatternBoard<R>& board) {
  const Side us = board.side_to_move();
  const Side them = other(us);
  if (board.count(us, Threat::five) > 0) return {Forced::Kind::five, board.points(us, Threat::five)};

  /// Points that answer each of these threats.
  // A move must answer all threats of the kind, so the answers are intersected.
  const auto answers_to = [&](const PointSet& threats, Threat threat) {
    PointSet answers = PointSet::all();
    for (const Point p : threats) answers &= board.defences(them, p, threat);
    return answers;
  };
  if (board.count(them, Threat::five) > 0) {
    return {Forced::Kind::fill, answers_to(board.points(them, Threat::five), Threat::five)};
  }
  if (board.count(us, Threat::open_four) > 0) {
    const PointSet own = playable(board, us, Threat::open_four);
    if (!own.empty()) return {Forced::Kind::open_four, own};
  }
  if (board.count(them, Threat::open_four) > 0) {
    const PointSet theirs = playable(board, them, Threat::open_four);
    if (!theirs.empty()) {
      PointSet points = answers_to(theirs, Threat::open_four);
      // A four need not spoil anything: it gains a move, since it has to be answered first.
      points |= four_points(board, us);
      return {Forced::Kind::three, points};
    }
  }
  return {Forced::Kind::nothing, {}};
}

}  // namespace engine::gomoku
