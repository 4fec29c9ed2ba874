#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "server/base/timer.h"
#include "server/protocol/time.h"
#include "server/records/record_queue.h"

namespace server {

/// Finds games in which no player has acted for too long, or whose flag of days falls soon
/// (storage::Game::due), again and again, a few at a time, so that no game is slowed down. Network thread
/// only.
///
/// "No player has acted": the table of docs/operations.md says after how long. A game ends by Rooms::lapse(),
/// which loads it and looks again: the sweep only says where to look, and a wrong guess does no harm. Begins
/// by itself when it is made. One page is under way at a time.
class LapseSweep {
 public:
  using Executor = Timer::Executor;
  using Lapse = std::function<void(const std::string& game, bool may_end)>;

  struct Options {
    std::function<TimePoint()> now = server_now;  ///< A test's own clock.
    int page = 8;                                 ///< Games that are loaded and ended in one go.
    std::chrono::milliseconds step{1'000};        ///< Between two pages.
    std::chrono::milliseconds rest{1'800'000};    ///< After the last.
    // A game stays due until it ends, so a page that failed is found by the next round.
    /// After the first round, in which none ends: people come back after a restart.
    std::chrono::milliseconds first{1'800'000};
  };

  /// @param lapse is called with the id of each; without `may_end` it is only to be in memory
  LapseSweep(Executor network, RecordQueue& records, Lapse lapse, Options options);
  LapseSweep(Executor network, RecordQueue& records, Lapse lapse)
      : LapseSweep(network, records, std::move(lapse), Options()) {}

 private:
  void look();

  RecordQueue& records_;
  const Lapse lapse_;
  const Options options_;
  Timer timer_;
  storage::Cursor last_;  // That was looked at.
  bool may_end_ = false;  // The first round is over.
};

}  // namespace server
