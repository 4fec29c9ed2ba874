#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/core/types.h"
#include "server/protocol/messages.h"
#include "server/protocol/words.h"

namespace server {

using engine::Side;

/// How fast a game is, by its estimated length for one player: main time, 40 increments, 25 times the
/// byo-yomi. Bounds of lichess.org: 30 s, 3 min, 8 min, 25 min, 6 h.
enum class Speed { ultra_bullet, bullet, blitz, rapid, classical, correspondence };

Speed speed_of(const TimeControl& time);
/// The word of the speed under which such a game is rated: ultra-bullet is played too little to stand alone.
std::string rated_speed(const TimeControl& time);

}  // namespace server

template <>
struct server::protocol::Words<server::Speed> {
  static constexpr auto list = std::to_array<std::string_view>(
      {"ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"});
};

namespace server {

/// Time that one player gets back for the moves' way over the network. A quota, refilled with every
/// move, keeps the sum small against the game; the figures are those that lichess.org publishes in
/// scalachess.
class LagQuota {
 public:
  explicit LagQuota(const TimeControl& time);

  Millis left() const { return left_; }
  /// Gives `lag` back as far as the quota goes, and refills it for the next move.
  Millis use(Millis lag);

 private:
  Millis gain_;
  Millis left_;
  Millis most_;
};

/// The clocks of a game: a pure value. It has no time of its own; every question names its `now`.
///
/// A turn may be interrupted (pause, restart of the server): what was used of it before counts as `spent`.
/// Time is charged when the turn ends, so that the reading at its start and the time used since always tell
/// the whole story: that is also what clients are told.
class GameClock {
 public:
  /// What one move cost.
  struct Charge {
    Millis spent{0};       ///< Taken from the clock.
    Millis lag{0};         ///< Given back for the network.
    bool flagged = false;  ///< It came too late: the time of this turn was over.
  };
  /// Time left at the start of a turn.
  struct Reading {
    Millis main{0};
    int periods = 0;  ///< Byo-yomi periods left, the running one included.
    bool operator==(const Reading&) const = default;
  };

  explicit GameClock(const TimeControl& time);

  bool unlimited() const { return time_.unlimited(); }
  /// Whether there is a time for the whole game, rather than the same for every move.
  bool has_main_time() const;
  std::optional<Side> running() const { return running_; }
  const Reading& reading(Side side) const { return readings_[engine::index(side)]; }
  void restore(Side side, Reading reading) { readings_[engine::index(side)] = reading; }

  /// `side` is to think from `now` on. Part of the turn may have been used before; a negative `spent` is time
  /// that costs nothing.
  void start(Side side, TimePoint now, Millis spent = Millis(0));
  /// No clock runs; `spent` of the turn has been used.
  void stop(Millis spent);
  /// The thinking time of this turn, not charged yet.
  Millis spent(TimePoint now) const;

  /// The running side moved at `now`: charges the turn, gives the increment, stops. When the turn was over
  /// already nothing is charged nor given. `claimed` is the thinking time that the client measured, if it
  /// did; what is given back never exceeds `round_trip`, which the server measured. @pre running()
  Charge press(TimePoint now, std::optional<Millis> claimed, Millis round_trip);
  /// The turn of `side`, running or interrupted, ends at `now` without a move: charged as press() does, but
  /// without increment.
  Charge give_up(Side side, TimePoint now, Millis round_trip);
  /// A move of `side` is taken back, and what it gained with it. False: `side` would have no time left.
  [[nodiscard]] bool lose_increment(Side side);

  /// The turn of `side` that has ended gave it so much back for the network: for a clock that is not pressed
  /// but restored.
  void note_lag(Side side, Millis lag) { quotas_[engine::index(side)].use(lag); }

  /// For the running side's flag: the latest measured round trip to its player, by which a move may still be
  /// on its way.
  void note_round_trip(Side side, Millis round_trip);
  /// When the running side will have lost on time, even if its network is given all that may be given.
  std::optional<TimePoint> flag_at() const;

  /// The persons behind the sides change places, and the times go along.
  void exchange();

  /// The running side has lost on time: stops, with nothing left. @pre running()
  void flag();

  /// `spent` of a turn of `side` that is not over: periods that it has overrun stay lost.
  void add(Side side, Millis time, Millis spent);

  /// As the protocol shows it at `now`; none when unlimited.
  std::optional<protocol::ClockFace> face(TimePoint now) const;

 private:
  Millis budget(Side side) const;
  Charge end_turn(Side side, TimePoint now, std::optional<Millis> claimed, Millis round_trip);
  void charge(Side side, Millis time);
  int overrun_periods(Side side, Millis time) const;

  TimeControl time_;
  std::array<Reading, 2> readings_;
  std::array<LagQuota, 2> quotas_;
  std::array<Millis, 2> round_trips_{};
  std::optional<Side> running_;
  TimePoint since_{};
  Millis spent_before_{0};
};

}  // namespace server
