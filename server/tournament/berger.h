#pragma once

#include <utility>
#include <vector>

/// The tables of round robins, after Johann Berger: each player meets every other once, none has one colour
/// three times in a row, and the colours of each differ by one at most. This was checked for 4 to 32 players,
/// and the tables of 4, 6 and 8 against published ones.
namespace server::tournament {

/// Places 1, 2, 3, ...; who begins is named first. 0: the place beside it is free in this round.
using Places = std::pair<int, int>;

/// Rounds until all have met once.
/// Players - 1, or as many as players where their number is odd. @pre players >= 2
int berger_rounds(int players);
/// Rounds beyond berger_rounds() have the colours exchanged; with `cycles` 2 the last two rounds before them
/// are exchanged so that no player has three of a colour there.
/// A table a pair, O(players). @pre 1 <= round <= cycles * berger_rounds(players)
std::vector<Places> berger_round(int players, int round, int cycles);

}  // namespace server::tournament
