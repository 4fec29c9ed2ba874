#include <algorithm>
#include <utility>

#include "server/match/decisions.h"
#include "server/match/game_events.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"
#include "server/protocol/words.h"

// What may be done besides moving.
namespace server {
namespace {

using protocol::ErrorCode;
using protocol::not_allowed;
using protocol::Obstacle;
using std::chrono::hours;
using std::chrono::seconds;

using Refusal = std::optional<protocol::Error>;

constexpr Millis kGift = seconds(15);  // What addTime gives.
constexpr Millis kRichest = hours(2);  // No more is given beyond this.
constexpr int kMaxEvents = 4000;       // Then moves, ends and one resumption are left: records are bounded.

Decision refuse(protocol::Error error) {
  return {.refusal = std::move(error)};
}
Decision forbid(std::string why) {
  return refuse(not_allowed(std::move(why)));
}
Decision forbid(Obstacle obstacle, std::string why) {
  return refuse(because(obstacle, not_allowed(std::move(why))));
}
protocol::Error game_over() {
  return error(ErrorCode::game_over, "The game is over.");
}
Refusal refuse_more_events(const GameLog& log) {
  if (log.version() <= kMaxEvents) return std::nullopt;
  return error(ErrorCode::rate_limited, "This game has gone on for too long.");
}
/// What ends such a game, or its pause.
bool is_left(ActionKind kind) {
  using enum ActionKind;
  return kind == resume || kind == claim_win || kind == claim_draw;
}

/// An offer that came and went, or was made anew, is not the one that was answered. Who asks for the same as
/// the other agrees, unseen, but for a takeback: that would be another turn's.
bool is_another_offer(const GameLog& log, OfferKind kind, bool on, int seen) {
  const bool agrees_unseen = on && kind != OfferKind::takeback;
  return log.offers().closed_since(kind, seen) || (!agrees_unseen && log.offers().made_since(kind, seen));
}

/// Whether it was meant for another turn. A takeback is of one's own last move, whatever was moved since:
/// that was on its way, or is taken back with it.
bool is_of_another_turn(const GameLog& log, const ActionRequest& request, int seen) {
  const ActionKind kind = request.kind;
  if (kind == ActionKind::takeback) return request.on && log.taken_back_since(seen);
  const bool is_of_a_turn = kind == ActionKind::claim_win || kind == ActionKind::claim_draw ||
                            protocol::from_word<Choice>(protocol::word(kind));
  return is_of_a_turn && log.turned_since(seen);
}

/// What was seen when it was asked for has gone, and it would mean something else now.
Refusal refuse_outdated(const GameLog& log, const ActionRequest& request) {
  if (!request.seen) return std::nullopt;
  const auto offer = protocol::from_word<OfferKind>(protocol::word(request.kind));
  if (offer && is_another_offer(log, *offer, request.on, *request.seen))
    return error(ErrorCode::no_offer, "It is not the offer that you saw.");
  if (is_of_another_turn(log, request, *request.seen))
    return error(ErrorCode::stale_ply, "The game has gone on.");
  return std::nullopt;
}

Decision resign(const GameLog& log, Seat seat, TimePoint now) {
  return {.event = end_event(log, now, Status::finished, log.side_of(other(seat)), "resign", seat)};
}

Decision abort(const GameLog& log, Seat seat, TimePoint now) {
  if (log.clock_started()) return forbid("The game counts; resign instead.");
  return {.event = end_event(log, now, Status::aborted, {}, "no_start", seat)};
}

// ---- offers ----------------------------------------------------------------------------------------------

Decision propose(const GameLog& log, Seat seat, OfferKind kind, TimePoint now) {
  if (log.offers().open(kind, seat)) return {};
  if (!log.offers().may_make(kind, seat))
    return forbid(Obstacle::declined, "It has been declined; play on first.");
  return {.event = offer_event(log, now, seat, kind, true)};
}

/// Declines what the other offered, or withdraws what oneself did.
Decision decline(const GameLog& log, Seat seat, OfferKind kind, TimePoint now) {
  if (!log.offers().by(kind)) return refuse(error(ErrorCode::no_offer, "There is no such offer."));
  return {.event = offer_event(log, now, seat, kind, false)};
}

/// A bot agrees to whatever it is asked, but for draws; a person agrees by asking for the same.
bool other_agrees(const GameLog& log, Seat seat, OfferKind kind) {
  return log.is_bot(other(seat)) || log.offers().open(kind, other(seat));
}

Decision draw(const GameLog& log, Seat seat, const DecisionContext& around, TimePoint now) {
  if (log.is_bot(other(seat)) && !around.bot_agrees_to_draw)
    return forbid(Obstacle::bot, "The bot plays on.");
  if (!other_agrees(log, seat, OfferKind::draw)) return propose(log, seat, OfferKind::draw, now);
  return {.event = end_event(log, now, Status::finished, {}, "agreement", seat)};
}

/// So many that the last move of `seat` is among them, and it is its turn again. None: it has not moved.
int plies_to_take_back(const GameLog& log, Seat seat) {
  const auto& movers = log.movers();
  const auto last = std::find(movers.rbegin(), movers.rend(), seat);
  return last == movers.rend() ? 0 : static_cast<int>(last - movers.rbegin()) + 1;
}

/// No time comes back: what was thought in the turn that is given up is charged, and what the moves gained
/// goes.
Decision take_back(const GameLog& log, Seat seat, Seat taker, int plies, Millis round_trip, TimePoint now) {
  GameClock clock = log.clock();
  GameClock::Charge charge;
  if (log.clock_started())
    charge = clock.give_up(log.turn(), now, seat == log.seat_to_move() ? round_trip : Millis(0));
  if (charge.flagged && log.clock().running())
    return {.event = timeout_event(log, now), .refusal = error(ErrorCode::game_over, "The time was over.")};
  bool is_time_left = !charge.flagged;
  for (int ply = log.plies() - plies; ply < log.plies(); ++ply) {
    const Seat mover = log.movers()[static_cast<std::size_t>(ply)];
    if (log.was_timed(ply)) is_time_left &= clock.lose_increment(log.side_of(mover));
  }
  if (!is_time_left) return forbid("The time that these moves gained is used up.");
  return {.event = takeback_event(log, now, taker, plies, clock, charge)};
}

Decision takeback(const GameLog& log, Seat seat, Millis round_trip, TimePoint now) {
  const bool accepts = log.offers().open(OfferKind::takeback, other(seat));
  const Seat taker = accepts ? other(seat) : seat;
  const int plies = plies_to_take_back(log, taker);
  if (log.header().rated) return forbid(Obstacle::rated, "Not in a rated game.");
  if (plies == 0) return forbid("There is no move to take back.");
  if (!log.opening().may_take_back_to(log.plies() - plies))
    return forbid(Obstacle::chosen, "What was chosen stands.");
  if (!other_agrees(log, seat, OfferKind::takeback)) return propose(log, seat, OfferKind::takeback, now);
  return take_back(log, seat, taker, plies, round_trip, now);
}

Decision rematch(const GameLog& log, Seat seat, bool on, const DecisionContext& around, TimePoint now) {
  if (!on && around.rematch_is_coming) return refuse(error(ErrorCode::no_offer, "It is agreed already."));
  if (!on) return decline(log, seat, OfferKind::rematch, now);
  if (!log.over() || log.is_free(other(seat))) return forbid("The game is not over.");
  if (log.next_game() || around.rematch_is_coming) return forbid("There is a next game already.");
  if (!other_agrees(log, seat, OfferKind::rematch)) return propose(log, seat, OfferKind::rematch, now);
  return {.rematch = true};
}

// ---- time ------------------------------------------------------------------------------------------------

Decision pause(const GameLog& log, Seat seat, TimePoint now) {
  if (log.header().rated) return forbid(Obstacle::rated, "Not in a rated game.");
  if (log.paused()) return forbid("The game is paused.");
  if (!other_agrees(log, seat, OfferKind::pause)) return propose(log, seat, OfferKind::pause, now);
  return {.event = pause_event(log, now, seat)};
}

Decision resume(const GameLog& log, Seat seat, TimePoint now) {
  if (!log.paused()) return forbid("The game is not paused.");
  return {.event = resume_event(log, now, seat)};
}

/// A courtesy to the opponent; against a bot one is courteous to oneself.
Decision add_time(const GameLog& log, Seat seat, TimePoint now) {
  const bool alone = log.is_bot(other(seat));
  if (alone && log.header().rated) return forbid(Obstacle::rated, "Not in a rated game.");
  const Side to = log.side_of(alone ? seat : other(seat));
  if (!log.clock().has_main_time()) return forbid("There is no time to add to.");
  if (log.clock().reading(to).main + kGift > kRichest) return forbid("That is time enough.");
  return {.event = added_time_event(log, now, seat, to, kGift)};
}

Decision claim(const GameLog& log, Seat seat, bool win, const DecisionContext& around, TimePoint now) {
  if (!around.claimable_at || log.seat_to_move() != other(seat)) return forbid("Nobody keeps you waiting.");
  if (now < *around.claimable_at)
    return refuse(protocol::retry_after(*around.claimable_at - now, ErrorCode::not_allowed,
                                        "The other may still come back."));
  const auto winner = win ? std::optional(log.side_of(seat)) : std::nullopt;
  return {.event = end_event(log, now, Status::finished, winner, "abandoned", seat)};
}

/// All that is neither an end nor a turn.
Decision decide_request(const GameLog& log, Seat seat, const ActionRequest& request,
                        const DecisionContext& around, TimePoint now) {
  switch (request.kind) {
    case ActionKind::draw:
      return request.on ? draw(log, seat, around, now) : decline(log, seat, OfferKind::draw, now);
    case ActionKind::takeback:
      return request.on ? takeback(log, seat, request.round_trip, now)
                        : decline(log, seat, OfferKind::takeback, now);
    case ActionKind::pause:
      return request.on ? pause(log, seat, now) : decline(log, seat, OfferKind::pause, now);
    case ActionKind::resume:
      return resume(log, seat, now);
    case ActionKind::add_time:
      return add_time(log, seat, now);
    case ActionKind::claim_win:
      return claim(log, seat, true, around, now);
    case ActionKind::claim_draw:
      return claim(log, seat, false, around, now);
    default:
      return refuse(error(ErrorCode::unsupported, "This server does not know how."));
  }
}

bool is_out_of_reach(const GameLog& log) {
  return log.header().rated && log.clock_started();
}

bool is_of_tournament(const GameLog& log) {
  return !log.header().tournament.empty();
}

Decision not_in_tournament() {
  return forbid(Obstacle::tournament, "Not in a game of a tournament.");
}

/// The round waits for its result, and the next one follows from that.
bool is_against_tournaments(ActionKind kind) {
  using enum ActionKind;
  return kind == abort || kind == takeback || kind == pause || kind == add_time || kind == rematch;
}

}  // namespace

Decision decide_action(const GameLog& log, Seat seat, const ActionRequest& request,
                       const DecisionContext& around, TimePoint now) {
  const ActionKind kind = request.kind;
  if (log.over() && kind != ActionKind::rematch) return refuse(game_over());
  if (Refusal refusal = refuse_outdated(log, request)) return refuse(*std::move(refusal));
  if (is_of_tournament(log) && is_against_tournaments(kind)) return not_in_tournament();
  if (kind == ActionKind::rematch) return rematch(log, seat, request.on, around, now);
  if (kind == ActionKind::abort) return abort(log, seat, now);
  if (!log.playing()) return forbid("The game has not begun.");
  if (kind == ActionKind::resign) return resign(log, seat, now);
  if (Refusal refusal = refuse_more_events(log); refusal && !is_left(kind))
    return refuse(*std::move(refusal));
  if (const auto choice = protocol::from_word<Choice>(protocol::word(kind)))
    return decide_choice(log, seat, {*choice, request.moves, request.count}, request.round_trip, now);
  return decide_request(log, seat, request, around, now);
}

/// Advice would be unfair to another person, and worth too much where ratings are at stake.
Refusal refuse_hint(const GameLog& log, Seat seat) {
  if (log.over()) return game_over();
  if (!log.playing() || log.paused()) return not_allowed("The game is not being played.");
  if (log.header().rated) return because(Obstacle::rated, not_allowed("Not in a rated game."));
  if (!log.is_bot(other(seat))) return not_allowed("Only against a bot.");
  if (seat != log.seat_to_move()) return error(ErrorCode::not_your_turn, "It is not your turn.");
  if (log.legal_moves().empty()) return not_allowed("There is no move to be made now.");
  return std::nullopt;
}

// ---- the host of the room --------------------------------------------------------------------------------

Decision decide_abort_by_host(const GameLog& log, std::string_view reason, TimePoint now) {
  if (log.over()) return refuse(game_over());
  if (is_out_of_reach(log)) return forbid(Obstacle::rated, "A rated game is played to its end.");
  if (is_of_tournament(log)) return not_in_tournament();  // Its result would be that of a game without moves.
  return {.event = end_event(log, now, Status::aborted, {}, reason, {})};
}

Decision decide_pause_by_host(const GameLog& log, TimePoint now) {
  if (log.header().rated) return forbid(Obstacle::rated, "Not in a rated game.");
  if (is_of_tournament(log)) return not_in_tournament();
  if (!log.playing() || log.paused()) return forbid("The game is not running.");
  if (Refusal refusal = refuse_more_events(log)) return refuse(*std::move(refusal));
  return {.event = pause_event(log, now, {})};
}

Decision decide_resume_by_host(const GameLog& log, TimePoint now) {
  if (!log.playing() || !log.paused()) return forbid("The game is not paused.");
  return {.event = resume_event(log, now, {})};
}

storage::Event end_without_start(const GameLog& log, TimePoint now, std::optional<Seat> waiting) {
  return end_event(log, now, Status::aborted, {}, "no_start", waiting);
}

storage::Event end_annulled(const GameLog& log, TimePoint now) {
  return end_event(log, now, Status::aborted, {}, "annulled", {});
}

}  // namespace server
