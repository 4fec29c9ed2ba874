#pragma once

#include <optional>
#include <span>

#include "engine/core/types.h"
#include "engine/games/gomoku/lines.h"
#include "engine/games/gomoku/renju.h"
#include "engine/games/gomoku/rule.h"

namespace engine::gomoku {

/// Whether a stone of `side` on `p`, standing or to come, is part of a row that wins.
bool makes_five(const Lines& lines, Rule rule, Point p, Side side);

/// Stones on a board and whose turn it is, under one of the rules. Satisfies search::Position; the search
/// itself plays on the faster PatternBoard.
class Position {
 public:
  /// An empty board, black (Side::first) to move. @pre 5 <= size <= kMaxSize
  Position(Rule rule, int size);
  /// A board with stones: `points` holds size * size cells, rank by rank from a1.
  Position(Rule rule, int size, std::span<const Cell> points, Side turn);

  Rule rule() const { return rule_; }
  int size() const { return size_; }
  /// Valid as long as this; changes with each move.
  const Lines& lines() const { return lines_; }
  int stones() const { return stones_; }
  bool on_board(int file, int rank) const { return file >= 0 && file < size_ && rank >= 0 && rank < size_; }
  /// No empty point is left. That is a draw, unless a five stands.
  bool full() const { return stones_ == size_ * size_; }
  /// The side whose five stands on the board.
  std::optional<Side> winner() const { return winner_; }
  /// Looks at the whole board; for positions that were set up. After moves winner() knows.
  bool has_five(Side side) const;
  /// Why the side to move may not play an empty point.
  Foul foul(Point p) const;

  Side side_to_move() const { return turn_; }
  /// Of rule, size, stones and turn.
  Key key() const { return key_; }
  /// Rank by rank from a1; nothing when a five stands.
  void generate(MoveList& moves) const;
  /// @pre no five stands and the point is empty. Fouls are not checked: a caller that may be wrong asks
  /// foul() or generate() first.
  void do_move(Move move);
  /// @pre a move was made on this object or on the one that it was copied from
  void undo_move();
  /// A five, or a full board. Looks at nothing but counters: constant time.
  std::optional<Score> verdict(int ply) const;
  /// A draw: the board is full, or black has only forbidden points left.
  Score no_moves(int ply) const;

 private:
  Rule rule_;
  int size_;
  Lines lines_;
  Key key_;
  Side turn_ = Side::first;
  int stones_ = 0;
  std::optional<Side> winner_;
  // No move looks back, so this is all that undoing needs.
  FixedList<std::uint16_t, kPoints> past_;  // The points played, for undo_move().
};

/// Zobrist key of a stone on a point, and of the turn. The rule and the size are part of the key of the empty
/// board, so one transposition table may serve them all.
Key stone_key(Point p, Side side);
Key turn_key();
Key empty_board_key(Rule rule, int size);

}  // namespace engine::gomoku
