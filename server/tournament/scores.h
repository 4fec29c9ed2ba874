#pragma once

#include <optional>
#include <vector>

#include "server/tournament/tournament_state.h"

namespace server::tournament {

/// What a round was for a player.
enum class LineKind : std::uint8_t {
  played,
  forfeit_win,
  forfeit_loss,
  bye,
  half_bye,
  walkover,
  free_round,
  late,  ///< Had not joined yet.
  absent,
  cancelled,  ///< Of a round robin: one of the two has left before half of the games.
};

/// One a round that concerned the player; in an arena one a game, in the order in which games ended.
struct Line {
  int round = 0;  ///< Rounds that count, from 1.
  LineKind kind = LineKind::absent;
  Number opponent = 0;
  int points = 0;    ///< In halves; of an arena as it counts them.
  int result = 0;    ///< Of a table: kWin, kDraw or 0, whatever points the format gives for it.
  int games = 0;     ///< Points of its games, in halves; with one game the same.
  int discs = 0;     ///< See discs_of(); where there was no game but points, half a board for each game.
  bool won = false;  ///< Not without a game.
  std::optional<bool> began = {};  ///< Whether the player did; none: they had both seats, or did not play.
};

/// The score card of a player.
struct Score {
  int points = 0;
  int games = 0;
  std::vector<Line> lines = {};  ///< Tables that are not decided have none yet.
};

/// By Number; index 0 is not used.
/// Computed anew each time: O(players * rounds). A result that was corrected needs no other care.
std::vector<Score> scores_of(const TournamentState& state);

/// Has left a round robin with fewer than half of the games played: none of them counts.
bool is_cancelled(const TournamentState& state, Number number);

}  // namespace server::tournament
