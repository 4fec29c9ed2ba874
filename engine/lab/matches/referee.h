#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/lab/matches/openings.h"
#include "engine/lab/players/player.h"

namespace engine::lab {

/// A finished game. `reason` is a word of the rules ("checkmate", ...) or one of ours: "illegal_move",
/// "time", "max_plies" (a draw), and those of PlayerFailed.
struct GameRecord {
  std::vector<std::string> moves = {};  ///< Opening included.
  std::vector<int> times_ms = {};       ///< Of the moves after the opening.
  std::optional<Side> winner = {};
  std::string reason = {};
  std::string note = {};   ///< What failed, for people.
  int overrun_ms[2] = {};  ///< The most that a side was over its time, by side.
};

/// What the referee insists on.
struct RefereeRules {
  int max_plies = 600;           ///< Then it is a draw.
  milliseconds margin{100};      ///< So much over its time a player may be, for the machine's sake.
  milliseconds patience{2'000};  ///< After it a silent player is ended: it hangs.
};

/// Plays one game by our rules. A player that fails loses; nothing that a player does throws.
GameRecord play_game(const Game& game, const Opening& opening, Player& first, Player& second,
                     const TimeControl& first_control, const TimeControl& second_control,
                     const RefereeRules& rules);

}  // namespace engine::lab
