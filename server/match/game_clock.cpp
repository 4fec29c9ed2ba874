#include "server/match/game_clock.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace server {
namespace {

using engine::index;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr Millis kNone{0};
constexpr int kMovesOfAGame = 40;           // What an increment is reckoned with.
constexpr int kMovesInByoyomi = 25;         // The same for a byo-yomi period, as lishogi.org reckons.
constexpr Millis kLeastStart = seconds(3);  // Of a game whose main time is nothing but its increments.

Millis estimated_length(const TimeControl& time) {
  Millis length =
      time.initial + kMovesOfAGame * time.increment + kMovesInByoyomi * time.periods * time.byoyomi;
  if (length == kNone) length = kMovesOfAGame * time.per_move;
  return length;
}

Millis days_of(const TimeControl& time) {
  return time.days * hours(24);
}

GameClock::Reading at_start(const TimeControl& time) {
  if (time.days > 0) return {.main = days_of(time), .periods = 0};
  Millis main = time.initial;
  if (main == kNone && time.increment > kNone) main = std::max(time.increment, Millis(kLeastStart));
  // The per-move limit alone: every turn starts with all of it.
  if (main == kNone && time.periods == 0) main = time.per_move;
  return {.main = main, .periods = time.periods};
}

}  // namespace

Speed speed_of(const TimeControl& time) {
  if (time.unlimited() || time.days > 0) return Speed::correspondence;
  const Millis length = estimated_length(time);
  if (length < seconds(30)) return Speed::ultra_bullet;
  if (length < minutes(3)) return Speed::bullet;
  if (length < minutes(8)) return Speed::blitz;
  if (length < minutes(25)) return Speed::rapid;
  if (length < hours(6)) return Speed::classical;
  return Speed::correspondence;
}

std::string rated_speed(const TimeControl& time) {
  return std::string(protocol::word(std::max(speed_of(time), Speed::bullet)));
}

// Gain per move: 4 ms for every second of the game and 150 ms, at most 1 s. Three of them to begin with, and
// never more than seven.
LagQuota::LagQuota(const TimeControl& time)
    : gain_(std::min(Millis(seconds(1)), estimated_length(time) / 250 + Millis(150))),
      left_(3 * gain_),
      most_(7 * gain_) {}

Millis LagQuota::use(Millis lag) {
  const Millis given = std::clamp(lag, kNone, left_);
  left_ = std::min(left_ + gain_ - given, most_);
  return given;
}

GameClock::GameClock(const TimeControl& time)
    : time_(time), readings_{at_start(time), at_start(time)}, quotas_{LagQuota(time), LagQuota(time)} {}

void GameClock::start(Side side, TimePoint now, Millis spent) {
  running_ = side;
  since_ = now;
  spent_before_ = spent;
}

void GameClock::stop(Millis spent) {
  spent_before_ = spent;
  running_.reset();
}

Millis GameClock::spent(TimePoint now) const {
  return spent_before_ + (running_ ? std::max(now - since_, kNone) : kNone);
}

GameClock::Charge GameClock::press(TimePoint now, std::optional<Millis> claimed, Millis round_trip) {
  assert(running_);
  const Side side = *running_;
  const Charge charge = end_turn(side, now, claimed, round_trip);
  if (!charge.flagged && has_main_time()) readings_[index(side)].main += time_.increment;
  return charge;
}

GameClock::Charge GameClock::give_up(Side side, TimePoint now, Millis round_trip) {
  return end_turn(side, now, {}, round_trip);
}

bool GameClock::lose_increment(Side side) {
  if (!has_main_time()) return true;
  Reading& left = readings_[index(side)];
  if (left.main < time_.increment) return false;  // It was thought with; no period pays for it.
  left.main -= time_.increment;
  return left.main > kNone || left.periods > 0;
}

GameClock::Charge GameClock::end_turn(Side side, TimePoint now, std::optional<Millis> claimed,
                                      Millis round_trip) {
  const Millis elapsed = std::max(spent(now), kNone);
  const Millis believed = claimed ? std::clamp(elapsed - *claimed, kNone, round_trip) : round_trip;
  const Millis lag = quotas_[index(side)].use(std::min(believed, elapsed));

  Charge charge{.spent = elapsed - lag, .lag = lag};
  charge.flagged = !unlimited() && charge.spent >= budget(side);
  if (!charge.flagged) this->charge(side, charge.spent);
  running_.reset();
  spent_before_ = kNone;
  return charge;
}

void GameClock::note_round_trip(Side side, Millis round_trip) {
  round_trips_[index(side)] = round_trip;
}

std::optional<TimePoint> GameClock::flag_at() const {
  if (!running_ || unlimited()) return std::nullopt;
  const std::size_t i = index(*running_);
  return since_ + budget(*running_) - spent_before_ + std::min(round_trips_[i], quotas_[i].left());
}

void GameClock::exchange() {
  std::swap(readings_[0], readings_[1]);
  std::swap(quotas_[0], quotas_[1]);
  std::swap(round_trips_[0], round_trips_[1]);
  if (running_) running_ = other(*running_);
}

void GameClock::flag() {
  assert(running_);
  readings_[index(*running_)] = {};
  running_.reset();
  spent_before_ = kNone;
}

// What the turn has overrun is main time from now on, so that nothing of it is a period given back.
void GameClock::add(Side side, Millis time, Millis spent) {
  if (!has_main_time()) return;
  Reading& left = readings_[index(side)];
  const int lost = std::min(overrun_periods(side, spent), left.periods);
  left.periods -= lost;
  left.main += lost * time_.byoyomi + time;
}

std::optional<protocol::ClockFace> GameClock::face(TimePoint now) const {
  if (unlimited()) return std::nullopt;
  protocol::ClockFace face;
  for (const Side side : {Side::first, Side::second}) {
    face.main[index(side)] = reading(side).main;
    face.periods[index(side)] = reading(side).periods;
  }
  face.running = running_;
  face.at = running_ ? std::max(now, since_) : now;  // Asked for while the turn was being written down.
  face.spent = spent(now);
  return face;
}

bool GameClock::has_main_time() const {
  return time_.initial > kNone || time_.increment > kNone || time_.byoyomi > kNone;
}

/// How long this turn of `side` may last.
Millis GameClock::budget(Side side) const {
  const Reading& left = reading(side);
  const Millis whole = left.main + left.periods * time_.byoyomi;
  return time_.per_move > kNone ? std::min(whole, time_.per_move) : whole;
}

// Byo-yomi: once the main time is gone, a move made within the running period gives the whole period back;
// every period that is overrun completely is lost for good.
void GameClock::charge(Side side, Millis time) {
  if (!has_main_time()) return;
  Reading& left = readings_[index(side)];
  left.periods -= overrun_periods(side, time);
  left.main = std::max(left.main - time, kNone);
}

int GameClock::overrun_periods(Side side, Millis time) const {
  const Millis beyond = time - reading(side).main;
  return time_.byoyomi > kNone && beyond > kNone ? static_cast<int>(beyond / time_.byoyomi) : 0;
}

}  // namespace server
