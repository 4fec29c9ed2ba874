#pragma once

#include <utility>
#include <vector>

/// The tables of round robins, after Berger: each player meets every other once, none has one colour three
/// times in a row, and the colours of each differ by one at most.
namespace server::tournament {

/// Places 1, 2, 3, ...; who begins is named first. 0: the place beside it is free in this round.
using Places = std::pair<int, int>;

/// Rounds until all have met once.
int berger_rounds(int players);
/// Rounds beyond berger_rounds() have the colours exchanged; with `cycles` 2 the last two rounds before them
/// are exchanged so that no player has three of a colour there.
std::vector<Places> berger_round(int players, int round, int cycles);

}  // namespace server::tournament
