#include <algorithm>
#include <utility>

#include "server/protocol/words.h"
#include "server/room/room_state.h"

// What players may do besides moving.
namespace server {
namespace {

using protocol::ErrorCode;
using std::chrono::hours;
using std::chrono::seconds;

constexpr Millis kGift = seconds(15);  // What addTime gives.
constexpr Millis kRichest = hours(2);  // Nobody is given more beyond this.
constexpr int kMaxEvents = 4000;       // Then only moves and resignation are left: records are bounded.

protocol::Error game_over() {
  return error(ErrorCode::game_over, "The game is over.");
}

}  // namespace

void RoomState::on(const Acted& acted) {
  const std::optional<Seat> seat = seat_of(acted.asker);
  if (!seat) return refuse(acted.asker, error(ErrorCode::forbidden, "Only players may do that."));
  if (acted.kind == ActionKind::hint) return on_hint_asked(*seat, acted.asker);
  if (Refusal refusal = act(*seat, acted)) return refuse(acted.asker, *std::move(refusal));
  answer_ = Answer{.asker = acted.asker};
}

RoomState::Refusal RoomState::act(Seat seat, const Acted& acted) {
  const ActionKind kind = acted.kind;
  if (kind == ActionKind::rematch) return rematch(seat, acted.on);
  if (log_.over()) return game_over();
  if (kind == ActionKind::abort) return abort(seat);
  if (!log_.playing()) return not_allowed("The game has not begun.");
  if (kind == ActionKind::resign) return resign(seat);
  if (log_.version() > kMaxEvents)
    return error(ErrorCode::rate_limited, "This game has gone on for too long.");
  if (const auto choice = protocol::from_word<Choice>(protocol::word(kind)))
    return choose(seat, *choice, acted.moves, acted.round_trip);
  return bargain(seat, kind, acted.on);
}

/// All that is neither an end nor a turn.
RoomState::Refusal RoomState::bargain(Seat seat, ActionKind kind, bool on) {
  switch (kind) {
    case ActionKind::draw:
      return draw(seat, on);
    case ActionKind::takeback:
      return takeback(seat, on);
    case ActionKind::pause:
      return pause(seat, on);
    case ActionKind::resume:
      return resume(seat);
    case ActionKind::add_time:
      return add_time(seat);
    case ActionKind::claim_win:
      return claim(seat, true);
    case ActionKind::claim_draw:
      return claim(seat, false);
    default:
      return error(ErrorCode::unsupported, "This server does not know how.");
  }
}

RoomState::Refusal RoomState::resign(Seat seat) {
  log_.end(now_, Status::finished, log_.side_of(other(seat)), "resign", seat);
  return {};
}

RoomState::Refusal RoomState::abort(Seat seat) {
  if (log_.clock_started()) return not_allowed("The game counts; resign instead.");
  log_.end(now_, Status::aborted, {}, "no_start", seat);
  return {};
}

// ---- offers ----------------------------------------------------------------------------------------------

RoomState::Refusal RoomState::propose(Seat seat, OfferKind kind) {
  if (log_.offers().open(kind, seat)) return {};
  if (!log_.offers().may_make(kind, seat, log_.plies()))
    return not_allowed("It has been declined; play on first.");
  log_.offer(now_, seat, kind, true);
  return {};
}

/// Declines what the other offered, or withdraws what oneself did.
RoomState::Refusal RoomState::decline(Seat seat, OfferKind kind) {
  if (!log_.offers().by(kind)) return error(ErrorCode::no_offer, "There is no such offer.");
  log_.offer(now_, seat, kind, false);
  return {};
}

RoomState::Refusal RoomState::draw(Seat seat, bool on) {
  if (!on) return decline(seat, OfferKind::draw);
  if (log_.is_bot(other(seat)) && !bot_agrees_to_draw()) return not_allowed("The bot plays on.");
  const bool agreed = log_.is_bot(other(seat)) || log_.offers().open(OfferKind::draw, other(seat));
  if (!agreed) return propose(seat, OfferKind::draw);
  log_.end(now_, Status::finished, {}, "agreement", seat);
  return {};
}

/// So many that the last move of `seat` is among them, and it is its turn again. None: it has not moved.
int RoomState::plies_to_take_back(Seat seat) const {
  const auto& movers = log_.movers();
  const auto last = std::find(movers.rbegin(), movers.rend(), seat);
  return last == movers.rend() ? 0 : static_cast<int>(last - movers.rbegin()) + 1;
}

RoomState::Refusal RoomState::may_take_back(Seat taker) const {
  if (log_.header().rated) return not_allowed("Not in a rated game.");
  const int plies = plies_to_take_back(taker);
  if (plies == 0) return not_allowed("There is no move to take back.");
  if (!log_.opening().may_take_back_to(log_.plies() - plies)) return not_allowed("What was chosen stands.");
  return {};
}

RoomState::Refusal RoomState::takeback(Seat seat, bool on) {
  if (!on) return decline(seat, OfferKind::takeback);
  const bool accepts = log_.offers().open(OfferKind::takeback, other(seat));
  const Seat taker = accepts ? other(seat) : seat;
  if (Refusal refusal = may_take_back(taker)) return refusal;
  if (!accepts && !log_.is_bot(other(seat))) return propose(seat, OfferKind::takeback);
  log_.take_back(now_, taker, plies_to_take_back(taker));
  return {};
}

RoomState::Refusal RoomState::rematch(Seat seat, bool on) {
  if (!on) return decline(seat, OfferKind::rematch);
  if (!log_.over() || log_.is_free(other(seat))) return not_allowed("The game is not over.");
  if (log_.next_game() || rematch_asked_) return not_allowed("There is a next game already.");
  const bool agreed = log_.is_bot(other(seat)) || log_.offers().open(OfferKind::rematch, other(seat));
  if (!agreed) return propose(seat, OfferKind::rematch);
  ask_for_rematch();
  return {};
}

/// Who was second in the beginning is first now: the players change sides and, in an opening, parts. They
/// keep their tokens.
void RoomState::ask_for_rematch() {
  storage::Game next = log_.header();
  next.seats = {log_.holder(Seat::b), log_.holder(Seat::a)};
  next.ending = {};
  next.id.clear();
  next.code.clear();
  rematch_asked_ = true;
  effects_.emplace_back(CreateRematch{std::move(next)});
}

void RoomState::on(const RematchCreated& created) {
  rematch_asked_ = false;
  if (!created.game.empty() && !log_.next_game()) log_.rematch(now_, {}, created.game);
}

// ---- time ------------------------------------------------------------------------------------------------

RoomState::Refusal RoomState::pause(Seat seat, bool on) {
  if (!on) return decline(seat, OfferKind::pause);
  if (log_.header().rated) return not_allowed("Not in a rated game.");
  if (log_.paused()) return not_allowed("The game is paused.");
  const bool agreed = log_.is_bot(other(seat)) || log_.offers().open(OfferKind::pause, other(seat));
  if (!agreed) return propose(seat, OfferKind::pause);
  log_.pause(now_, seat);
  return {};
}

RoomState::Refusal RoomState::resume(Seat seat) {
  if (!log_.paused()) return not_allowed("The game is not paused.");
  log_.resume(now_, seat);
  return {};
}

/// A courtesy to the opponent; against a bot one is courteous to oneself.
RoomState::Refusal RoomState::add_time(Seat seat) {
  const bool alone = log_.is_bot(other(seat));
  if (alone && log_.header().rated) return not_allowed("Not in a rated game.");
  const Side to = log_.side_of(alone ? seat : other(seat));
  if (!log_.clock().has_main_time()) return not_allowed("There is no time to add to.");
  if (log_.clock().reading(to).main + kGift > kRichest) return not_allowed("That is time enough.");
  log_.add_time(now_, seat, to, kGift);
  return {};
}

RoomState::Refusal RoomState::claim(Seat seat, bool win) {
  const Seat absent = other(seat);
  const std::optional<TimePoint> at = claimable_at(absent);
  if (!at || log_.seat_to_move() != absent) return not_allowed("Nobody keeps you waiting.");
  if (now_ < *at) {
    protocol::Error early = not_allowed("The other may still come back.");
    early.retry = *at - now_;
    return early;
  }
  const auto winner = win ? std::optional(log_.side_of(seat)) : std::nullopt;
  log_.end(now_, Status::finished, winner, "abandoned", seat);
  return {};
}

}  // namespace server
