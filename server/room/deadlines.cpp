#include "server/room/deadlines.h"

#include <algorithm>

#include "server/match/lapse.h"
#include "server/tournament/rules.h"

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
// A fast game waits less. Correspondence has no entry: there the clock alone decides.
constexpr std::array<Millis, 5> kClaimAfterDrop = {seconds(30), seconds(30), seconds(40), seconds(80),
                                                   seconds(120)};
// Closing the page is deliberate, so less time is given than for a dropped connection: one part of so many.
constexpr int kLeavingIsShorter = 3;
constexpr Millis kTellGoneAfter = seconds(5);  // A page that is reloaded is back sooner.
constexpr Millis kRetireAfter = seconds(60);   // Of an empty room whose game is over.
constexpr Millis kRetireUnfinishedAfter = minutes(10);

std::size_t speed_index(const GameLog& log) {
  return static_cast<std::size_t>(speed_of(to_time_control(log.header().time)));
}

}  // namespace

std::array<Deadline, 8> Deadlines::all() const {
  return {{{Due::flag, rested(log_.clock().flag_at())},
           {Due::first_move, rested(first_move())},
           {Due::tell_a_is_gone, tell_is_gone(Seat::a)},
           {Due::tell_b_is_gone, tell_is_gone(Seat::b)},
           {Due::tell_crowd, moments_.crowd},
           {Due::retire, retire()},
           {Due::rested, moments_.rests_until},
           {Due::bots_paused, moments_.bots_pause_until}}};
}

/// Not before the room has rested.
// Only deadlines that write to the disk wait for the rest after a failure; telling needs no commit.
std::optional<TimePoint> Deadlines::rested(std::optional<TimePoint> at) const {
  return at && moments_.rests_until ? std::max(at, moments_.rests_until) : at;
}

std::optional<TimePoint> Deadlines::next() const {
  std::optional<TimePoint> next;
  for (const Deadline& deadline : all()) {
    if (deadline.at && (!next || *deadline.at < *next)) next = deadline.at;
  }
  return next;
}

/// Neither unlimited nor by correspondence: a player may be waiting.
bool Deadlines::is_timed() const {
  return speed_index(log_) != static_cast<std::size_t>(Speed::correspondence);
}

/// Without the one player that it has: who only looks on keeps no game open. A room without any waits
/// for one.
std::optional<TimePoint> Deadlines::waits_since() const {
  for (const Seat seat : kSeats) {
    if (log_.is_free(seat)) continue;
    const auto& absence = presence_.absence(seat);
    return absence ? std::optional(absence->since) : std::nullopt;
  }
  // Both seats are free: the ready room of --lan waits for its first visitor.
  return presence_.empty_since();
}

std::optional<TimePoint> Deadlines::first_move() const {
  if (log_.over() || log_.paused() || log_.clock_started()) return std::nullopt;
  if (log_.status() == Status::waiting) {
    const auto since = waits_since();
    return since ? std::optional(*since + kRetireUnfinishedAfter) : std::nullopt;
  }
  const Seat seat = log_.seat_to_move();
  // The bot moves by itself; no one is waited for.
  if (log_.is_bot(seat)) return std::nullopt;
  if (has_bot()) {
    const auto& absence = presence_.absence(seat);
    return absence ? std::optional(absence->since + kFirstMoveLimitAlone) : std::nullopt;
  }
  if (!log_.header().tournament.empty())
    // A quarter of the main time, from one to five minutes.
    return moments_.turn_since + (log_.is_host_of_simul(seat)
                                      ? tournament::kFirstMoveOfHost
                                      : tournament::no_show_after(Millis(log_.header().time.initial)));
  if (!is_timed()) return std::nullopt;
  if (!log_.opening().done()) return moments_.turn_since + kFirstStepLimit;
  return moments_.turn_since + kFirstMoveLimit[speed_index(log_)];
}

std::optional<Millis> Deadlines::first_move_in(TimePoint now) const {
  // A bot's first move comes by itself, so there is nothing to warn of.
  const auto at = first_move();
  if (!at || !log_.playing() || has_bot()) return std::nullopt;
  // Not before the turn was public: the wait is the server's own until then.
  return std::max(*at - std::max(now, moments_.turn_since), Millis(0));
}

std::optional<TimePoint> Deadlines::claim_from(Seat absent) const {
  const auto& absence = presence_.absence(absent);
  const bool contested = log_.playing() && log_.clock_started() && !log_.paused() && is_timed() && !has_bot();
  // Before both have moved, a game is not contested: it is aborted, not won. The clock alone decides against
  // the host of a simul, who is at another board.
  if (!absence || !contested || log_.is_host_of_simul(absent)) return std::nullopt;
  const Millis dropped = kClaimAfterDrop[speed_index(log_)];
  return absence->since + (absence->on_purpose ? dropped / kLeavingIsShorter : dropped);
}

std::optional<TimePoint> Deadlines::tell_is_gone(Seat absent) const {
  // Not twice: announced stays until the player comes back.
  if (!claim_from(absent) || presence_.absence(absent)->announced) return std::nullopt;
  return presence_.absence(absent)->since + kTellGoneAfter;
}

/// Whether or not it thinks: bots among themselves make pauses.
bool Deadlines::is_bots_turn() const {
  return log_.playing() && !log_.paused() && log_.is_bot(log_.seat_to_move());
}

// While something is due the room must not leave the memory, or it would be lost.
bool Deadlines::gives_way() const {
  if (!moments_.retires || log_.over()) return moments_.retires;
  return log_.playing() && !is_bots_turn() && !awaits_flag() && !first_move();
}

bool Deadlines::is_at_rest(TimePoint now) const {
  const auto flag = flag_of_days(log_);
  return gives_way() && (!flag || now < *flag - kInMemoryBeforeFlag);
}

// Of days: LapseSweep finds the game, before its flag falls or after it.
bool Deadlines::awaits_flag() const {
  return log_.clock().flag_at() && !(flag_of_days(log_) && moments_.is_due_on_record);
}

/// An empty room that is at rest. A join loads it again, without what was said.
std::optional<TimePoint> Deadlines::retire() const {
  const auto empty = presence_.empty_since();
  if (!empty || (moments_.stays_for_chat && !log_.over())) return std::nullopt;
  const TimePoint at =
      log_.over() ? std::max(*empty, log_.last_event_at()) + kRetireAfter : *empty + kRetireUnfinishedAfter;
  return is_at_rest(at) ? std::optional(at) : std::nullopt;
}

}  // namespace server
