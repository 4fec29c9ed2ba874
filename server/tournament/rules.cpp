#include "server/tournament/rules.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <set>

namespace server::tournament {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

bool in_range(int value, int least, int most) {
  return least <= value && value <= most;
}

bool are_legs_valid(const Rules& rules) {
  return rules.legs == 1 || (in_range(rules.legs, 2, kMaxLegs) && rules.legs % 2 == 0);
}

bool are_tie_breaks_valid(const Rules& rules) {
  const std::set<TieBreak> different(rules.tie_breaks.begin(), rules.tie_breaks.end());
  const bool counts_discs = different.contains(TieBreak::bq) || different.contains(TieBreak::discs);
  return different.size() == rules.tie_breaks.size() && (rules.squares > 0 || !counts_discs);
}

}  // namespace

int max_players(Format format) {
  switch (format) {
    case Format::round_robin:
      return 32;
    case Format::swiss:
    case Format::knockout:
      return 256;
    case Format::arena:
      return 1000;
    case Format::simul:
      return 41;  // The host and 40 boards.
  }
  return 0;
}

bool are_valid(const Rules& rules) {
  return in_range(rules.rounds, 0, kMaxRounds) && in_range(rules.cycles, 1, 2) && are_legs_valid(rules) &&
         are_tie_breaks_valid(rules) && in_range(rules.bq_factor, 0, 100) &&
         in_range(rules.squares, 0, 1000) && rules.base >= Millis(0) && rules.increment >= Millis(0) &&
         (rules.format != Format::arena || (rules.length > Millis(0) && rules.legs == 1)) &&
         (rules.format != Format::simul || rules.legs == 1) && rules.host_extra >= Millis(0) &&
         rules.quick_draw >= 0 && rules.long_draw >= 0;
}

int default_rounds(int players) {
  if (players < 2) return 1;
  const int halvings = std::bit_width(static_cast<unsigned>(players - 1));
  // A Swiss finds its winner by halving, with one round to spare.
  return std::min(halvings + 1, players - 1);
}

std::vector<TieBreak> default_tie_breaks(std::string_view game, Format format) {
  using enum TieBreak;
  if (format == Format::arena) return {wins, lot};
  if (format == Format::knockout) return {lot};
  if (format == Format::simul) return {};  // Each guest has one game: what is equal in it is equal.
  if (game == "xiangqi") return {opponents, direct, wins, wins_as_second, lot};
  if (game == "antireversi") return {bq, discs, lot};
  // Buchholz without the lowest opponent is usual for Gomoku (MSO), opponents' points and direct encounter in
  // Xiangqi (WXF), BQ in Othello. BQ's own factor 6 belongs to 13 rounds.
  return {buchholz_cut, sonneborn_berger, direct, lot};
}

void set_default_draws(Rules& rules) {
  rules.quick_draw = rules.game == "xiangqi" ? 20 : 0;
  rules.long_draw = rules.game == "xiangqi" ? 60 : 0;
}

Millis no_show_after(Millis base) {
  return std::clamp<Millis>(base / 4, minutes(1), minutes(5));
}

Millis last_pairing_before_end(const Rules& rules) {
  return std::max<Millis>(seconds(30), std::min<Millis>(rules.base / 2, seconds(120)));
}

}  // namespace server::tournament
