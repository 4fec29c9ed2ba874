#include <algorithm>

#include "tests/load/scenario.h"
#include "tests/load/stage.h"
#include "tests/load/window.h"

// Everybody loses the connection at once, comes back at once, and wants to see the board again.
namespace load {

void run_storm(const Options& options, Report& report) {
  Stage stage(options);
  stage.open();
  const auto clients = static_cast<double>(stage.clients().size());
  report.add("clients", clients, "");
  std::vector<double> times, cpu;
  for (int round = 0; round < options.repeats; ++round) {
    for (const auto& client : stage.clients()) client->disconnect();
    stage.serve_for(std::chrono::seconds(1));  // The server notices.
    Window window(stage.servers(), stage.loop);
    for (const auto& client : stage.clients()) client->connect();
    const auto all_are_live = [&] { return std::ranges::all_of(stage.rooms(), &Room::live); };
    stage.until(all_are_live, std::chrono::seconds(60), "not everybody came back");
    window.end();
    times.push_back(window.seconds());
    cpu.push_back(1e6 * window.server_seconds() / clients);
    if (round + 1 == options.repeats) window.describe(report);
    stage.settle();
  }
  std::ranges::sort(times);
  std::ranges::sort(cpu);
  report.add("all_live_after", times[times.size() / 2], "s");
  report.add("all_live_after_worst", times.back(), "s");
  report.add("cpu_per_client", cpu[cpu.size() / 2], "us");
  stage.tell_problems(report);
}

}  // namespace load
