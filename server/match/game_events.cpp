#include "server/match/game_events.h"

#include <algorithm>
#include <utility>

#include "server/match/detail.h"
#include "server/protocol/words.h"

namespace server {
namespace {

using protocol::word;

/// Of a `clock` event: the server was away.
constexpr std::string_view kNothingAdded = "0";

// All that every event bears. `ply` and `spent` are those of most kinds; the others overwrite them.
storage::Event event_of(const GameLog& log, TimePoint now, EventKind kind, const GameClock& clock) {
  storage::Event event;
  event.game = log.header().id;
  event.v = log.version() + 1;
  event.kind = kind;
  event.ply = log.plies();
  for (const Side side : {Side::first, Side::second}) {
    // Readings are those at the beginning of the turn; `spent` is what the turn has used since (GameClock).
    event.clock[engine::index(side)] = clock.reading(side).main.count();
    event.periods[engine::index(side)] = clock.reading(side).periods;
  }
  if (clock.running()) event.running = word(*clock.running());
  event.spent = clock.spent(now).count();
  event.at = now.time_since_epoch().count();
  return event;
}

/// An end with this clock, which it stops.
storage::Event end_with(const GameLog& log, GameClock clock, TimePoint now, std::string detail,
                        std::optional<Seat> by) {
  clock.stop(clock.spent(now));
  storage::Event event = event_of(log, now, EventKind::end, clock);
  if (by) event.by = word(log.side_of(*by));
  event.detail = std::move(detail);
  return event;
}

void charge_turn(storage::Event& event, GameClock::Charge charge) {
  event.spent = charge.spent.count();
  event.lag = charge.lag.count();
}

}  // namespace

bool ends_turn(EventKind kind) {
  // A takeback too: the turn that is given up is charged, and another begins.
  return kind == EventKind::move || kind == EventKind::swap || kind == EventKind::opening ||
         kind == EventKind::takeback;
}

bool seats_players(const storage::Event& event) {
  return event.kind == EventKind::start || event.kind == EventKind::swap;
}

storage::Event start_event(const GameLog& log, TimePoint now) {
  return event_of(log, now, EventKind::start, log.clock());
}

storage::Event simul_event(const GameLog& log, TimePoint now, Side host, Millis extra) {
  storage::Event event = start_event(log, now);
  event.clock[engine::index(host)] += extra.count();
  event.detail = word(host);
  return event;
}

storage::Event move_event(const GameLog& log, TimePoint now, const std::string& move,
                          const GameClock& pressed, GameClock::Charge charge) {
  GameClock clock = pressed;
  // By the log as it is before the event.
  const Side mover = log.turn();
  Opening opening = log.opening();
  opening.place(move);
  // In an opening the side that acts is not always the one whose stone is placed.
  const Side next = opening.done() ? other(log.look().turn) : opening.by();
  if (log.clock_runs_after(log.seat_of(mover))) clock.start(next, now);
  storage::Event event = event_of(log, now, EventKind::move, clock);
  event.ply = log.plies() + 1;
  event.by = word(mover);
  event.move = move;
  charge_turn(event, charge);
  return event;
}

// After a swap the clocks are those of the sides in their new order.
storage::Event choice_event(const GameLog& log, TimePoint now, const OpeningChoice& choice,
                            const GameClock& pressed, GameClock::Charge charge) {
  GameClock clock = pressed;
  const Side chooser = log.turn();
  Opening opening = log.opening();
  opening.choose(choice);
  const bool swaps = choice.kind == Choice::swap;
  // The times go along with the players, before the clock of the next turn is started.
  if (swaps) clock.exchange();
  if (log.clock_runs_after(log.seat_of(chooser)))
    clock.start(opening.done() ? log.look().turn : opening.by(), now);
  storage::Event event = event_of(log, now, swaps ? EventKind::swap : EventKind::opening, clock);
  event.by = word(chooser);
  event.detail = write_opening_choice(choice);
  charge_turn(event, charge);
  return event;
}

storage::Event takeback_event(const GameLog& log, TimePoint now, Seat by, int plies, const GameClock& settled,
                              GameClock::Charge charge) {
  GameClock clock = settled;
  Opening opening = log.opening();
  opening.take_back_to(log.plies() - plies);
  // An odd number of plies changes the side whose stone comes next.
  const Side on_board = plies % 2 == 0 ? log.look().turn : other(log.look().turn);
  if (log.clock().running()) clock.start(opening.done() ? on_board : opening.by(), now);
  storage::Event event = event_of(log, now, EventKind::takeback, clock);
  event.ply = log.plies() - plies;
  event.by = word(log.side_of(by));
  event.detail = std::to_string(plies);
  charge_turn(event, charge);
  return event;
}

storage::Event offer_event(const GameLog& log, TimePoint now, Seat by, OfferKind kind, bool on) {
  storage::Event event = event_of(log, now, EventKind::offer, log.clock());
  event.by = word(log.side_of(by));
  event.detail = write_detail({word(kind), on ? "on" : "off"});
  return event;
}

storage::Event added_time_event(const GameLog& log, TimePoint now, Seat by, Side to, Millis time) {
  GameClock clock = log.clock();
  // Of the other side's turn nothing is being thought.
  clock.add(to, time, to == log.turn() ? clock.spent(now) : Millis(0));
  storage::Event event = event_of(log, now, EventKind::clock, clock);
  event.by = word(log.side_of(by));
  event.detail = std::to_string(time.count());
  return event;
}

// Of a server that dies again within the free time nothing is saved up.
storage::Event restart_event(const GameLog& log, TimePoint now, TimePoint lived_until) {
  const storage::Event& last = log.events().back();
  Millis thought = log.clock().spent(std::min(std::max(lived_until, log.last_event_at()), now));
  // The server died again within the free time: what was charged then, and the free time, are used up.
  if (last.kind == EventKind::clock && last.detail == kNothingAdded)
    thought = std::max(thought, Millis(last.spent) + kFreeAfterRestart);
  GameClock clock = log.clock();
  // A negative `spent` is time that costs nothing.
  clock.start(*clock.running(), now, thought - kFreeAfterRestart);
  storage::Event event = event_of(log, now, EventKind::clock, clock);
  event.detail = kNothingAdded;
  return event;
}

storage::Event kept_clock_event(const GameLog& log, TimePoint now) {
  storage::Event event = event_of(log, now, EventKind::clock, log.clock());
  event.detail = kNothingAdded;
  return event;
}

storage::Event pause_event(const GameLog& log, TimePoint now, std::optional<Seat> by) {
  GameClock clock = log.clock();
  clock.stop(clock.spent(now));
  storage::Event event = event_of(log, now, EventKind::pause, clock);
  if (by) event.by = word(log.side_of(*by));
  return event;
}

storage::Event resume_event(const GameLog& log, TimePoint now, std::optional<Seat> by) {
  GameClock clock = log.clock();
  // Before both have acted no clock runs, and a pause changes nothing of that.
  if (log.clock_started()) clock.start(log.turn(), now, clock.spent(now));
  storage::Event event = event_of(log, now, EventKind::resume, clock);
  if (by) event.by = word(log.side_of(*by));
  return event;
}

storage::Event end_event(const GameLog& log, TimePoint now, Status status, std::optional<Side> winner,
                         std::string_view reason, std::optional<Seat> by) {
  const std::string_view result = status == Status::aborted ? "" : winner ? word(*winner) : "draw";
  return end_with(log, log.clock(), now, write_detail({word(status), result, reason}), by);
}

storage::Event timeout_event(const GameLog& log, TimePoint now) {
  GameClock clock = log.clock();
  const Side winner = other(*clock.running());
  clock.flag();
  return end_with(log, clock, now, write_detail({word(Status::finished), word(winner), "timeout"}), {});
}

storage::Event rematch_event(const GameLog& log, TimePoint now, Seat by, const std::string& next_game) {
  storage::Event event = event_of(log, now, EventKind::rematch, log.clock());
  event.by = word(log.side_of(by));
  event.detail = next_game;
  return event;
}

}  // namespace server
