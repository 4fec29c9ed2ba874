#include <algorithm>
#include <array>
#include <utility>

#include "server/room/room_state.h"

// What happens when nobody does anything. One timer serves all: whenever it fires, everything that has become
// due is done, and the next deadline follows from the state that this leaves.
namespace server {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

/// For a first move, by Speed; lichess.org's.
constexpr std::array<Millis, 6> kFirstMoveLimit = {seconds(15), seconds(20), seconds(25),
                                                   seconds(30), seconds(35), seconds(35)};
/// The same within an opening, where a stone or a choice takes thought.
constexpr Millis kFirstStepLimit = minutes(1);
/// A game against a bot waits so long for a person who is not there, so that it cannot stay for ever.
constexpr Millis kFirstMoveLimitAlone = minutes(5);
/// An absent player may lose by it, by Speed; correspondence players never do.
constexpr std::array<Millis, 5> kClaimAfterDrop = {seconds(30), seconds(30), seconds(40), seconds(80),
                                                   seconds(120)};
constexpr Millis kClaimAfterLeaving = seconds(10);  // The page was closed.
constexpr Millis kTellGoneAfter = seconds(5);       // A page that is reloaded is back sooner.
constexpr Millis kCrowdInterval = seconds(1);
constexpr Millis kRetireAfter = seconds(60);  // Of an empty room whose game is over.
constexpr Millis kRetireUnfinishedAfter = minutes(10);

std::optional<TimePoint> earlier(std::optional<TimePoint> a, std::optional<TimePoint> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace

void RoomState::on(const TimerFired&) {
  timer_.reset();
  if (log_.playing() && due(log_.clock().flag_at())) return log_.flag(now_);
  if (due(expires_at())) return log_.end(now_, Status::aborted, {}, "no_start", {});
  for (const Seat seat : kSeats) {
    if (due(announce_gone_at(seat))) announce_gone(seat);
  }
  if (due(crowd_due_)) announce_crowd();
  if (due(retire_at())) {
    retired_ = true;
    effects_.emplace_back(Retire{});
  }
}

std::optional<TimePoint> RoomState::next_deadline() const {
  std::optional<TimePoint> next = earlier(log_.clock().flag_at(), expires_at());
  for (const Seat seat : kSeats) next = earlier(next, announce_gone_at(seat));
  return earlier(earlier(next, crowd_due_), earlier(retire_at(), bot_rests_until_));
}

/// Neither unlimited nor by correspondence: somebody may be waiting.
bool RoomState::timed() const {
  return speed_of(to_time_control(log_.header().time)) != Speed::correspondence;
}

/// When a game that nobody takes up is aborted.
std::optional<TimePoint> RoomState::expires_at() const {
  if (log_.over() || log_.paused() || log_.clock_started()) return std::nullopt;
  if (log_.status() == Status::waiting) {
    const auto empty = presence_.empty_since();
    return empty ? std::optional(*empty + kRetireUnfinishedAfter) : std::nullopt;
  }
  const Seat seat = log_.seat_to_move();
  if (log_.is_bot(seat)) return std::nullopt;
  if (has_bot()) {
    const auto& absence = presence_.absence(seat);
    return absence ? std::optional(absence->since + kFirstMoveLimitAlone) : std::nullopt;
  }
  if (!timed()) return std::nullopt;
  if (!log_.opening().done()) return turn_since_ + kFirstStepLimit;
  const auto speed = static_cast<std::size_t>(speed_of(to_time_control(log_.header().time)));
  return turn_since_ + kFirstMoveLimit[speed];
}

/// As players are told: only where somebody waits for a first move.
std::optional<Millis> RoomState::expires_in(TimePoint now) const {
  const auto at = expires_at();
  if (!at || !log_.playing() || has_bot()) return std::nullopt;
  return std::max(*at - now, Millis(0));
}

/// When the other may claim the game from `absent`.
std::optional<TimePoint> RoomState::claimable_at(Seat absent) const {
  const auto& absence = presence_.absence(absent);
  const bool contested = log_.playing() && log_.clock_started() && !log_.paused() && timed() && !has_bot();
  if (!absence || !contested) return std::nullopt;
  if (absence->on_purpose) return absence->since + kClaimAfterLeaving;
  return absence->since +
         kClaimAfterDrop[static_cast<std::size_t>(speed_of(to_time_control(log_.header().time)))];
}

std::optional<TimePoint> RoomState::announce_gone_at(Seat absent) const {
  if (!claimable_at(absent) || presence_.absence(absent)->announced) return std::nullopt;
  return presence_.absence(absent)->since + kTellGoneAfter;
}

void RoomState::announce_gone(Seat seat) {
  presence_.announce(seat);
  effects_.emplace_back(
      Broadcast{protocol::Gone{.game_id = log_.header().id,
                               .side = log_.side_of(seat),
                               .gone = true,
                               .claim_in = std::max(*claimable_at(seat) - now_, Millis(0))}});
}

/// An empty room is given up when its game is over, or when no clock of it runs: it can be loaded again.
std::optional<TimePoint> RoomState::retire_at() const {
  const auto empty = presence_.empty_since();
  if (!empty || retired_) return std::nullopt;
  if (log_.over()) return std::max(*empty, log_.last_event_at()) + kRetireAfter;
  const bool idle = log_.playing() && !thinking_ && !log_.clock().flag_at() && !expires_at();
  return idle ? std::optional(*empty + kRetireUnfinishedAfter) : std::nullopt;
}

void RoomState::presence_changed() {
  if (!crowd_due_) crowd_due_ = std::max(now_, crowd_told_ + kCrowdInterval);
}

void RoomState::announce_crowd() {
  crowd_due_.reset();
  crowd_told_ = now_;
  const protocol::LobbyGame summary = this->summary();
  effects_.emplace_back(
      Broadcast{protocol::Crowd{.game_id = summary.game_id,
                                .online = {summary.players[0].online, summary.players[1].online},
                                .spectators = summary.spectators,
                                .names = presence_.spectator_names()}});
  effects_.emplace_back(Changed{});
}

}  // namespace server
