#pragma once

#include <optional>
#include <string>

#include "server/tournament/plan.h"

/// What may be done in a tournament: each function answers (tournament, what is asked, now) by the event with
/// which it goes on, or by a refusal, and changes nothing. TournamentState::follow() makes the event happen.
/// Who may do it is the caller's to know: a player for themselves, the director for all.
namespace server::tournament {

/// The words that clients get as the reason of `not_allowed` (words.h).
enum class Refusal : std::uint8_t {
  already_done,  ///< Said twice: nothing is left to do.
  over,
  not_open,     ///< It has begun, or is past.
  not_running,  ///< It has not begun, or is over.
  paused,
  full,
  too_late,  ///< To join, or to ask for a bye.
  too_early,
  too_few,   ///< Players to begin with.
  too_many,  ///< Rounds for so few: a round robin is better.
  not_in_format,
  stale,  ///< The plan was made for another state: make a new one.
  unknown_player,
  unknown_game,
  begun,        ///< The game has moves, the round results, or the player plays.
  built_on,     ///< The next round is paired on this result.
  games_left,   ///< Games are running.
  rounds_left,  ///< Another round can be paired.
  removed,      ///< By the director.
};

/// Exactly one of both is there.
struct Decision {
  std::optional<Event> event = {};
  std::optional<Refusal> refusal = {};  ///< None: there is an event.
};

/// By whom, why and when: what goes into the event as it is.
struct Order {
  TimePoint now{};
  std::string by = {};    ///< Event::by
  std::string note = {};  ///< Event::note
};

// ---- people ----------------------------------------------------------------------------------------------

/// Late in a Swiss tournament until half of the rounds are paired, in an arena until its last pairing.
Decision decide_join(const TournamentState& state, Joined joined, const Order& order);
/// The running game goes on, but for a knock-out, where it is lost. By another than the player it holds until
/// the director lets them back.
Decision decide_withdraw(const TournamentState& state, Number player, const Order& order);
/// From away; from a withdrawal where it is not final. Who was invited and comes after the start only where
/// one may join late. So often and no more: too_late.
Decision decide_come_back(const TournamentState& state, Number player, const Order& order);
/// By the director, of a player that the director has withdrawn, where a withdrawal is not final: they are
/// invited, and come back themselves.
Decision decide_let_back(const TournamentState& state, Number player, const Order& order);
/// Once, in a Swiss tournament, before the round is paired and not for the last one.
Decision decide_ask_bye(const TournamentState& state, Number player, const Order& order);

// ---- rounds ----------------------------------------------------------------------------------------------

/// From `open`, with enough players who are there. Fixes entrants and the number of rounds.
Decision decide_start(const TournamentState& state, const Order& order);
/// A plan for another version is `stale`: something has happened while it was computed.
Decision decide_round(const TournamentState& state, Plan plan, const Order& order);
/// `plan`: what plan_round() gave for this state: it has found no round. An arena needs none: its time is
/// over.
Decision decide_finish(const TournamentState& state, const Plan& plan, const Order& order);

// ---- games -----------------------------------------------------------------------------------------------

/// Said twice with the same outcome it is already_done.
Decision decide_result(const TournamentState& state, GameId game, const Outcome& outcome, const Order& order);
/// No first move in no_show_after(); `came`: who is there.
/// Both have come: `begun`.
Decision decide_no_show(const TournamentState& state, GameId game, std::array<bool, 2> came,
                        const Order& order);

// ---- the director ----------------------------------------------------------------------------------------

// What they may do in one tournament: each is an event, which is kept. Then it is `full`.
inline constexpr std::size_t kMaxRulings = 1000;
inline constexpr int kMaxAnnulled = 20;  ///< Rounds.
inline constexpr int kMaxPauses = 1000;
inline constexpr int kMaxAnnulledGames = 5;  ///< Of a table: others have taken their place.

Decision decide_pause(const TournamentState& state, const Order& order);
Decision decide_resume(const TournamentState& state, const Order& order);
/// Also after the end, but in a knock-out only while no round is built on it. The discs of a board that was
/// played out are kept where they agree. Where another game would begin with it, as decide_replay().
Decision decide_correct(const TournamentState& state, GameId game, Result result, const Order& order);
/// The last game of its table, running or over, is played again from its start, while no round is built on
/// it. Of players who have not left.
Decision decide_replay(const TournamentState& state, GameId game, const Order& order);
/// Of a game that runs, before its first move, of players who have not left.
Decision decide_exchange_seats(const TournamentState& state, GameId game, bool has_moves, const Order& order);
/// `round`: of the last that counts. `has_moves`: any of its games. Players keep what they had; the round is
/// paired anew.
Decision decide_annul_round(const TournamentState& state, int round, bool has_moves, const Order& order);
Decision decide_forbid(const TournamentState& state, Number a, Number b, const Order& order);
/// Between games of the player, who has a place among those that are paired.
Decision decide_substitute(const TournamentState& state, Substituted substituted, const Order& order);
Decision decide_cancel(const TournamentState& state, const Order& order);

}  // namespace server::tournament
