#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/match/game_clock.h"
#include "server/match/game_log.h"

/// Each makes the event with which a game may go on, and changes nothing: GameLog::follow() does. They judge
/// nothing but write down; who may do what is decided in decisions.h. `now` is the moment of the event; the
/// clocks that the event names are those after it.
///
/// The way of an event: a decision makes one by these functions, GameLog::follow() applies it, CommittedState
/// writes it down. Only imports make events of their own.
namespace server {

/// Both seats are taken: the game begins.
/// @pre both seats are taken
storage::Event start_event(const GameLog& log, TimePoint now);
/// The same of a board of a simul: its host has more time, and plays others as well.
storage::Event simul_event(const GameLog& log, TimePoint now, Side host, Millis extra);
/// `pressed` is the clock after the turn, `charge` what the turn cost.
/// @pre move is legal protocol text, the clock of its side did not run out
/// Starts the clock of the next turn if clocks run after this move (GameLog::clock_runs_after()).
storage::Event move_event(const GameLog& log, TimePoint now, const std::string& move,
                          const GameClock& pressed, GameClock::Charge charge);
/// A choice of the opening, by whose turn it is. @pre log.opening().admits(choice), as for move_event()
storage::Event choice_event(const GameLog& log, TimePoint now, const OpeningChoice& choice,
                            const GameClock& pressed, GameClock::Charge charge);
/// `settled` is the clock after the turn that is given up, and without what the moves had gained.
/// @pre 0 < plies <= log.plies(), log.opening().may_take_back_to(what is left)
storage::Event takeback_event(const GameLog& log, TimePoint now, Seat by, int plies, const GameClock& settled,
                              GameClock::Charge charge);
/// @param on false: the offer is declined or withdrawn
storage::Event offer_event(const GameLog& log, TimePoint now, Seat by, OfferKind kind, bool on);
/// Periods that the turn of `to` has overrun stay lost.
storage::Event added_time_event(const GameLog& log, TimePoint now, Seat by, Side to, Millis time);
/// The server was away from `lived_until` or its last event on, whichever came later: what was thought before
/// stays, and the turn goes on, its first kFreeAfterRestart free. A `clock` event that adds nothing.
/// @pre log.clock().running()
storage::Event restart_event(const GameLog& log, TimePoint now, TimePoint lived_until);
/// As the clock goes on since then, if that could not be written down at once. @pre log.clock().running()
storage::Event kept_clock_event(const GameLog& log, TimePoint now);
/// Pages need a moment to come back.
inline constexpr Millis kFreeAfterRestart = std::chrono::seconds(10);
/// `by` did it; none: the host of the room.
/// No clock runs after it; what was thought of the turn is kept in `spent`.
storage::Event pause_event(const GameLog& log, TimePoint now, std::optional<Seat> by);
/// The turn goes on where the pause interrupted it.
storage::Event resume_event(const GameLog& log, TimePoint now, std::optional<Seat> by);
/// `winner` only of a finished game; none: a draw. `by` did it; none: no player.
storage::Event end_event(const GameLog& log, TimePoint now, Status status, std::optional<Side> winner,
                         std::string_view reason, std::optional<Seat> by);
/// The running side has lost on time, and has none left. @pre log.clock().running()
storage::Event timeout_event(const GameLog& log, TimePoint now);
/// `by` agreed to it.
/// @param next_game empty until it is known (RoomState::on(RematchCreated))
storage::Event rematch_event(const GameLog& log, TimePoint now, Seat by, const std::string& next_game);

/// What an event of this kind cost is in its `spent`, and another turn begins; with the other kinds a turn
/// goes on.
bool ends_turn(EventKind kind);
/// The players sit down by this event, or change places.
/// Then clients are told the names of both.
bool seats_players(const storage::Event& event);

}  // namespace server
