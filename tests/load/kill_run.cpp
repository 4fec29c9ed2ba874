#include <algorithm>
#include <random>

#include "tests/load/play.h"
#include "tests/load/recorded_moves.h"
#include "tests/load/scenario.h"
#include "tests/load/stage.h"

// kill -9 while games are played, again and again: what was acknowledged stays.
namespace load {

namespace {

std::vector<Acknowledged> all_acknowledged(Stage& stage) {
  std::vector<Acknowledged> all;
  for (std::size_t i = 0; i < stage.rooms().size(); ++i) {
    const SanqiRoom& room = stage.room(i);
    for (int ply = 1; ply <= room.plies(); ++ply) {
      all.push_back({room.id(), ply, room.script().moves[static_cast<std::size_t>(ply) - 1]});
    }
  }
  return all;
}

/// Everybody comes back, and finds his game where it was.
double come_back(Stage& stage) {
  const auto start = Clock::now();
  for (const auto& client : stage.clients()) client->disconnect();
  stage.restart();
  for (const auto& client : stage.clients()) client->connect();
  const auto all_are_live = [&] { return std::ranges::all_of(stage.rooms(), &Room::live); };
  stage.until(all_are_live, std::chrono::seconds(30), "not everybody came back");
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

void run_kills(const Options& options, Report& report) {
  Stage stage(options);
  stage.open();
  for (const auto& client : stage.clients()) client->expect_end();
  const unsigned seed = options.seed ? options.seed : std::random_device()();
  report.add("seed", seed, "");
  std::mt19937 random(seed);
  double ready = 0, back = 0;
  int kills = 0;
  for (; kills < options.repeats; ++kills) {
    Play play(stage.loop, stage.rooms(), {options.rate, options.together});
    const double seconds = options.seconds * std::uniform_real_distribution(0.2, 1.0)(random);
    play.run(to_duration(seconds));
    stage.server().kill();
    stage.serve_for(std::chrono::milliseconds(20));  // What was acknowledged before may still be on its way.
    check_recorded(stage.database(), all_acknowledged(stage), stage.tally);
    back = std::max(back, come_back(stage));
    ready = std::max(ready, std::chrono::duration<double>(stage.server().start_up()).count());
    stage.progress(std::to_string(kills + 1) + " kills");
    if (std::ranges::any_of(stage.rooms(), &Room::over)) break;
  }
  if (kills < options.repeats)
    report.invalid("games ended before all kills were done: fewer, or a lower --rate");
  stage.settle();
  report.add("kills", kills, "");
  report.add("acknowledged_moves", static_cast<double>(all_acknowledged(stage).size()), "");
  report.add("ready_after_worst", ready, "s");
  report.add("all_live_after_worst", back, "s");
  stage.tell_problems(report);
}

}  // namespace load
