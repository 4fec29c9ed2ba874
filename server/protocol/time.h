#pragma once

#include <algorithm>
#include <chrono>
#include <compare>

namespace server {

using Millis = std::chrono::milliseconds;

/// A moment of the server's one clock, in wall-clock milliseconds as they go over the wire. It never runs
/// backwards while the program runs: see server_now().
using TimePoint = std::chrono::sys_time<Millis>;

/// What two clocks showed at one moment, to a tenth of a millisecond or so.
template <class Wall, class Steady>
struct ClockReading {
  typename Wall::time_point wall;
  typename Steady::time_point steady;

  /// Reads again where the thread was put aside between the two; on a machine where it always is, not for
  /// ever.
  static ClockReading now() {
    constexpr int kMostTries = 100;
    ClockReading best;
    auto least = Steady::duration::max();
    for (int i = 0; i < kMostTries && least > std::chrono::microseconds(200); ++i) {
      const auto before = Steady::now();
      const auto wall = Wall::now();
      const auto took = Steady::now() - before;
      if (took < least) best = {wall, before};
      least = std::min(least, took);
    }
    return best;
  }
};

/// The wall clock of the start of the program plus what the steady clock measured since, so that a step of
/// the system's time flags no player. Callable from any thread.
inline TimePoint server_now() {
  using std::chrono::steady_clock;
  static const auto start = ClockReading<std::chrono::system_clock, steady_clock>::now();
  return std::chrono::floor<Millis>(start.wall + (steady_clock::now() - start.steady));
}

/// How much time the players have. Parts that are zero do not apply; all of them zero: unlimited.
struct TimeControl {
  Millis initial{0};    ///< Main time for the whole game (局时).
  Millis increment{0};  ///< Added after each move (Fischer).
  Millis byoyomi{0};    ///< One period once the main time is gone (读秒) ...
  int periods = 0;      ///< ... and how many of them there are.
  Millis per_move{0};   ///< Limit of a single move (步时), besides the others or alone.
  int days = 0;         ///< Correspondence: days for each move. Stands alone.

  bool unlimited() const { return *this == TimeControl{}; }
  bool operator==(const TimeControl&) const = default;
};

}  // namespace server
