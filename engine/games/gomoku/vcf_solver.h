#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "engine/games/gomoku/forced.h"
#include "engine/games/gomoku/pattern_board.h"
#include "engine/search/proof.h"

namespace engine::gomoku {

using search::Proof;

// A proof search with one kind of attacking move (see search/proof.h). Sound: a win that it reports is forced
// under the rule R, fouls of renju included. Not complete: wins by threes or quiet moves are left to the
// search, and with Fours::building wins that need a four of no further use.
//
// The attacker's nodes are OR nodes (attack), the defender's AND nodes (answer); the defender has rarely more
// than one move, so the tree is little more than a list of the attacker's choices.

/// Which fours a search tries.
enum class Fours : std::uint8_t {
  all,
  /// Those that make an open two or a three besides. The others are most of the tree, and few wins need one.
  building,
};

/// Victory by continuous fours (VCF; in Chinese 连续冲四胜): every move of the attacker makes a four, so the
/// defender has no choice but to fill it, and can make a five only where the filling stone makes one.
/// The tree is thin; a few hundred nodes see twenty plies deep.
template <Rule R>
class VcfSolver {
 public:
  using Board = PatternBoard<R>;

  /// Looks at `limit` positions at most, for the side to move; of wins that begin with a move `among` those
  /// given, if there are any. `board` is changed on the way and restored.
  /// The result is `none` too where an earlier search of this position ran out of as many nodes: it would
  /// fail again. With `among` nothing is remembered of the first position.
  /// @pre the game is not over
  Proof solve(Board& board, std::uint64_t limit, search::Budget& budget, std::span<const Move> among = {},
              Fours fours = Fours::all);

  /// The moves of the win just found, the winner's first.
  std::span<const Move> line() const { return line_; }

 private:
  // 512 KiB. Entries outlive a search: what failed fails again in the next, in any position of the game.
  static constexpr std::size_t kEntries = std::size_t{1} << 15;
  static constexpr std::uint64_t kHopeless = UINT64_MAX;  ///< Everything was tried.

  /// So many nodes found no win.
  struct Effort {
    std::uint64_t nodes = 0;
    bool covers(const Effort& now) const { return nodes >= now.nodes; }
    void add(const Effort& now) { nodes = std::max(nodes, now.nodes); }
  };

  static constexpr Proof none() { return {Proof::Result::none}; }
  static constexpr Proof unknown() { return {Proof::Result::unknown}; }

  /// Fewer fours fail more often: what they failed at says nothing of the others.
  Key key_of(const Board& board) const {
    constexpr Key kBuilding = 0x9e3779b97f4a7c15;
    return fours_ == Fours::all ? board.key() : board.key() ^ kBuilding;
  }
  // Each attack function gives a proof for the attacker, who is `us` there; plies count to the five,
  // included.
  Proof win(int plies, std::initializer_list<Point> reversed_line);
  Proof attack(Board& board);
  Proof attack_among(Board& board, const PointSet& allowed);
  Proof try_all(Board& board, const PointSet& allowed);
  Proof try_four(Board& board, Point p);
  Proof answer(Board& board, Point p);
  Proof try_answers(Board& board, Point four, const PointSet& answers);
  Proof unanswered(const Board& board, Point four);

