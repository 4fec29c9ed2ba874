#include "tests/load/compare.h"

#include <algorithm>
#include <limits>
#include <map>

#include "tests/load/scenario.h"

namespace load {

namespace {

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// What the rounds of one server found.
struct Found {
  std::vector<double> saturated, paced, bytes, ack_p99;
};

/// One run; what speaks against it is said under the server's name.
Report run_once(const std::string& name, const Options& options, Report& report) {
  Report one(name);
  run_rooms(options, one);
  for (const std::string& words : one.problems()) report.problem(name + ": " + words);
  for (const std::string& words : one.invalid()) report.invalid(name + ": " + words);
  return one;
}

void run_round(const std::string& name, Options options, Found& found, Report& report) {
  options.rate = 0;
  found.saturated.push_back(run_once(name, options, report).value("cpu_per_move"));
  options.rate = 200.0 / options.rooms;
  const Report paced = run_once(name, options, report);
  found.paced.push_back(paced.value("cpu_per_move"));
  found.bytes.push_back(paced.value("bytes_per_delivery"));
  found.ack_p99.push_back(paced.value("ack_p99"));
}

}  // namespace

void compare(const Options& options, const std::vector<Peer>& peers, Report& report) {
  std::vector<Peer> all{{"sanqi", "", ""}};
  all.insert(all.end(), peers.begin(), peers.end());
  std::map<std::string, Found> found;
  for (int round = 0; round < options.repeats; ++round) {
    for (const Peer& peer : all) {
      Options own = options;
      own.peer = peer.command;
      own.dialect = peer.dialect;
      run_round(peer.name, own, found[peer.name], report);
    }
  }
  double least_saturated = std::numeric_limits<double>::infinity(), least_paced = least_saturated;
  for (const Peer& peer : all) {
    const Found& of = found[peer.name];
    report.add(peer.name + "_saturated_cpu_per_move", median(of.saturated), "us");
    report.add(peer.name + "_paced_cpu_per_move", median(of.paced), "us");
    report.add(peer.name + "_paced_ack_p99", median(of.ack_p99), "ms");
    report.add(peer.name + "_bytes_per_delivery", median(of.bytes), "B");
    if (peer.command.empty()) continue;
    least_saturated = std::min(least_saturated, median(of.saturated));
    least_paced = std::min(least_paced, median(of.paced));
  }
  report.add("saturated_of_cheapest", median(found["sanqi"].saturated) / least_saturated, "");
  report.add("paced_of_cheapest", median(found["sanqi"].paced) / least_paced, "");
}

}  // namespace load
