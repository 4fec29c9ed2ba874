#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "server/base/timer.h"
#include "server/records/record_queue.h"
#include "server/rooms/game_quota.h"
#include "server/rooms/unfinished_games.h"

namespace server {

/// Games that were opened here may go on, and end, at another server. Looks at those that are not in this
/// memory but hold tickets of quotas here, again and again, a few at a time. Network thread only.
///
/// Without it, tickets of games that moved to another server would count here until the next restart. With a
/// file, it finds nothing. Begins by itself; one page is under way at a time. Each game of a page costs one
/// read of the last event on the slow readers' threads.
class QuotaSweep {
 public:
  using Executor = Timer::Executor;
  using List = std::function<GameQuota::Page(const std::string& after, int most)>;
  using Ended = std::function<void(const UnfinishedGames::Entry& game)>;

  struct Options {
    int page = 100;                             ///< Games that are looked at in one go.
    std::chrono::milliseconds step{1'000};      ///< Between two pages.
    std::chrono::milliseconds rest{1'800'000};  ///< After the last, and before the first.
  };

  /// @param list as of GameQuota::on_record_alone()
  /// @param ended is called with each that is over
  /// `network` and `records` outlive this; both functions are called on the network thread
  QuotaSweep(Executor network, RecordQueue& records, List list, Ended ended, Options options);
  QuotaSweep(Executor network, RecordQueue& records, List list, Ended ended)
      : QuotaSweep(network, records, std::move(list), std::move(ended), Options()) {}

 private:
  void look();

  RecordQueue& records_;
  const List list_;
  const Ended ended_;
  const Options options_;
  Timer timer_;
  std::string last_;  // That was looked at.
};

}  // namespace server
