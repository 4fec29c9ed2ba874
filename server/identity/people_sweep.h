#pragma once

#include <chrono>
#include <string>

#include "server/records/record_queue.h"
#include "server/records/sweep_timer.h"

namespace server {

/// Removes what nobody comes back for: tokens of accounts that are worth nothing any more, guests who have no
/// game, and after a longer time those who have. Goes through all users again and again, a few at a time, so
/// that nobody who plays notices. Network thread only.
class PeopleSweep {
 public:
  using Executor = SweepTimer::Executor;

  struct Options {
    std::chrono::hours guests_stay = std::chrono::days(90);
    std::chrono::hours players_stay = std::chrono::days(400);  ///< Guests who have a game.
    int page = 200;                                            ///< Users looked at in one go.
    std::chrono::milliseconds step{10'000};                    ///< Between two pages.
    std::chrono::milliseconds rest{3'600'000};                 ///< After the last.
  };

  PeopleSweep(Executor network, RecordQueue& records, Options options);
  PeopleSweep(Executor network, RecordQueue& records) : PeopleSweep(network, records, Options()) {}

 private:
  void look();
  void sweep(const std::string& until);

  RecordQueue& records_;
  const Options options_;
  SweepTimer timer_;
  std::string after_;  // The last user that was looked at.
};

}  // namespace server
