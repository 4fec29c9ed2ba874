#pragma once

#include <sys/types.h>

#include "tests/load/loop.h"
#include "tests/load/process_use.h"
#include "tests/load/report.h"

namespace load {

/// Between two moments: what the server, the generator and everybody else on the machine have used.
class Window {
 public:
  Window(pid_t server, const Loop& loop);
  void end();

  double seconds() const { return seconds_.count(); }
  double server_seconds() const { return std::chrono::duration<double>(server_use_.cpu()).count(); }
  /// Per cent of a core.
  double server_share() const { return 100 * server_seconds() / seconds(); }
  double own_share() const { return share(own_cpu_); }
  double other_share() const { return share(other_cpu_); }
  const ProcessUse& server_use() const { return server_use_; }
  Loop::Traffic traffic() const { return traffic_; }

  /// CPU of the server, by thread; what the generator and others used, and whether that spoils the figures.
  void describe(Report& report) const;
  /// The server must have been what was slow.
  void require_saturation(Report& report) const;

 private:
  double share(std::chrono::nanoseconds cpu) const {
    return 100 * std::chrono::duration<double>(cpu).count() / seconds();
  }

  const pid_t server_;
  const Loop& loop_;
  Clock::time_point begun_;
  ProcessUse server_use_;
  std::chrono::nanoseconds own_cpu_, other_cpu_;
  Loop::Traffic traffic_;
  std::chrono::duration<double> seconds_{0};
};

}  // namespace load
