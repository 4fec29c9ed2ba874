#include "server/base/run_handlers.h"

#include <time.h>

#include "server/base/attempt.h"
#include "server/base/metrics.h"

namespace server {

namespace {

/// In seconds. While the thread waits it stands still.
double processor_time() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

// One look at the clock a handler: the end of one is the beginning of the next.
// Time of a processor, not of the clock: a thread that is kept waiting has not held the loop up itself.
void run_handlers(boost::asio::io_context& io, Metrics& metrics) {
  double before = processor_time();
  const auto note = [&] {
    const double now = processor_time();
    metrics.network_turn_seconds.Observe(now - before);
    before = now;
  };
  while (!io.stopped()) {
    // run_one() removes the handler before it is called, so a throwing one is not called twice.
    attempt("network", [&] { io.run_one(); });
    note();
  }
}

}  // namespace server
