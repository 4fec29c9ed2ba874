#include <string>

#include "tests/load/play.h"
#include "tests/load/rooms_run.h"
#include "tests/load/scenario.h"
#include "tests/load/stage.h"
#include "tests/load/window.h"

// Games that are played and watched: by the clock, or as fast as the server acknowledges.
namespace load {

namespace {

void describe_moves(Tally& tally, const Window& window, Report& report) {
  const auto moves = static_cast<double>(tally.acks.size());
  const auto deliveries = static_cast<double>(tally.deliveries);
  const double micros = 1e6 * window.server_seconds();
  report.add("moves", moves / window.seconds(), "/s");
  report.add("ack_p50", tally.acks.quantile(0.5), "ms");
  report.add("ack_p99", tally.acks.quantile(0.99), "ms");
  report.add("ack_max", tally.acks.quantile(1), "ms");
  report.add("arrival_p50", tally.arrivals.quantile(0.5), "ms");
  report.add("arrival_p99", tally.arrivals.quantile(0.99), "ms");
  report.add("cpu_per_move", micros / moves, "us");
  for (const auto& [name, seconds] : window.beside_seconds())
    report.add(name + "_cpu_per_move", 1e6 * seconds / moves, "us");
  report.add("moves_per_cpu_second", moves / window.server_seconds(), "");
  report.add("deliveries", deliveries / window.seconds(), "/s");
  report.add("cpu_per_delivery", micros / deliveries, "us");
  report.add("bytes_per_delivery", static_cast<double>(tally.delivery_bytes) / deliveries, "B");
  report.add("bytes_out", static_cast<double>(window.traffic().bytes_in) / window.seconds(), "B/s");
}

std::map<std::string, std::int64_t> memory_of(const Window::Beside& beside) {
  std::map<std::string, std::int64_t> bytes;
  for (const auto& [name, process] : beside) bytes[name] = resident_bytes(with_children(process));
  return bytes;
}

}  // namespace

Window play_and_measure(Stage& stage, const std::function<void()>& each_second) {
  const Options& options = stage.options();
  Play play(stage.loop, stage.rooms(), {options.rate, options.together});
  stage.tally.begin();
  Window window(stage.servers(), stage.loop, options.beside);
  play.run(to_duration(options.seconds), [&] {
    stage.progress(std::to_string(stage.tally.acks.size()) + " moves, " +
                   std::to_string(stage.tally.deliveries) + " deliveries");
    each_second();
  });
  window.end();
  stage.tally.measuring = false;
  for (const auto late : play.overdue()) stage.tally.acks.add(late);
  return window;
}

void run_rooms(const Options& options, Report& report) {
  Stage stage(options);
  const auto memory = resident_bytes(stage.servers());
  auto beside = memory_of(options.beside);
  stage.open();
  const auto connections = static_cast<double>(stage.connections());
  report.add("connections", connections, "");
  report.add("memory_per_connection",
             static_cast<double>(resident_bytes(stage.servers()) - memory) / 1024 / connections, "KiB");
  for (const auto& [name, bytes] : memory_of(options.beside))
    report.add(name + "_memory_per_connection",
               static_cast<double>(bytes - beside[name]) / 1024 / connections, "KiB");
  stage.serve_for(std::chrono::seconds(1));  // What the arrivals set off comes to rest.
  const Window window = play_and_measure(stage);
  describe_moves(stage.tally, window, report);
  window.describe(report);
  if (options.rate == 0) window.require_saturation(report);
  stage.settle();
  stage.tell_problems(report);
}

}  // namespace load
