#pragma once

#include "server/tournament/rules.h"

namespace server::tournament {

/// Counts the games of one player of an arena, in the order in which they end: a win is worth 2, a draw 1;
/// after two wins in a row twice as much, until a game is not won. Quick draws, and the second of two draws
/// unless it was long, are worth nothing.
/// One object a player; a value of Rules must outlive it.
class ArenaPoints {
 public:
  explicit ArenaPoints(const Rules& rules) : rules_(rules) {}

  /// Each gives the points of this game, of which the sum is the player's score.
  int win();
  int draw(int plies);
  int loss();

 private:
  int factor() const { return wins_ >= 2 ? 2 : 1; }

  const Rules& rules_;
  int wins_ = 0;  // In a row.
  bool drew_ = false;
};

}  // namespace server::tournament
