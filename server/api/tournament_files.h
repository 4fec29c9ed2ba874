#pragma once

#include <string>

#include "server/tournaments/stored_tournament.h"

/// Tournaments as files. For the pool: O(players * rounds).
namespace server {

/// The cross table: a line for each player, a column for each round; of an arena, which has none, the
/// standing.
std::string tournament_csv(const tournament::TournamentState& state);

/// FIDE's report of a tournament (TRF16, Handbook C.04 A2), which pairing programs read. Its colours are who
/// began (w) and who did not; a table of two games is one result.
/// @pre not of an arena: it has no rounds
std::string tournament_trf(const StoredTournament& tournament);

}  // namespace server