  Fours fours_ = Fours::all;
  search::DisproofTable<Effort> disproofs_{kEntries};
  std::vector<Move> line_;  // While it is being built: backwards.
  search::NodeQuota quota_;
};

template <Rule R>
Proof VcfSolver<R>::solve(Board& board, std::uint64_t limit, search::Budget& budget,
                          std::span<const Move> among, Fours fours) {
  fours_ = fours;
  if (disproofs_.covers(key_of(board), {limit})) return none();
  quota_ = search::NodeQuota(budget, limit);
  const Proof found = among.empty() ? attack(board) : attack_among(board, points_of(among));
  if (found.wins()) std::ranges::reverse(line_);
  // A search that the budget stopped has not tried `limit` nodes.
  const bool failed_at_limit = found.result == Proof::Result::unknown && !budget.exhausted();
  if (among.empty() && failed_at_limit) disproofs_.remember(key_of(board), {limit});
  return found;
}

template <Rule R>
Proof VcfSolver<R>::win(int plies, std::initializer_list<Point> reversed_line) {
  line_.clear();
  for (const Point p : reversed_line) line_.push_back(move_to(p));
  return {Proof::Result::win, plies};
}

/// The attacker is to move.
template <Rule R>
Proof VcfSolver<R>::attack(Board& board) {
  const Side us = board.side_to_move();
  const Side them = other(us);
  // The five comes before anything the defender threatens.
  if (board.count(us, Threat::five) > 0) return win(1, {board.points(us, Threat::five).first()});
  if (const int fives = board.count(them, Threat::five); fives > 0) {
    // The defender's four comes first: it must be filled, and the filling stone must go on with the attack.
    const Point fill = board.points(them, Threat::five).first();
    const Threat gained = board.threat(us, fill);
    const bool goes_on = gained >= Threat::four && gained <= Threat::open_four;
    return fives == 1 && goes_on && board.allows(us, fill) ? try_four(board, fill) : none();
  }
  // Positions with a five to make or to fill were decided above, without the table.
  if (disproofs_.covers(key_of(board), {kHopeless})) return none();
  if (quota_.spent()) return unknown();
  quota_.visit();
  const Proof found = try_all(board, PointSet::all());
  if (found.result == Proof::Result::none) disproofs_.remember(key_of(board), {kHopeless});
  return found;
}

/// As attack(), of the first position. What is found says nothing of the other moves, so nothing is
/// remembered.
template <Rule R>
Proof VcfSolver<R>::attack_among(Board& board, const PointSet& allowed) {
  const Side us = board.side_to_move();
  const Side them = other(us);
  PointSet fives = board.points(us, Threat::five);
  fives &= allowed;
  if (!fives.empty()) return win(1, {fives.first()});
  if (board.count(us, Threat::five) > 0) return none();
  if (board.count(them, Threat::five) > 0)
    return allowed.contains(board.points(them, Threat::five).first()) ? attack(board) : none();
  return try_all(board, allowed);
}

template <Rule R>
Proof VcfSolver<R>::try_all(Board& board, const PointSet& allowed) {
  const Side us = board.side_to_move();
  Proof found = none();
  // The likeliest to win first.
  for (const Threat threat : {Threat::open_four, Threat::four_three, Threat::four_more, Threat::four}) {
    if (board.count(us, threat) == 0 || (threat == Threat::four && fours_ == Fours::building)) continue;
    PointSet fours = board.points(us, threat);
    fours &= allowed;
    for (const Point p : fours) {
      if (!board.allows(us, p)) continue;
      const Proof tried = try_four(board, p);
      if (tried.wins()) return tried;
      // Out of nodes: the rest ends soon, and nothing is called hopeless.
      if (tried.result == Proof::Result::unknown) found = tried;
    }
  }
  return found;
}

template <Rule R>
Proof VcfSolver<R>::try_four(Board& board, Point p) {
  board.do_move(move_to(p));
  const Proof found = answer(board, p);
  board.undo_move();
  return found;
}

/// The defender is to move against the four that `four` made.
template <Rule R>
Proof VcfSolver<R>::answer(Board& board, Point four) {
  const Side them = board.side_to_move();
  const Side us = other(them);
  // The defender makes a five instead of answering; or the stone made no four after all.
  if (board.count(them, Threat::five) > 0 || board.count(us, Threat::five) == 0) return none();
  PointSet answers = PointSet::all();
  for (const Point five : board.points(us, Threat::five)) answers &= board.defences(us, five, Threat::five);
  return try_answers(board, four, answers);
}

/// Wins if every answer loses. The line shows the last one.
template <Rule R>
Proof VcfSolver<R>::try_answers(Board& board, Point four, const PointSet& answers) {
  const Side them = board.side_to_move();
  // Replaced by the first answer that loses; it stays where no answer is allowed, and then the four wins.
  Proof worst{Proof::Result::unknown};
  for (const Point p : answers) {
    if (!board.allows(them, p)) continue;
    board.do_move(move_to(p));
    const Proof next = attack(board);
    board.undo_move();
    if (!next.wins()) return next;
    worst = {Proof::Result::win, std::max(worst.plies, next.plies + 2)};
    line_.push_back(move_to(p));
    line_.push_back(move_to(four));
  }
  return worst.wins() ? worst : unanswered(board, four);
}

/// The line ends with the five where the defender has something to fill in between.
template <Rule R>
Proof VcfSolver<R>::unanswered(const Board& board, Point four) {
  const Side them = board.side_to_move();
  // Two fives, or one that renju forbids black to fill: whatever is filled, a five follows.
  const PointSet& fives = board.points(other(them), Threat::five);
  const Point first = fives.first();
  if (board.count(other(them), Threat::five) < 2 || !board.allows(them, first)) return win(3, {four});
  return win(3, {*++fives.begin(), first, four});
}

}  // namespace engine::gomoku
