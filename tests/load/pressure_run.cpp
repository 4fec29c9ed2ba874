#include <algorithm>

#include "tests/load/rooms_run.h"
#include "tests/load/scenario.h"

// What ordinary games notice of a burden that is laid on the server: the same games before and under it.
namespace load {

namespace {

/// Rooms that one connection may be in.
constexpr std::size_t kRoomsOfOne = 30;

struct Measured {
  double p99;     // Of acknowledgements, in milliseconds.
  double growth;  // Of the server's memory at its worst, in MiB: games that go on need a little, too.
};

Measured measure(Stage& stage, Report& report, const std::string& when) {
  const auto memory = resident_bytes(stage.servers());
  auto most = memory;
  const Window window =
      play_and_measure(stage, [&] { most = std::max(most, resident_bytes(stage.servers())); });
  const double p99 = stage.tally.acks.quantile(0.99);
  report.add("moves_" + when, static_cast<double>(stage.tally.acks.size()) / window.seconds(), "/s");
  report.add("ack_p50_" + when, stage.tally.acks.quantile(0.5), "ms");
  report.add("ack_p99_" + when, p99, "ms");
  report.add("server_cpu_" + when, window.server_share(), "% of a core");
  if (when != "before") window.describe(report);
  stage.settle();
  return {p99, static_cast<double>(most - memory) / 1048576};
}

/// Spectators of many rooms, so that much waits for them soon.
std::vector<Client*> add_wide_spectators(Stage& stage, int count) {
  std::vector<Client*> all;
  std::size_t welcomed = 0;
  for (int i = 0; i < count; ++i) {
    Client& client = stage.add_client({.deltas = false, .deaf = true});
    client.expect_end();
    client.on_welcome = [&](Client& here) {
      ++welcomed;
      for (std::size_t room = 0; room < std::min(kRoomsOfOne, stage.rooms().size()); ++room) {
        here.say(R"({"t":"join","gameId":")" + stage.room(room).id() + R"(","as":"spectator"})");
      }
    };
    client.connect();
    all.push_back(&client);
  }
  stage.until([&] { return welcomed == all.size(); }, std::chrono::seconds(10),
              "spectators are not welcomed");
  stage.serve_for(std::chrono::seconds(1));
  return all;
}

}  // namespace

void run_deaf_spectators(const Options& options, Report& report) {
  Stage stage(options);
  stage.open();
  const std::vector<Client*> deaf = add_wide_spectators(stage, options.connections);
  const Measured before = measure(stage, report, "before");
  for (Client* const client : deaf) client->stop_reading();
  const Measured during = measure(stage, report, "during");
  for (Client* const client : deaf) client->go_on_reading();
  stage.serve_for(std::chrono::seconds(1));
  const auto cut_off = std::ranges::count_if(deaf, [](Client* client) { return !client->ended().empty(); });
  report.add("ack_p99_ratio", during.p99 / before.p99, "");
  report.add("memory_growth", during.growth - before.growth, "MiB");
  report.add("cut_off", static_cast<double>(cut_off), "of " + std::to_string(deaf.size()));
  stage.tell_problems(report);
}

void run_beside_bots(const Options& options, Report& report) {
  Stage stage(options);
  stage.open();
  const Measured before = measure(stage, report, "before");
  Client& host = stage.add_client({.deaf = true});
  host.on_welcome = [&](Client& here) {
    for (int i = 0; i < options.connections; ++i) {
      here.say(R"({"t":"create","game":"xiangqi","opponent":"aivsai","level":8})");
    }
  };
  host.connect();
  stage.serve_for(std::chrono::seconds(2));
  const Measured during = measure(stage, report, "during");
  report.add("ack_p99_ratio", during.p99 / before.p99, "");
  stage.tell_problems(report);
}

}  // namespace load
