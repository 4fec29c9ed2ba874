#include <utility>

#include "engine/core/expected.h"
#include "server/match/decisions.h"
#include "server/match/game_events.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"
#include "server/protocol/words.h"

// Turns: moves and choices of an opening, of people and of bots, and what the rules make of them.
namespace server {
namespace {

using protocol::ErrorCode;
using protocol::not_allowed;
using protocol::Obstacle;

using Refusal = std::optional<protocol::Error>;

bool was_played(const GameLog& log, Seat seat, const MoveRequest& request) {
  const auto ply = static_cast<std::size_t>(request.ply);
  return request.ply >= 0 && request.ply < log.plies() && log.movers()[ply] == seat &&
         log.moves()[ply] == request.move;
}

/// Everything but whether the rules of the game allow this very move.
Refusal refuse_to_move(const GameLog& log, Seat seat, int ply) {
  if (log.over()) return error(ErrorCode::game_over, "The game is over.");
  if (log.status() == Status::waiting) return not_allowed("The game has not begun.");
  if (ply != log.plies()) return error(ErrorCode::stale_ply, "That is not the move to be made now.");
  if (log.paused()) return not_allowed("The game is paused.");
  if (seat != log.seat_to_move()) return error(ErrorCode::not_your_turn, "It is not your turn.");
  if (log.is_choosing()) return because(Obstacle::choose, not_allowed("Choose first."));
  return std::nullopt;
}

/// The clock after the turn that ends now, and what the turn cost.
struct Pressed {
  GameClock clock;
  GameClock::Charge charge;
};
Pressed press_clock(const GameLog& log, std::optional<Millis> spent, Millis round_trip, TimePoint now) {
  Pressed pressed{log.clock(), {}};
  if (pressed.clock.running()) pressed.charge = pressed.clock.press(now, spent, round_trip);
  return pressed;
}

/// A turn that was over before it was made: the game ends instead.
Decision too_late(const GameLog& log, TimePoint now) {
  return {.event = timeout_event(log, now), .refusal = error(ErrorCode::game_over, "The time was over.")};
}

Decision play(const GameLog& log, const std::string& move, std::optional<Millis> spent, Millis round_trip,
              TimePoint now) {
  const auto [clock, charge] = press_clock(log, spent, round_trip, now);
  if (charge.flagged) return too_late(log, now);
  return {.event = move_event(log, now, move, clock, charge)};
}

Decision choose(const GameLog& log, const OpeningChoice& choice, std::optional<Millis> spent,
                Millis round_trip, TimePoint now) {
  const auto [clock, charge] = press_clock(log, spent, round_trip, now);
  if (charge.flagged) return too_late(log, now);
  return {.event = choice_event(log, now, choice, clock, charge)};
}

Refusal bad_offer(std::string message, std::string reason) {
  return error(ErrorCode::illegal_move, std::move(message), std::move(reason));
}

/// As many legal moves as are asked for, as the game writes them, of which no two make the same position.
Refusal refuse_to_offer(const GameLog& log, const std::vector<std::string>& moves) {
  const int wanted = log.opening().to_offer();
  if (std::ssize(moves) != wanted)
    return bad_offer("The number of moves to offer is " + std::to_string(wanted) + ".", "opening");
  for (const std::string& move : moves) {
    const auto read = log.match().read_move(move);
    if (!read) return bad_offer(move + ": " + read.error().message, read.error().code);
    if (*read != move) return bad_offer(move + " is written " + *read + ".", "syntax");
  }
  if (has_symmetric_moves(log.moves(), moves))
    return bad_offer("Two of them are the same by symmetry.", "symmetric");
  return std::nullopt;
}

/// Of the choices that are there. @pre log.opening().allows(choice.kind)
Refusal refuse_choice(const GameLog& log, const OpeningChoice& choice) {
  if (choice.kind == Choice::offer) return refuse_to_offer(log, choice.offered);
  if (log.opening().admits(choice)) return std::nullopt;
  return bad_offer("Declare a number from 1 to " + std::to_string(log.opening().at_most()) + ".", "opening");
}

/// A choice that is always there: moves that differ, as they come. @pre log.is_choosing()
OpeningChoice first_choice(const GameLog& log) {
  const Opening& opening = log.opening();
  if (opening.allows(Choice::keep)) return Choice::keep;
  if (opening.allows(Choice::declare)) return {Choice::declare, {}, 1};
  std::vector<std::string> moves = distinct_moves(log.moves(), log.match().legal_moves());
  moves.resize(static_cast<std::size_t>(opening.to_offer()));
  return {Choice::offer, std::move(moves)};
}

/// What the pool promises is a legal move; a room must not stand still if it is not.
std::string permitted_or_first(const GameLog& log, const std::string& wanted) {
  auto move = log.match().read_move(wanted);
  return move && log.opening().permits(*move) ? *std::move(move) : log.legal_moves().front();
}

}  // namespace

Decision decide_move(const GameLog& log, Seat seat, const MoveRequest& request, TimePoint now) {
  if (was_played(log, seat, request)) return {};
  if (Refusal refusal = refuse_to_move(log, seat, request.ply)) return {.refusal = std::move(refusal)};
  const auto move = log.match().read_move(request.move);
  if (!move) return {.refusal = error(ErrorCode::illegal_move, move.error().message, move.error().code)};
  if (!log.opening().permits(*move))
    return {.refusal = error(ErrorCode::illegal_move, log.opening().where(), "opening")};
  return play(log, *move, request.spent, request.round_trip, now);
}

Decision decide_choice(const GameLog& log, Seat seat, const OpeningChoice& choice, Millis round_trip,
                       TimePoint now) {
  if (log.paused()) return {.refusal = not_allowed("The game is paused.")};
  const bool is_on_turn = seat == log.seat_to_move();
  if (!log.is_choosing() || (is_on_turn && !log.opening().allows(choice.kind)))
    return {.refusal = not_allowed("There is no such choice now.")};
  if (!is_on_turn) return {.refusal = error(ErrorCode::not_your_turn, "It is not for you to choose.")};
  if (Refusal refusal = refuse_choice(log, choice)) return {.refusal = std::move(refusal)};
  return choose(log, choice, {}, round_trip, now);
}

Decision decide_bot_move(const GameLog& log, const std::string& move, Millis thought, TimePoint now) {
  return play(log, permitted_or_first(log, move), thought, kBotRoundTrip, now);
}

Decision decide_bot_choice(const GameLog& log, const OpeningChoice& choice, Millis thought, TimePoint now) {
  const bool is_allowed = log.opening().allows(choice.kind) && !refuse_choice(log, choice);
  return choose(log, is_allowed ? choice : first_choice(log), thought, kBotRoundTrip, now);
}

std::optional<storage::Event> end_by_rules(const GameLog& log, TimePoint now) {
  const bool has_moved = !log.events().empty() && log.events().back().kind == EventKind::move;
  const auto outcome = has_moved ? log.match().outcome() : std::nullopt;
  if (!outcome) return std::nullopt;
  return end_event(log, now, Status::finished, outcome->winner, outcome->reason, log.movers().back());
}

}  // namespace server
