#pragma once

#include <array>
#include <string>
#include <tuple>

#include "storage/tournament.h"

/// The SQL of tournaments, and its parameters; see queries.h and values.h.
namespace storage::sql {

inline constexpr const char* kInsertTournament = R"(
  INSERT INTO tournaments (id, user_id, user_name, name, game, rule, opening, size, created, phase, club)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
  WHERE $12 > (SELECT COUNT(*) FROM tournaments WHERE user_id = $2 AND phase IN ('open', 'running'))
    AND ($11 = '' OR EXISTS (SELECT 1 FROM clubs WHERE clubs.id = $11 AND clubs.user_id = $2))
  ON CONFLICT DO NOTHING)";

inline auto values_of(const Tournament& tournament) {
  return std::tie(tournament.id, tournament.owner, tournament.owner_name, tournament.name, tournament.game,
                  tournament.rule, tournament.opening, tournament.size, tournament.created, tournament.phase,
                  tournament.club);
}

// A compare-and-set, as with the events of games.
inline constexpr const char* kAppendTournamentEvent = R"(
  INSERT INTO tournament_events (tournament, v, kind, body, by_user, note, at)
  SELECT $1, $2, $3, $4, $5, $6, $7
  WHERE EXISTS (SELECT 1 FROM tournament_events WHERE tournament = $1 AND v = $2 - 1)
     OR $2 = 1 AND EXISTS (SELECT 1 FROM tournaments WHERE id = $1)
  ON CONFLICT DO NOTHING)";

inline auto values_of(const std::string& tournament, const TournamentEvent& event) {
  return std::tie(tournament, event.v, event.kind, event.body, event.by, event.note, event.at);
}

inline constexpr const char* kMayRun =
    "SELECT 1 WHERE $1 > (SELECT COUNT(*) FROM tournaments WHERE phase = 'running')";
inline constexpr const char* kSetPhase = "UPDATE tournaments SET phase = $2 WHERE id = $1 AND phase <> $2";

// Without "on conflict": a player who sits there twice is a defect, and nothing of the write is to happen.
inline constexpr const char* kInsertTournamentSeat =
    "INSERT INTO tournament_seats (tournament, round, player, board) VALUES ($1, $2, $3, $4)";
inline constexpr const char* kInsertTournamentGame =
    "INSERT INTO tournament_games (tournament, round, board, number, game) VALUES ($1, $2, $3, $4, $5)";

inline auto values_of(const std::string& tournament, const TournamentGame& place) {
  return std::tie(tournament, place.round, place.table, place.number, place.game);
}

inline constexpr const char* kPutTournamentRank = R"(
  INSERT INTO tournament_ranks (tournament, format, started, players, user_id, rank)
  SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT 1 FROM users WHERE id = $5)
  ON CONFLICT (user_id, started, tournament) DO UPDATE SET rank = excluded.rank)";

// One that was cancelled long ago is not seen any more; then its rows go, a few at a time, and itself when
// none is left.
inline constexpr const char* kHideCancelled = R"(
  UPDATE tournaments SET phase = 'removed' WHERE id = (
    SELECT id FROM tournaments WHERE phase = 'cancelled' AND created < $1
      AND $1 > (SELECT at FROM tournament_events WHERE tournament = tournaments.id ORDER BY v DESC LIMIT 1)
    ORDER BY created, id LIMIT 1)
  AND NOT EXISTS (SELECT 1 FROM tournaments WHERE phase = 'removed'))";
inline constexpr std::array kSweepTournaments{
    R"(DELETE FROM tournament_events WHERE (tournament, v) IN (
         SELECT tournament, v FROM tournament_events
         WHERE tournament = (SELECT MIN(id) FROM tournaments WHERE phase = 'removed')
         ORDER BY tournament, v LIMIT $1))",
    R"(DELETE FROM tournament_seats WHERE (tournament, round, player) IN (
         SELECT tournament, round, player FROM tournament_seats
         WHERE tournament = (SELECT MIN(id) FROM tournaments WHERE phase = 'removed')
         ORDER BY tournament, round, player LIMIT $1))",
    R"(DELETE FROM tournament_games WHERE (tournament, round, board, number) IN (
         SELECT tournament, round, board, number FROM tournament_games
         WHERE tournament = (SELECT MIN(id) FROM tournaments WHERE phase = 'removed')
         ORDER BY tournament, round, board, number LIMIT $1))"};
inline constexpr const char* kForgetRemovedTournaments = R"(
  DELETE FROM tournaments WHERE phase = 'removed'
    AND NOT EXISTS (SELECT 1 FROM tournament_events WHERE tournament = tournaments.id)
    AND NOT EXISTS (SELECT 1 FROM tournament_seats WHERE tournament = tournaments.id)
    AND NOT EXISTS (SELECT 1 FROM tournament_games WHERE tournament = tournaments.id))";

inline constexpr const char* kLoadTournament =
    "SELECT * FROM tournaments WHERE id = $1 AND phase <> 'removed'";
inline constexpr const char* kTournamentsOfPhase =
    "SELECT * FROM tournaments WHERE phase = $1 AND (created, id) < ($2, $3) "
    "ORDER BY created DESC, id DESC LIMIT $4";
inline constexpr const char* kTournamentsOf = R"(
  SELECT id, name, game, format, started, rank, players
  FROM tournament_ranks JOIN tournaments ON tournaments.id = tournament
  WHERE tournament_ranks.user_id = $1 AND (started, tournament) < ($2, $3)
  ORDER BY started DESC, tournament DESC LIMIT $4)";
inline constexpr const char* kOldTournaments =
    "SELECT id FROM tournaments WHERE phase = $1 AND created < $2 ORDER BY created, id LIMIT $3";
inline constexpr const char* kTournamentEvents = R"(
  SELECT v, kind, body, by_user, note, at FROM tournament_events
  WHERE tournament = $1 AND v > $2 ORDER BY v LIMIT $3)";
inline constexpr const char* kTournamentGames = R"(
  SELECT round, board, number, game FROM tournament_games
  WHERE tournament = $1 AND round = $2 ORDER BY board, number)";
inline constexpr const char* kTournamentResults = R"(
  SELECT round, board, number, tournament_games.game, first_user, second_user, status, result, reason, ended, final_pos,
         COALESCE((SELECT ply FROM events WHERE events.game = games.id ORDER BY v DESC LIMIT 1), 0)
  FROM tournament_games JOIN games ON games.id = tournament_games.game
  WHERE tournament_games.tournament = $1 AND tournament_games.round >= $2 ORDER BY round, board, number)";
/// Of a game.
inline constexpr const char* kTournamentOf = "SELECT tournament FROM tournament_games WHERE game = $1";

}  // namespace storage::sql
