#pragma once

#include <chrono>
#include <cstddef>

#include "server/base/timer.h"
#include "server/records/record_queue.h"

namespace server {

/// Gives memory back to the system after a busy time. The allocator keeps whatever lies below something that
/// is in use, which after thousands of games is nearly all of it, and the database keeps pages that it read.
/// How much of what is free was given back already the allocator does not tell: the process' size does.
/// Network thread only.
///
/// It looks once a step, and goes through the heap only when the process has grown by `worth_it`; then again
/// every `settle` looks, until so many times in a row, `last`, give next to nothing back: what is in use at
/// one time, rooms for ten minutes, may be free at a later one, and the process' size does not tell that.
/// Begins by itself.
class HeapTrimmer {
 public:
  using Executor = Timer::Executor;

  struct Options {
    std::chrono::milliseconds step{30'000};       ///< Between two looks.
    std::size_t worth_it = std::size_t{8} << 20;  ///< Bytes that the process has grown since the last time.
    int settle = 10;                              ///< Looks from one time to the next of one busy time.
    int last = 4;  ///< Times that give nothing back, until a busy time is over.
  };

  HeapTrimmer(Executor network, RecordQueue& records, Options options);
  HeapTrimmer(Executor network, RecordQueue& records) : HeapTrimmer(network, records, Options()) {}

  // Each asks for the next: look(), found(), give_back(), given_back(), and the timer again.
 private:
  void look();
  void found(std::size_t resident);
  void give_back(std::size_t before);
  void given_back(std::size_t before, std::size_t resident);

  RecordQueue& records_;
  const Options options_;
  Timer timer_;
  std::size_t least_;       // Bytes of the process, since memory was given back.
  int looks_to_again_ = 0;  // Zero: the busy time is over.
  int in_vain_ = 0;         // Times in a row that gave next to nothing back.
};

}  // namespace server
