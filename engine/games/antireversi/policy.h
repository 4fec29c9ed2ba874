#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/core/game.h"
#include "engine/games/antireversi/endgame.h"
#include "engine/games/antireversi/position.h"
#include "engine/search/policy.h"

namespace engine::antireversi {

/// What the search is taught about anti-Reversi.
class Policy {
 public:
  using Position = antireversi::Position;

  Score evaluate(const Position& position);
  /// Few answers for the opponent first, corners last.
  void order(const Position& position, std::span<ScoredMove> moves);
  /// At the root the whole rest of the game, as soon as that is worth its time; elsewhere in the tree only
  /// the last few squares, where solving is as quick as estimating.
  std::optional<search::Solved> solve(const Position& position, const search::Node& node);
  /// A result that was solved from the root on is exact. One found at the end of a single line is only told
  /// as an estimate of its size, for not all that is beside the line was looked at.
  static Line reading(Score score);

 private:
  std::optional<search::Solved> solve_root(const Position& position, const search::Node& node);

  Endgame endgame_;
  std::vector<Move> line_;  // Of the last root that was solved.
};

}  // namespace engine::antireversi
