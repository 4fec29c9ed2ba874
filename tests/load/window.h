#pragma once

#include <sys/types.h>

#include <map>
#include <string>

#include "tests/load/loop.h"
#include "tests/load/process_use.h"
#include "tests/load/report.h"

namespace load {

/// Between two moments: what the servers, the generator and everybody else on the machine have used.
class Window {
 public:
  /// What serves besides, by name: each with its children.
  using Beside = std::map<std::string, pid_t>;

  Window(const Processes& servers, const Loop& loop, const Beside& beside = {});
  void end();

  double seconds() const { return seconds_.count(); }
  double server_seconds() const { return std::chrono::duration<double>(server_use_.cpu()).count(); }
  /// Per cent of a core.
  double server_share() const { return 100 * server_seconds() / seconds(); }
  double own_share() const { return share(own_cpu_); }
  double other_share() const { return share(other_cpu_); }
  /// What serves besides, by name: seconds on a core.
  std::map<std::string, double> beside_seconds() const;
  Loop::Traffic traffic() const { return traffic_; }

  /// CPU of the servers, by thread; what the generator and others used, and whether that spoils the figures.
  void describe(Report& report) const;
  /// The servers, with what serves besides, must have been what was slow.
  void require_saturation(Report& report) const;

 private:
  double share(std::chrono::nanoseconds cpu) const {
    return 100 * std::chrono::duration<double>(cpu).count() / seconds();
  }

  const Processes servers_;
  const Loop& loop_;
  const Beside beside_;
  Clock::time_point begun_;
  ProcessUse server_use_;
  std::map<std::string, std::chrono::nanoseconds> beside_cpu_;
  std::chrono::nanoseconds own_cpu_{0}, other_cpu_{0};
  Loop::Traffic traffic_;
  std::chrono::duration<double> seconds_{0};
};

}  // namespace load
