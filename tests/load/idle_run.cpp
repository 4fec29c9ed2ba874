#include "tests/load/scenario.h"
#include "tests/load/stage.h"
#include "tests/load/window.h"

// Connections that do nothing.
namespace load {

void run_idle(const Options& options, Report& report) {
  Stage stage(options);
  const auto memory = resident_bytes(stage.servers());
  int welcomed = 0;
  for (int i = 0; i < options.connections; ++i) {
    Client& client = stage.add_client({.deltas = options.deltas});
    client.on_welcome = [&](Client&) { ++welcomed; };
  }
  std::size_t begun = 0;
  const auto all_are_in = [&] {
    while (begun < stage.clients().size() && begun < static_cast<std::size_t>(welcomed) + 300) {
      stage.clients()[begun++]->connect();
    }
    return welcomed == options.connections || !stage.tally.problems.empty();
  };
  stage.until(all_are_in, std::chrono::seconds(120), "not everybody was welcomed");
  const auto kib = [&] {
    return static_cast<double>(resident_bytes(stage.servers()) - memory) / 1024 / options.connections;
  };
  stage.serve_for(std::chrono::seconds(1));
  report.add("connections", options.connections, "");
  report.add("memory_per_connection_at_first", kib(), "KiB");
  Window window(stage.servers(), stage.loop);
  stage.serve_for(to_duration(options.seconds));
  window.end();
  report.add("memory_per_connection", kib(), "KiB");
  report.add("cpu_per_second", 1000 * window.server_seconds() / window.seconds(), "ms");
  window.describe(report);
  stage.tell_problems(report);
}

}  // namespace load
