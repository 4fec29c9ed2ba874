#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/lab/matches/openings.h"
#include "engine/lab/players/player.h"

namespace engine::lab {

// The referee trusts no player: it keeps the position and the clock itself, checks each move by the engine's
// rules, and waits no longer than a deadline. Whatever a player does ends in a GameRecord.

/// A finished game. `reason` is a word of the rules ("checkmate", ...) or one of ours: "illegal_move",
/// "time", "max_plies" (a draw), and those of PlayerFailed.
struct GameRecord {
  std::vector<std::string> moves = {};  ///< Opening included.
  std::vector<int> times_ms = {};       ///< Of the moves after the opening.
  std::optional<Side> winner = {};
  std::string reason = {};
  std::string note = {};   ///< What failed, for people.
  int overrun_ms[2] = {};  ///< The most that a side was over its time, by side.
  bool has_begun = true;   ///< Both players were ready for it. Not on record.
};

/// What the referee insists on.
// The defaults are for a machine that does other work besides; a match may set the first two.
struct RefereeRules {
  int max_plies = 600;           ///< Then it is a draw.
  milliseconds margin{100};      ///< So much over its time a player may be, for the machine's sake.
  milliseconds patience{2'000};  ///< After it a silent player is ended: it hangs.
};

/// Plays one game by our rules. A player that fails loses; nothing that a player does throws.
/// Blocks until the game is over, on the caller's thread. @pre the opening can be played, and the game goes
/// on after it (read_openings(), random_openings())
GameRecord play_game(const Game& game, const Opening& opening, Player& first, Player& second,
                     const TimeControl& first_control, const TimeControl& second_control,
                     const RefereeRules& rules);

}  // namespace engine::lab
