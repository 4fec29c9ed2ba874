#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/tournaments/stored_tournament.h"

/// Tournaments as the API tells of them. For the pool.
namespace server {

/// What is to be shown of a tournament, and to whom.
struct TournamentView {
  const StoredTournament& tournament;
  std::string user;                    ///< Who looks on; empty: a client without a session.
  int round = 0;                       ///< Which one, of those that were paired; 0: there is none.
  std::optional<Millis> next_round{};  ///< How long until it begins.
  std::optional<Millis> ends_in{};     ///< Of an arena that runs: how long it pairs on.
};

/// @pre three lists: open, running and over ones
std::string tournaments_json(const std::vector<std::vector<storage::Tournament>>& open_running_over);
/// `games`: those of the round, and of the last, for the ids.
/// Standings are computed here, for each answer.
std::string tournament_json(const TournamentView& view, const std::vector<storage::TournamentGame>& games);
/// Standings count in integers; only what is shown has fractions. In the units of Standing::tie_breaks.
double shown(tournament::TieBreak tie_break, std::int64_t value);
/// Of an arena points are whole, else counted in halves.
double shown_points(const tournament::TournamentState& state, int points);

}  // namespace server
