#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "tests/load/compare.h"
#include "tests/load/floor_server.h"
#include "tests/load/loop.h"
#include "tests/load/scenario.h"

/// Loads a sanqi-server, tells what that costs it, and checks what it says while it is busy:
/// tests/load/README.md.
namespace load {
namespace {

int list() {
  for (const Scenario& scenario : scenarios()) std::cout << scenario.name << "  " << scenario.title << '\n';
  return 0;
}

void add_options(CLI::App& app, Options& options) {
  app.option_defaults()->always_capture_default();
  app.add_option("--server", options.server, "Program to start; empty with --port and --pid: one that runs");
  app.add_option("--server-flag", options.server_flags,
                 "Handed to it, for example --server-flag=--bot-threads=2");
  app.add_option("--port", options.ports,
                 "Of a server that runs; repeated, if there are several: rooms are spread over them");
  app.add_option("--path", options.paths,
                 "Of its WebSocket; repeated, if one port leads to several by their paths");
  app.add_option("--pid", options.pids, "Of a server that runs; of each of them");
  const auto add_beside = [&options](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const std::size_t sign = text.find('=');
      if (sign == std::string::npos) throw CLI::ValidationError("--beside", "NAME=PID");
      options.beside[text.substr(0, sign)] = std::stoi(text.substr(sign + 1));
    }
  };
  app.add_option_function<std::vector<std::string>>("--beside", add_beside,
                                                    "NAME=PID of what serves with them (a database, a "
                                                    "proxy): its CPU and that of its children is told, too");
  app.add_option("--server-core", options.server_core, "The server runs on this core only; -1: on any");
  app.add_option("--generator-core", options.generator_core, "And the generator on this one");
  app.add_option("--folder", options.folder, "Where databases are made, and removed at the end");
  app.add_option("--database", options.database,
                 "In L12: a postgresql://... to compare with a file, in turns");
  app.add_option("--games", options.games, "Kinds of games")->delimiter(',');
  app.add_option("--rooms", options.rooms, "Games at once");
  app.add_option("--spectators", options.spectators, "Of each game");
  app.add_option("--rooms-of-player", options.rooms_of_player, "Games that a player is in at once")
      ->check(CLI::Range(1, 20));
  app.add_option("--lobby-readers", options.lobby_readers, "Connections that read the list of games");
  app.add_option("--connections", options.connections,
                 "In L1 and L7; in L9 those that stop reading, in L10 games of bots");
  app.add_option("--rate", options.rate, "Moves a second in each room; 0: as fast as they are acknowledged");
  app.add_option("--seconds", options.seconds, "How long");
  app.add_option("--repeats", options.repeats, "How often, where a scenario repeats something");
  app.add_option("--seed", options.seed, "Of what is random; 0: another one each time");
  app.add_option("--moves", options.moves, "That are stored already, in archive");
  app.add_flag("--clocks,!--no-clocks", options.clocks, "Games have clocks");
  app.add_flag("--deltas,!--no-deltas", options.deltas, "Ask for events as what changed");
  app.add_flag("--floor", options.floor, "The same work for a raw relay, to compare with");
  app.add_flag("--correctness-only", options.correctness_only, "Disturbed figures are no failure");
  app.add_option("--json", options.json, "Write the figures to this file, too");
}

int report_status(const Report& report, const Options& options) {
  report.write_table(std::cout);
  if (!options.json.empty()) {
    std::ofstream file(options.json);
    report.write_json(file);
  }
  return !report.problems().empty() || (!report.invalid().empty() && !options.correctness_only) ? 1 : 0;
}

/// The same work for the least that could do it, with messages of the same size.
void add_floor(const Scenario& scenario, Options options, Report& report) {
  const double bytes = report.value("bytes_per_delivery");
  options.peer = std::filesystem::read_symlink("/proc/self/exe").string() + " floor-server " +
                 std::to_string(std::isnan(bytes) ? 0 : std::lround(bytes));
  Report floor("floor");
  scenario.run(options, floor);
  const double ours = report.value(scenario.cost), least = floor.value(scenario.cost);
  report.add("floor_" + std::string(scenario.cost), least, "us");
  report.add("times_the_floor", ours / least, "");
  if (!floor.problems().empty()) report.invalid("the floor lost something");
}

int run(const Scenario& scenario, const Options& options) {
  Report report(std::string(scenario.name) + ": " + std::string(scenario.title), scenario.bars);
  scenario.run(options, report);
  if (options.floor && !scenario.cost.empty()) add_floor(scenario, options, report);
  return report_status(report, options);
}

/// "NAME=COMMAND" or "NAME:DIALECT=COMMAND"
Peer read_peer(const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos)
    throw std::runtime_error("--peer needs NAME=COMMAND or NAME:DIALECT=COMMAND");
  const std::string name = text.substr(0, sign);
  const std::size_t colon = name.find(':');
  const std::string dialect = colon == std::string::npos ? "" : name.substr(colon + 1);
  return {name.substr(0, colon), text.substr(sign + 1), dialect};
}

int run_compare(const Options& options, const std::vector<std::string>& peers) {
  constexpr double kGoal = 0.6;
  const std::array<Bar, 2> bars{{{"saturated_of_cheapest", kGoal}, {"paced_of_cheapest", kGoal}}};
  std::vector<Peer> all;
  std::ranges::transform(peers, std::back_inserter(all), read_peer);
  Report report("compare: the same games on other servers", bars);
  compare(options, all, report);
  return report_status(report, options);
}

/// The server that was built together with this program.
std::filesystem::path server_beside(const std::filesystem::path& program) {
  return program.parent_path() / "../../server/sanqi-server";
}

}  // namespace
}  // namespace load

int main(int argc, char** argv) {
  using namespace load;
  const std::string name = argc > 1 ? argv[1] : "";
  if (name == "list") return list();
  if (name == "floor-server") serve_floor(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0);
  const auto scenario = std::ranges::find(scenarios(), name, &Scenario::name);
  if (scenario == scenarios().end()) {
    std::cerr << "usage: sanqi-load SCENARIO [options]; sanqi-load SCENARIO --help; the scenarios:\n";
    list();
    return 2;
  }
  Options options;
  std::vector<std::string> peers;
  options.folder = std::filesystem::temp_directory_path();
  options.server = server_beside(std::filesystem::read_symlink("/proc/self/exe"));
  scenario->defaults(options);
  CLI::App app(std::string(scenario->title), "sanqi-load " + name);
  add_options(app, options);
  if (!scenario->run)
    app.add_option("--peer", peers, "NAME=COMMAND or NAME:DIALECT=COMMAND of another server; repeated");
  try {
    app.parse(argc - 1, argv + 1);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  if (!options.ports.empty()) options.server.clear();
  raise_descriptor_limit();
  try {
    return scenario->run ? run(*scenario, options) : run_compare(options, peers);
  } catch (const std::exception& error) {
    std::cerr << "sanqi-load: " << error.what() << '\n';
    return 1;
  }
}
