#include "tests/load/window.h"

#include <unistd.h>

namespace load {

namespace {

// Per cent of a core.
constexpr double kBusiestGenerator = 85;
constexpr double kIdlestServer = 90;
constexpr double kMostOfOthers = 10;

}  // namespace

Window::Window(pid_t server, const Loop& loop)
    : server_(server),
      loop_(loop),
      begun_(Clock::now()),
      server_use_(use_of(server)),
      own_cpu_(use_of(::getpid()).cpu()),
      other_cpu_(cpu_of_others(server, ::getpid())),
      traffic_(loop.traffic) {}

void Window::end() {
  seconds_ = Clock::now() - begun_;
  server_use_ = use_of(server_) - server_use_;
  own_cpu_ = use_of(::getpid()).cpu() - own_cpu_;
  other_cpu_ = cpu_of_others(server_, ::getpid()) - other_cpu_;
  traffic_ = {loop_.traffic.bytes_in - traffic_.bytes_in, loop_.traffic.bytes_out - traffic_.bytes_out,
              loop_.traffic.reads - traffic_.reads};
}

void Window::describe(Report& report) const {
  report.add("seconds", seconds(), "s");
  report.add("server_cpu", server_share(), "% of a core");
  for (const auto& [name, use] : server_use_.threads) {
    if (server_use_.threads.size() > 1) report.add("server_cpu_" + name, share(use.cpu), "% of a core");
  }
  report.add("server_switches", static_cast<double>(server_use_.switches()) / seconds(), "/s");
  report.add("server_memory", static_cast<double>(resident_bytes(server_)) / 1048576, "MiB");
  report.add("generator_cpu", own_share(), "% of a core");
  report.add("other_cpu", other_share(), "% of a core");
  if (own_share() > kBusiestGenerator) report.invalid("the generator was too busy");
  if (other_share() > kMostOfOthers) report.invalid("other work on the machine");
}

void Window::require_saturation(Report& report) const {
  if (server_share() < kIdlestServer) report.invalid("the server was not saturated");
}

}  // namespace load
