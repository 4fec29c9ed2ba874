#pragma once

#include <chrono>

#include "server/base/timer.h"
#include "server/records/record_queue.h"

namespace server {

/// Says what the openings of games are that were stored before their codes were (storage::kUnclassified). A
/// few at a time, so that no game is slowed down. Network thread only.
class OpeningSweep {
 public:
  using Executor = Timer::Executor;

  struct Options {
    int page = 20;                              ///< Games looked at in one go.
    std::chrono::milliseconds step{100};        ///< Between two pages.
    std::chrono::milliseconds retry{10'000};    ///< When the records cannot be read now.
    std::chrono::milliseconds rest{3'600'000};  ///< After the last: an older server may store more of them.
  };

  OpeningSweep(Executor network, RecordQueue& records, Options options);
  OpeningSweep(Executor network, RecordQueue& records) : OpeningSweep(network, records, Options()) {}

 private:
  void look();

  RecordQueue& records_;
  const Options options_;
  Timer timer_;
};

}  // namespace server
