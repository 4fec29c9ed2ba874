#include <algorithm>
#include <cassert>
#include <utility>

#include "server/match/game_events.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"
#include "server/protocol/words.h"
#include "server/room/room_state.h"

// Coming and going, and what a newcomer is told.
namespace server {
namespace {

using protocol::ErrorCode;
using protocol::not_allowed;
using protocol::Obstacle;

/// A client that is further behind is sent the whole game.
// Must be at most kMaxEventsToReplay. A gap of a few seconds has one or two events.
constexpr int kMaxEventsToResend = 32;
/// To tell missed events as they were told, the game is replayed up to them: of a longer one the whole is
/// sent, which costs bytes instead of the network thread's time.
constexpr int kMaxEventsToReplay = 128;

/// A token, or being known already, opens one's own seat; otherwise any that is free.
// In this order: a token may open a seat for another device of the same user, and a user whose token is lost
// still has the seat.
std::optional<Seat> seat_for(const GameLog& log, const Joined& joined) {
  for (const Seat seat : kSeats) {
    if (!joined.token_hash.empty() && log.holder(seat).token_hash == joined.token_hash) return seat;
  }
  for (const Seat seat : kSeats) {
    if (log.holder(seat).user == joined.user.id) return seat;
  }
  for (const Seat seat : kSeats) {
    if (log.is_free(seat) && log.status() == Status::waiting) return seat;
  }
  return std::nullopt;
}

}  // namespace

// Asked by Joins before the join is paid; on(Joined) decides anew.
bool RoomState::would_play(const Joined& joined) const {
  return joined.as_player && seat_for(log_, joined);
}

bool RoomState::would_seat(const Joined& joined) const {
  const std::optional<Seat> seat = joined.as_player ? seat_for(log_, joined) : std::nullopt;
  return seat && log_.is_free(*seat);
}

// A player who is not in the room: what it remembers of their blocks may be older than what they did at
// another server.
std::string RoomState::unknown_opponent_of(const Joined& joined) const {
  const std::optional<Seat> seat = joined.as_player ? seat_for(log_, joined) : std::nullopt;
  if (!seat || !log_.is_free(*seat) || !presence_.absence(other(*seat))) return {};
  return log_.holder(other(*seat)).user;
}

void RoomState::on(const Joined& joined) {
  if (log_.header().order.put_out.contains(joined.user.id) && !joined.in_all_rooms)
    // `in_all_rooms`: the host of the server cannot be kept out by the host of one room.
    return turn_away(joined.reply_to, because(Obstacle::removed, error(ErrorCode::forbidden,
                                                                       "You were removed from this room.")));
  const std::optional<Seat> seat = joined.as_player ? seat_for(log_, joined) : std::nullopt;
  if (joined.as_player && !seat)
    return turn_away(joined.reply_to, error(ErrorCode::full, "Both seats are taken."));
  const bool sits_down = seat && log_.is_free(*seat);
  // Before anything is changed: a refused join leaves no trace.
  if (sits_down && log_.header().rated && joined.user.guest)
    return turn_away(joined.reply_to,
                     because(Obstacle::account, not_allowed("This game is rated: log in to play it.")));
  // The opponent is there: a rated game is begun by a player.
  if (sits_down && log_.header().rated && joined.user.program != log_.holder(other(*seat)).program)
    return turn_away(
        joined.reply_to,
        because(Obstacle::program, not_allowed("A person and a program play games that are not rated.")));

  if (auto why = sits_down ? refuse_to_sit_down(joined, other(*seat)) : std::nullopt)
    return turn_away(joined.reply_to, *std::move(why));

  const std::optional<Seat> had = seat_of(joined.reply_to);
  // Whatever the user's name is by now.
  // In the room a player keeps the name under which the game was begun and is on record.
  protocol::User user = joined.user;
  if (seat && !sits_down) user.name = log_.holder(*seat).name;
  const bool returned =
      // Also for a join of a viewer that is here already, whose role may change.
      presence_.enter(joined.reply_to.viewer, {std::move(user), seat, joined.keeps_order, joined.blocked},
                      now_);
  if (sits_down) sit_down(*seat, joined);
  if (had && !presence_.online(*had)) forgo_rematch(*had);
  if (seat) log_.clock().note_round_trip(log_.side_of(*seat), joined.round_trip);
  // The others were told that the seat was gone.
  if (returned) {
    effects_.emplace_back(Broadcast{
        .message = protocol::Gone{.game_id = log_.header().id, .side = log_.side_of(*seat), .gone = false},
        .except = {joined.reply_to.viewer}});
  }
  // Told with others, once a second at most.
  presence_throttle_.changed(now_);
  retired_ = stays_for_chat_ = false;
  // The ticket lives until this is answered: if the seat was taken, the game is among the unfinished by then.
  answer_ = Answer{.give = &RoomState::welcome,
                   .reply_to = joined.reply_to,
                   .since = joined.since,
                   .ticket = joined.ticket};
}

std::optional<protocol::Error> RoomState::refuse_to_sit_down(const Joined& joined, Seat with) const {
  if (!joined.blocked_by.empty() && joined.blocked_by == log_.holder(with).user)
    return because(Obstacle::blocked, error(ErrorCode::forbidden, "This player does not want it."));
  return refuse_to_play(joined.user.id, joined.blocked, with);
}

/// Why two do not play: one of them blocks the other, as far as is known here.
std::optional<protocol::Error> RoomState::refuse_to_play(const std::string& user,
                                                         const SharedBlocked& blocked, Seat with) const {
  if (is_blocked(blocked, log_.holder(with).user))
    return because(Obstacle::blocking, not_allowed("You block this player."));
  if (is_blocked(presence_.blocked_by(with), user))
    return because(Obstacle::blocked, error(ErrorCode::forbidden, "This player does not want it."));
  return std::nullopt;
}

/// One who is here already, in another role, stays.
// A page may ask for a seat while it watches; the refusal does not cost it its place.
void RoomState::turn_away(const ReplyTo& reply_to, protocol::Error why) {
  refuse(reply_to, std::move(why));
  if (!presence_.find(reply_to.viewer)) effects_.emplace_back(TurnedAway{reply_to.viewer});
}

void RoomState::sit_down(Seat seat, const Joined& joined) {
  storage::Seat holder;
  holder.name = joined.user.name;
  holder.user = joined.user.id;
  if (joined.rating) holder.rating = joined.rating->value;
  if (joined.rating) holder.provisional = joined.rating->provisional;
  holder.program = joined.user.program;
  log_.sit_down(log_.side_of(seat), std::move(holder));
  // The second player makes the game begin, in the same commit.
  if (!log_.is_free(other(seat))) follow(start_event(log_, now_));
}

// After a kick or a refused join there is nothing to leave.
void RoomState::on(const Left& left) {
  if (!presence_.find(left.reply_to.viewer)) return;
  const std::optional<Seat> seat = seat_of(left.reply_to);
  presence_.leave(left.reply_to.viewer, left.how != Leaving::lost, now_);
  presence_throttle_.changed(now_);
  // One whose page is loaded anew comes back.
  if (left.how == Leaving::said && seat && !presence_.online(*seat)) forgo_rematch(*seat);
}

/// The player of `seat` goes elsewhere, and would not see it begin: withdraws the offer, or declines it.
// What is agreed stands.
void RoomState::forgo_rematch(Seat seat) {
  if (rematch_ || !log_.offers().by(OfferKind::rematch)) return;
  follow(offer_event(log_, now_, seat, OfferKind::rematch, false));
}

/// The snapshot and all later events reach a newcomer in one line of messages: it became a viewer in the same
/// step, so nothing can fall between.
// `since` that is too far back, or unknown, brings a snapshot instead: to be sure is worth the bytes.
void RoomState::tell_newcomer(const Answer& answer) {
  const std::optional<Seat> seat = seat_of(answer.reply_to);
  const std::optional<int> missed = answer.since ? missed_since(*answer.since) : std::nullopt;
  if (!missed) return send(answer.reply_to, full(presence_.find(answer.reply_to.viewer), now_));

  protocol::Ack ack = this->ack();
  ack.version = log_.version();
  send(answer.reply_to, std::move(ack));
  // The state that each event shows is of its own moment; legal moves and deadlines are told for the last one
  // only, as they were.
  std::vector<protocol::GameEvent> missing = last_events(*missed);
  if (!missing.empty() && seat == log_.seat_to_move()) missing.back().state.legal = log_.legal_moves();
  if (!missing.empty()) tell_deadlines(missing.back().state, now_);
  // Clocks at the present: the page may have lost many seconds.
  if (!missing.empty()) missing.back().state.clock = log_.clock().face(now_);
  for (protocol::GameEvent& event : missing) send({answer.reply_to.viewer, {}}, std::move(event));
}

// A version beyond ours brings a snapshot, as one that is too far back does.
std::optional<int> RoomState::missed_since(int version) const {
  const int missed = log_.version() - version;
  if (missed == 0) return missed;
  const bool is_near = missed > 0 && missed <= kMaxEventsToResend && log_.version() <= kMaxEventsToReplay;
  return is_near ? std::optional(missed) : std::nullopt;
}

/// As they were told at the time. Many may ask after an interruption, each for another part: the game is
/// replayed for the first of them, and all that a join may ask for is kept.
// Memory of at most kMaxEventsToResend events, freed by the next event.
std::vector<protocol::GameEvent> RoomState::last_events(int missed) {
  const bool kept = !retold_.empty() && retold_.back().version == log_.version();
  if (!kept && missed > 0) retold_ = replay_since(std::max(0, log_.version() - kMaxEventsToResend));
  return {retold_.end() - missed, retold_.end()};
}

/// Each with the state of its own moment. Those of one step, a move and the end that it brought, show the
/// state after the step.
// `then` has no viewers; who is online is told as it is now.
std::vector<protocol::GameEvent> RoomState::replay_since(int version) const {
  std::vector<protocol::GameEvent> told;
  auto then = GameLog::replay(log_.game(), {log_.header(), log_.events()}, version);
  // Ratings came with a commit, not with an event.
  assert(then);
  if (log_.ratings()) then->note_ratings(*log_.ratings());
  const auto step = [&then](const storage::Event& event) {
    [[maybe_unused]] const bool fits = then->follow(event);
    assert(fits);
  };
  // A step is one event, or a move and the end that follows from it by the rules.
  for (auto first = log_.events().begin() + version; first != log_.events().end();) {
    auto last = first;
    step(*last++);
    if (last != log_.events().end() && end_by_rules(*then, now_)) step(*last++);
    for (; first != last; ++first) {
      told.push_back(then->describe(*first, TimePoint(Millis(first->at))));
      if (seats_players(*first)) told.back().players = players_of(*then, presence_);
    }
  }
  return told;
}

/// Who was said to be gone before the newcomer came, or while its connection was lost, and how long the
/// absence still has to last.
// Asked of the deadlines, as the opponent is: only what can be claimed was announced.
void RoomState::tell_absences(ViewerId newcomer) {
  for (const Seat absent : kSeats) {
    const bool is_told = deadlines().claim_from(absent) && presence_.absence(absent)->announced;
    if (is_told) send({newcomer, {}}, absence_of(absent));
  }
}

/// What was reported before the newcomer came, or while its connection was lost.
void RoomState::tell_reports(ViewerId newcomer) {
  const Viewer* const viewer = presence_.find(newcomer);
  if (!viewer) return;
  for (protocol::ChatLine& line : chat_.reported_lines(*viewer))
    send({newcomer, {}}, protocol::Reported{std::move(line)});
}

}  // namespace server
