#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "server/base/timer.h"
#include "server/protocol/time.h"
#include "server/records/record_queue.h"

namespace server {

/// Removes sessions of accounts that have expired, accounts that have neither a session nor a game by then,
/// guests without a game who have stayed away for a day, and after a longer time those with a game. Goes
/// through all users again and again, a few at a time, so that no game is slowed down. Network thread only.
class PeopleSweep {
 public:
  using Executor = Timer::Executor;

  /// Users who are connected at the moment.
  using Here = std::function<std::vector<std::string>()>;

  struct Options {
    std::function<TimePoint()> now = server_now;
    std::chrono::hours guests_stay = std::chrono::days(1);     ///< They have nothing but a name.
    std::chrono::hours players_stay = std::chrono::days(400);  ///< Guests who have a game.
    std::chrono::hours notices_stay = std::chrono::days(90);   ///< See storage::Notice.
    int page = 200;                                            ///< Users looked at in one go.
    std::chrono::milliseconds step{10'000};                    ///< Between two pages.
    std::chrono::milliseconds rest{3'600'000};                 ///< After the last.
  };

  /// The first page is looked at after one step. @pre `records` outlives it; `here` is called on the network
  /// thread
  PeopleSweep(Executor network, RecordQueue& records, Here here, Options options);
  PeopleSweep(Executor network, RecordQueue& records, Here here)
      : PeopleSweep(network, records, std::move(here), Options()) {}

 private:
  void look();
  void sweep(const std::string& until);

  RecordQueue& records_;
  const Here here_;
  const Options options_;
  Timer timer_;
  std::string after_;  // The last user that was looked at.
};

}  // namespace server
