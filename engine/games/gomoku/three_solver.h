#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/games/gomoku/forced.h"
#include "engine/games/gomoku/four_solver.h"

namespace engine::gomoku {

/// Victory by continuous threats (VCT; in Chinese 连续活三胜): every move of the attacker makes a four or an
/// open three, so the defender may choose, but only among the answers that forced() lists and fours of his
/// own. Those are all his moves that do not lose at once, hence a win is proven. Deepened by the number of
/// threes, so that short attacks are found first.
template <Rule R>
class ThreeSolver {
 public:
  using Board = PatternBoard<R>;

  /// Looks at `limit` positions at most, up to `threes` threes deep, for the side to move. `board` is changed
  /// on the way and restored. With moves `among` which to choose, only wins that begin with one of them.
  Attack solve(Board& board, int threes, std::uint64_t limit, search::Budget& budget,
               std::span<const Move> among = {});

  /// The moves of the win just found, the winner's first: the longest defence where there are several.
  std::span<const Move> line() const { return line_; }

 private:
  static constexpr std::size_t kEntries = std::size_t{1} << 14;
  static constexpr std::uint64_t kFourLimit = 100;  // Of the searches for fours on the way.

  /// So many threes win nothing.
  struct Tried {
    int threes = -1;
    bool covers(const Tried& now) const { return threes >= now.threes; }
    void add(const Tried& now) { threes = std::max(threes, now.threes); }
  };

  static constexpr Attack none() { return {Attack::Result::none}; }
  static constexpr Attack unknown() { return {Attack::Result::unknown}; }

  Attack attack(Board& board, int threes, std::span<const Move> among = {});
  Attack try_threats(Board& board, const Forced& must, int threes, const PointSet& allowed);
  Attack play(Board& board, Point p, int threes);
  Attack defend(Board& board, int threes);

  FourSolver<R> fours_;  // Of its own, since it keeps the line of its last win.
  search::Failures<Tried> failures_{kEntries};
  std::vector<Move> line_;  // While it is being built: backwards.
  search::Allowance allowance_;
};

template <Rule R>
Attack ThreeSolver<R>::solve(Board& board, int threes, std::uint64_t limit, search::Budget& budget,
                             std::span<const Move> among) {
  allowance_ = search::Allowance(budget, limit);
  Attack found = none();
  for (int depth = 1; depth <= threes && !found.wins() && !allowance_.spent(); ++depth)
    found = attack(board, depth, among);
  if (found.wins()) std::ranges::reverse(line_);
  return found;
}

/// The attacker is to move. What moves `among` cannot do says nothing of the others and is not remembered.
template <Rule R>
Attack ThreeSolver<R>::attack(Board& board, int threes, std::span<const Move> among) {
  if (failures_.covers(board.key(), {threes})) return none();
  if (allowance_.spent()) return unknown();
  allowance_.visit();
  const Attack by_fours = fours_.solve(board, kFourLimit, allowance_.budget(), among);
  if (by_fours.wins()) {
    line_.assign(fours_.line().rbegin(), fours_.line().rend());
    return by_fours;
  }
  const Forced must = forced(board);
  const Attack found = try_threats(board, must, threes, among.empty() ? PointSet::all() : points_of(among));
  if (among.empty() && found.result == Attack::Result::none) failures_.remember(board.key(), {threes});
  return found;
}

template <Rule R>
Attack ThreeSolver<R>::try_threats(Board& board, const Forced& must, int threes, const PointSet& allowed) {
  const Side us = board.side_to_move();
  Attack found = none();
  for (const Threat threat :
       {Threat::threes, Threat::four_more, Threat::three_more, Threat::three, Threat::four}) {
    if (board.count(us, threat) == 0) continue;
    const int left = makes_four(threat) ? threes : threes - 1;
    if (left < 0) continue;
    PointSet points = board.points(us, threat);
    points &= allowed;
    if (must.kind != Forced::Kind::nothing) points &= must.points;
    for (const Point p : points) {
      if (!board.allows(us, p)) continue;
      const Attack tried = play(board, p, left);
      if (tried.wins()) return tried;
      if (tried.result == Attack::Result::unknown) found = tried;
    }
  }
  return found;
}

template <Rule R>
Attack ThreeSolver<R>::play(Board& board, Point p, int threes) {
  board.do_move(move_to(p));
  Attack found = defend(board, threes);
  board.undo_move();
  if (found.wins()) {
    ++found.plies;
    line_.push_back(move_to(p));
  }
  return found;
}

/// The defender is to move: the attack wins if every answer loses.
template <Rule R>
Attack ThreeSolver<R>::defend(Board& board, int threes) {
  const Forced must = forced(board);
  if (must.kind != Forced::Kind::fill && must.kind != Forced::Kind::three) return none();
  const Side them = board.side_to_move();
  std::vector<Move> longest;
  // Without an answer the five, or the open four and the five, come next.
  Attack worst{Attack::Result::win, must.kind == Forced::Kind::fill ? 2 : 4};
  bool answered = false;
  for (const Point p : must.points) {
    if (!board.allows(them, p)) continue;
    board.do_move(move_to(p));
    const Attack next = attack(board, threes);
    board.undo_move();
    if (!next.wins()) return next;
    if (!answered || next.plies + 1 > worst.plies) {
      worst.plies = next.plies + 1;
      longest = line_;
      longest.push_back(move_to(p));
    }
    answered = true;
  }
  line_ = longest;
  return worst;
}

}  // namespace engine::gomoku
