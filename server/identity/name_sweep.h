#pragma once

#include <chrono>

#include "server/base/timer.h"
#include "server/records/record_queue.h"

namespace server {

/// Makes the keys of accounts' and clubs' names that were made by other rules: those of a server of before,
/// or of another version of ICU. Until then the name itself opens the account. A few at a time, so that no
/// game notices. Network thread only.
class NameSweep {
 public:
  using Executor = Timer::Executor;

  struct Options {
    int page = 100;                             ///< Accounts, and clubs, looked at in one go.
    std::chrono::milliseconds step{50};         ///< Between two pages.
    std::chrono::milliseconds retry{10'000};    ///< When the records cannot be used now.
    std::chrono::milliseconds rest{3'600'000};  ///< After the last: an older server may add some.
  };

  /// Begins at once, and goes on for as long as it lives. @pre `records` outlives it
  NameSweep(Executor network, RecordQueue& records, Options options);
  NameSweep(Executor network, RecordQueue& records) : NameSweep(network, records, Options()) {}

 private:
  void look();

  RecordQueue& records_;
  const Options options_;
  Timer timer_;
};

}  // namespace server
