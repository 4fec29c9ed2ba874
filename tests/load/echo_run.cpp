#include "tests/load/scenario.h"
#include "tests/load/stage.h"
#include "tests/load/window.h"

// The least that a message can cost: a ping of the protocol and its answer.
namespace load {

void run_echo(const Options& options, Report& report) {
  constexpr std::size_t kInFlight = 100;
  Stage stage(options);
  const std::string ping = R"({"t":"ping","at":1731900000000,"padding":")" + std::string(50, 'x') + "\"}";
  std::size_t welcomed = 0, next = 0, pongs = 0, busy = 0;
  // Each connection may say a hundred things; then another takes its place.
  const auto begin_another = [&] {
    if (next == stage.clients().size()) return void(--busy);
    stage.clients()[next++]->say(ping);
  };
  for (int i = 0; i < options.connections; ++i) {
    Client& client = stage.add_client({});
    client.on_welcome = [&](Client&) { ++welcomed; };
    client.on_pong = [&](Client& here) {
      ++pongs;
      here.may_speak() ? here.say(ping) : begin_another();
    };
    client.connect();
    if (i % 200 == 199)
      stage.until([&] { return welcomed + 100 > static_cast<std::size_t>(i); }, std::chrono::seconds(20),
                  "no welcome");
  }
  const auto all = stage.clients().size();
  stage.until([&] { return welcomed == all; }, std::chrono::seconds(60), "not everybody was welcomed");
  Window window(stage.servers(), stage.loop);
  for (; busy < kInFlight && next < all; ++busy) stage.clients()[next++]->say(ping);
  stage.until([&] { return next == all; }, std::chrono::seconds(60), "the pings are not answered");
  window.end();
  report.add("messages", static_cast<double>(pongs) / window.seconds(), "/s");
  report.add("cpu_per_message", 1e6 * window.server_seconds() / static_cast<double>(pongs), "us");
  window.describe(report);
  window.require_saturation(report);
  stage.tell_problems(report);
}

}  // namespace load
