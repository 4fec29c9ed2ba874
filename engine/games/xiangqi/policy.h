#pragma once

#include <optional>
#include <span>

#include "engine/games/xiangqi/mate_search.h"
#include "engine/games/xiangqi/position.h"
#include "engine/search/policy.h"

namespace engine::xiangqi {

/// What the search must know of Xiangqi to play it well; see search::Policy and its hooks.
class Policy {
 public:
  using Position = xiangqi::Position;

  Score evaluate(const Position& position);

  /// Captures and direct checks that do not lose material are forcing, the most valuable victim first. Quiet
  /// moves are preferred that improve the piece's place or leave a square that a pawn attacks.
  void order(const Position& position, std::span<ScoredMove> moves);

  /// Captures that do not lose material; every move when in check.
  bool quiesce(Position& position, MoveList& moves);
  Score gain(const Position& position, Move move);

  /// A check is looked at one ply deeper.
  int extension(const Position& position, Move move, const search::Node& node);
  bool under_threat(const Position& position) { return position.in_check(); }

  search::Margins margins() const { return {.futility = 100, .reverse_futility = 80, .razoring = 250}; }

  /// Not with little left, where having to move may be the trouble.
  bool may_try_null_move(const Position& position);

  /// Mates that begin quietly, or that pruning hides from a side far ahead; at the root alone.
  std::optional<search::Solved> solve(Position& position, const search::Node& node) {
    if (node.ply > 0) return std::nullopt;
    return mate_at_root(position, node);
  }

 private:
  std::optional<search::Solved> mate_at_root(Position& position, const search::Node& node);

  MateSearch mates_;
};

}  // namespace engine::xiangqi
