#pragma once

#include <chrono>
#include <functional>

#include "server/base/timer.h"
#include "server/records/record_queue.h"

namespace server {

/// Removes from the records what is of no use any more: games that were aborted, old reports, challenges that
/// are over, tournaments that were cancelled, push messages that are worth nothing, what moderators decided
/// long ago. A few at a time, so that no game is slowed down. Network thread only.
///
/// Half a year for reports and a day for aborted games: docs/operations.md, "How long things last". Games
/// that are kept, since their chat was reported or their tournament runs, are looked at again once a day.
class RecordSweep {
 public:
  using Executor = Timer::Executor;
  using Moment = std::chrono::system_clock::time_point;

  struct Options {
    std::function<Moment()> now = std::chrono::system_clock::now;
    std::chrono::hours aborted_stay = std::chrono::days(1);
    std::chrono::hours reports_stay = std::chrono::days(180);
    std::chrono::hours cancelled_stay = std::chrono::days(30);  ///< Tournaments.
    std::chrono::hours measures_stay = std::chrono::days(365);  ///< After their end.
    std::chrono::hours acts_stay = std::chrono::days(730);      ///< Of moderators.
    std::chrono::hours between_looks = std::chrono::days(1);    ///< At all aborted games.
    int page = 100;                                             ///< Of each, in one go.
    std::chrono::milliseconds step{10'000};                     ///< Between two pages, and before the first.
    std::chrono::milliseconds rest{3'600'000};                  ///< After the last.
  };

  /// Begins by itself. `network` and `records` outlive this.
  RecordSweep(Executor network, RecordQueue& records, Options options);
  RecordSweep(Executor network, RecordQueue& records) : RecordSweep(network, records, Options()) {}

 private:
  void sweep();
  void sweep_others(Persisted games);
  storage::Millis ago(std::chrono::hours time) const;

  RecordQueue& records_;
  const Options options_;
  Moment all_seen_{};                  // All aborted games were looked at then,
  storage::Millis aborted_since_ = 0;  // and so were those that ended before this.
  Timer timer_;
};

}  // namespace server
