#pragma once

#include <optional>

#include "server/tournament/history.h"

/// "Swiss (Sanqi)": our own system, which does not claim to be FIDE's. Of all pairings of a round that are
/// allowed the best is taken, by these in order:
///  1. no player gets a colour for the third time in a row, or three times more often than the other;
///  2. a bye goes to who has the fewest points;
///  3. opponents have the same points: the squares of the differences are least;
///  4. players get the colour that they are due, and meet more or fewer points no twice in a row;
///  5. within equal points the upper half meets the lower half, in the order of strength.
/// Never: the same two twice, a pair that the director has forbidden, a second bye (or a bye after a whole
/// point without a game). Byes that were asked for are granted, all of them, unless no pairing is left so:
/// then none.
namespace server::tournament {

/// None: no pairing is left in which all play, but for one who may have a bye.
/// @pre format swiss, no game is running
/// One minimum-cost perfect matching over all who play, with the place of the bye as one vertex more if their
/// number is odd: no groups are paired one after another, as the Dutch system does, so no group can be left
/// without a pairing by those before it. Costs that of pair_all(): 85 ms for 256 players.
std::optional<RoundPaired> pair_swiss(const TournamentState& state);

/// Who of the two begins, and why.
struct ColourChoice {
  bool a_begins = true;
  ColourBasis basis = ColourBasis::rank;
  bool forced_on_a = false;  ///< See Reason::forced.
  bool forced_on_b = false;
  int unmet = 0;  ///< How much who does not get their colour is due it; 0: neither, 1 to 3.
};
/// `a` is the stronger of the two; where nothing else decides it begins if `a_by_rank`.
ColourChoice choose_colours(const History& a, const History& b, bool a_by_rank);

}  // namespace server::tournament
