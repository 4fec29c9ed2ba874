#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/tournaments/stored_tournament.h"

/// Tournaments as the API tells of them. For the pool.
namespace server {

/// What is to be shown of a tournament, and to whom.
struct TournamentView {
  const StoredTournament& tournament;
  std::string user;                    ///< Id of the reader; empty: a client without a session.
  int round = 0;                       ///< Which one, of those that were paired; 0: there is none.
  int played_from = 0;                 ///< Of an arena: tables of the waves from this one on that are played,
                                       ///< in place of those of the round; 0: those.
  std::optional<Millis> next_round{};  ///< How long until it begins.
  std::optional<Millis> ends_in{};     ///< Of an arena that runs: how long it pairs on.
  std::string club_name{};             ///< Empty: it has no club, or that was closed.
};

/// The lists of tournaments, and the words of their phases.
inline constexpr std::array kListedPhases{"open", "running", "finished"};
/// Where each list goes on: after this one. None: all of it was told.
using ListPlaces = std::array<std::optional<storage::Cursor>, kListedPhases.size()>;
using TournamentLists = std::array<std::vector<storage::Tournament>, kListedPhases.size()>;

/// A page of each list, with the cursor of the next ones: null on the last page. @param most that a page has
std::string tournaments_json(const TournamentLists& lists, std::size_t most);
/// A page of a club's tournaments, and the cursor of the next one, for read_cursor().
std::string club_tournaments_json(const std::vector<storage::Tournament>& page, std::size_t most);
/// A cursor as tournaments_json() wrote it. None: it is not one of ours.
std::optional<ListPlaces> read_list_places(std::string_view text);
/// `games`: those of the round, and of the last, for the ids.
/// Standings are computed here, for each answer.
std::string tournament_json(const TournamentView& view, const std::vector<storage::TournamentGame>& games);
/// Standings count in integers; only what is shown has fractions. In the units of Standing::tie_breaks.
double shown(tournament::TieBreak tie_break, std::int64_t value);
/// Of an arena points are whole, else counted in halves.
double shown_points(const tournament::TournamentState& state, int points);

}  // namespace server
