#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/protocol/time.h"

/// What is declared before a tournament and does not change in it.
namespace server::tournament {

enum class Format : std::uint8_t { round_robin, swiss, arena, knockout, simul };

/// What orders players with equal points; each in a sentence in docs/tournaments.md.
enum class TieBreak : std::uint8_t {
  opponents,         ///< Sum of the opponents' points.
  buchholz_cut,      ///< The same without the lowest one.
  sonneborn_berger,  ///< Points of the beaten, and half of those drawn with.
  direct,            ///< Points among those tied, if all of them have met.
  wins,
  wins_as_second,
  bq,     ///< Discs and the opponents' points, by Rules::bq_factor.
  discs,  ///< See discs_of().
  lot,    ///< Drawn by each player on joining.
};

/// Which side the host of a simul has.
enum class HostSide : std::uint8_t {
  first,
  second,
  alternating,  ///< First, second, first, ... from the strongest guest on.
};

/// Points are counted in halves, so that all of them are integers.
inline constexpr int kWin = 2;
inline constexpr int kDraw = 1;

/// Part of the first event, so every replay has the very same.
struct Rules {
  std::string game;  ///< "xiangqi", ...
  Format format = Format::swiss;
  int rounds = 0;  ///< Of a Swiss tournament; 0: default_rounds() of those who are there at the start.
  int cycles = 1;  ///< Of a round robin: 1, or 2 with the colours exchanged.
  int legs = 1;    ///< Games of a table: 1, or an even number, in turn with seats exchanged.
  bool third_place = false;  ///< Of a knock-out: the losers of the semi-finals play, too.
  std::vector<TieBreak> tie_breaks = {};
  int bq_factor = 6;    ///< How many discs a point of an opponent is worth.
  int squares = 0;      ///< Of the board where discs count: 64 or 36; else 0.
  Millis base{0};       ///< Time of a player for a game,
  Millis increment{0};  ///< and for each move.
  Millis length{0};     ///< Of an arena.
  int quick_draw = 0;   ///< Plies below which a draw of an arena gives nothing; 0: draws are real.
  int long_draw = 0;    ///< Plies from which it counts even if the game before was a draw, too.
  HostSide host_side = HostSide::alternating;  ///< Of a simul,
  Millis host_extra{0};                        ///< and what its host has more than `base` at each board.
  bool operator==(const Rules&) const = default;
};

/// Of a Swiss, as it is asked for.
inline constexpr int kMaxRounds = 30;
/// Games of a table, as the rules allow; the API offers 1 and 2.
inline constexpr int kMaxLegs = 8;

/// How many may play.
/// Joining beyond that is refused. A Swiss of 256 is paired in some 0.1 s (see pairing.h).
int max_players(Format format);
/// Of players, the highest.
inline constexpr int kMostNumber = 1'000;
/// How many may ever join, those who have withdrawn included: they stay in the record.
inline int max_joined(Format format) {
  return std::min(2 * max_players(format), kMostNumber);
}
/// The rules can be played by: else they name a number out of range or a tie-break twice.
/// Ranges only: whether the game has these rules is not known here.
bool are_valid(const Rules& rules);

/// ceil(log2 players) + 1, but never more than each player has different opponents.
int default_rounds(int players);
/// What is usual in the game; with the lot at its end, but for a simul, which has none.
std::vector<TieBreak> default_tie_breaks(std::string_view game, Format format);
/// The lengths of draws in an arena: in Xiangqi drawn quickly looks agreed, in the others draws are real.
void set_default_draws(Rules& rules);

/// No first move for so long: the player has not come. A quarter of the base time, 1 to 5 minutes.
Millis no_show_after(Millis base);
/// The same for the host of a simul, whatever the base time: no clock runs yet, and each board has to be
/// reached.
inline constexpr Millis kFirstMoveOfHost = std::chrono::minutes(10);
/// An arena pairs no more so long before its end.
Millis last_pairing_before_end(const Rules& rules);
/// It pairs for the first time so long after its start.
inline constexpr Millis kFirstWaveAfter = std::chrono::seconds(15);
/// And then so long after the wave before: players who become free meanwhile have more to choose from.
inline constexpr Millis kWaveEvery = std::chrono::seconds(10);

}  // namespace server::tournament
