#pragma once

#include "engine/games/antireversi/position.h"
#include "engine/lab/players/player.h"

namespace engine::lab {

/// How far a game of anti-Reversi has come at the root of a search: it says how the paper's agent judges.
struct PaperStage {
  int placed;  ///< Discs placed since the start.
};

/// The paper's evaluation for the side to move, own less the opponent's: corners -1024 each, the squares of
/// the edge beside them +128, all others -8; legal moves +8 (6 to 20 discs placed) or +16 (21 to 35);
/// discs turned on the way from the root, `turned` by the mover less those by the opponent, -8 (16 to 40) or
/// -16 (41 to 49).
int paper_estimate(const antireversi::Discs& discs, PaperStage stage, int turned);

/// The agent of a course paper on anti-Reversi, made by its description alone, as a constant to measure by:
/// alpha-beta with this evaluation, moves beside corners first and corners last, higher squares first. It
/// looks six plies ahead, five where it has eight moves or more, or as many as `depth` says; with ten empty
/// squares or fewer it counts discs to the end of the game. The paper leaves open what a game is worth that
/// ends before; here it outweighs every estimate.
class PaperAgent final : public Player {
 public:
  void begin(const GameState& start, const TimeControl& control) override;
  std::string move(const GameState& now, const MoveLimits& limits,
                   std::chrono::steady_clock::time_point deadline) override;
};

}  // namespace engine::lab
