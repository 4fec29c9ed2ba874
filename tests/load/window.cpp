#include "tests/load/window.h"

#include <unistd.h>

namespace load {

namespace {

// Per cent of a core.
constexpr double kBusiestGenerator = 85;
constexpr double kIdlestServer = 90;
constexpr double kMostOfOthers = 10;

/// Everybody whose work belongs to the measurement.
Processes known(const Processes& servers, const Window::Beside& beside) {
  Processes all = servers;
  all.push_back(::getpid());
  for (const auto& [name, process] : beside) {
    const Processes family = with_children(process);
    all.insert(all.end(), family.begin(), family.end());
  }
  return all;
}

}  // namespace

Window::Window(const Processes& servers, const Loop& loop, const Beside& beside)
    : servers_(servers),
      loop_(loop),
      beside_(beside),
      begun_(Clock::now()),
      server_use_(use_of(servers)),
      own_cpu_(use_of({::getpid()}).cpu()),
      other_cpu_(cpu_of_others(known(servers, beside))),
      traffic_(loop.traffic) {
  for (const auto& [name, process] : beside) beside_cpu_[name] = use_of(with_children(process)).cpu();
}

void Window::end() {
  seconds_ = Clock::now() - begun_;
  server_use_ = use_of(servers_) - server_use_;
  own_cpu_ = use_of({::getpid()}).cpu() - own_cpu_;
  for (auto& [name, cpu] : beside_cpu_) cpu = use_of(with_children(beside_.at(name))).cpu() - cpu;
  other_cpu_ = cpu_of_others(known(servers_, beside_)) - other_cpu_;
  traffic_ = {loop_.traffic.bytes_in - traffic_.bytes_in, loop_.traffic.bytes_out - traffic_.bytes_out,
              loop_.traffic.reads - traffic_.reads};
}

void Window::describe(Report& report) const {
  report.add("seconds", seconds(), "s");
  report.add("server_cpu", server_share(), "% of a core");
  for (const auto& [name, use] : server_use_.threads) {
    if (server_use_.threads.size() > 1) report.add("server_cpu_" + name, share(use.cpu), "% of a core");
  }
  for (const auto& [name, cpu] : beside_cpu_) report.add(name + "_cpu", share(cpu), "% of a core");
  report.add("server_switches", static_cast<double>(server_use_.switches()) / seconds(), "/s");
  report.add("server_memory", static_cast<double>(resident_bytes(servers_)) / 1048576, "MiB");
  report.add("generator_cpu", own_share(), "% of a core");
  report.add("other_cpu", other_share(), "% of a core");
  if (own_share() > kBusiestGenerator) report.invalid("the generator was too busy");
  if (other_share() > kMostOfOthers) report.invalid("other work on the machine");
}

std::map<std::string, double> Window::beside_seconds() const {
  std::map<std::string, double> all;
  for (const auto& [name, cpu] : beside_cpu_) all[name] = std::chrono::duration<double>(cpu).count();
  return all;
}

void Window::require_saturation(Report& report) const {
  double busy = server_share();
  for (const auto& [name, cpu] : beside_cpu_) busy += share(cpu);
  if (busy < kIdlestServer) report.invalid("the server was not saturated");
}

}  // namespace load
