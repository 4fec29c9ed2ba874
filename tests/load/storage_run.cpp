#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "storage/open_store.h"
#include "tests/load/archive.h"
#include "tests/load/process_use.h"
#include "tests/load/scenario.h"
#include "tests/load/server_process.h"
#include "tests/load/tally.h"

// The storage layer alone, in this process.
namespace load {

namespace {

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// That all processes of a name have used, in seconds.
double cpu_of(std::string_view name) {
  double seconds = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::string comm;
    std::getline(std::ifstream(entry.path() / "comm"), comm);
    if (comm != name) continue;
    std::int64_t nanoseconds = 0;
    std::ifstream(entry.path() / "schedstat") >> nanoseconds;
    seconds += 1e-9 * static_cast<double>(nanoseconds);
  }
  return seconds;
}

/// Moves of a thousand games in turns, so many in each transaction. The names of figures end in `_by_N` and
/// `kind`.
void append(storage::Store& store, int batch, double seconds, Report& report, const std::string& kind = "") {
  constexpr int kGames = 1000;
  const std::string first = "batch" + std::to_string(batch) + '-';
  std::vector<storage::Write> games;
  for (int i = 0; i < kGames; ++i) {
    storage::Game game = stored_game(i);
    game.id = first + std::to_string(i);
    games.push_back(storage::CreateGame{std::move(game)});
  }
  store.commit(games);
  Latencies commits;
  const double cpu = cpu_seconds(), server_cpu = cpu_of("postgres");
  const auto begin = Clock::now();
  int rows = 0;
  while (Clock::now() < begin + to_duration(seconds)) {
    std::vector<storage::Write> writes;
    for (int i = 0; i < batch; ++i, ++rows) {
      writes.push_back(stored_move(first + std::to_string(rows % kGames), rows / kGames + 1));
    }
    const auto start = Clock::now();
    store.commit(writes);
    commits.add(Clock::now() - start);
  }
  const std::chrono::duration<double> took = Clock::now() - begin;
  const std::string of = "_by_" + std::to_string(batch) + kind;
  report.add("rows" + of, rows / took.count(), "/s");
  report.add("cpu_per_row" + of, 1e6 * (cpu_seconds() - cpu) / rows, "us");
  if (!kind.empty())
    report.add("server_cpu_per_row" + of, 1e6 * (cpu_of("postgres") - server_cpu) / rows, "us");
  report.add("commit_p50" + of, commits.quantile(0.5), "ms");
  report.add("commit_p99" + of, commits.quantile(0.99), "ms");
}

/// How long one call takes, in milliseconds: the median and the worst of `times`.
void time_calls(const std::string& name, int times, const std::function<void(int)>& call, Report& report) {
  Latencies took;
  for (int i = 0; i < times; ++i) {
    const auto start = Clock::now();
    call(i);
    took.add(Clock::now() - start);
  }
  report.add(name, took.quantile(0.5), "ms");
  report.add(name + "_worst", took.quantile(1), "ms");
}

void read(storage::Reader& store, std::int64_t moves, Report& report) {
  const int games = static_cast<int>(moves / 80);
  const auto list = [&](storage::GameQuery query) { return [&store, query](int) { store.list(query); }; };
  const auto load = [&](int i) { store.load("game" + std::to_string(i * 7919LL % std::max(games, 1))); };
  time_calls("load", 200, load, report);
  time_calls("list_newest", 50, list({}), report);
  storage::GameQuery oldest;
  oldest.after = storage::Cursor{stored_game(60).created, ""};
  time_calls("list_oldest", 50, list(oldest), report);
  time_calls("list_of_player", 50, list({.player = "Player5"}), report);
  time_calls("list_nothing", 5, list({.rule = "caro", .result = "draw"}), report);
  time_calls(
      "unfinished", 5, [&](int) { store.claim_orphans({}, 32); }, report);
}

void start_on(const std::filesystem::path& file, const Options& options, Report& report) {
  if (options.server.empty()) return;
  const ServerProcess server({options.server, "--port", "0", "--database", file, "--log-level", "warn"},
                             options.server_core);
  report.add("start_up", 1000 * std::chrono::duration<double>(server.start_up()).count(), "ms");
  report.add("server_memory", static_cast<double>(resident_bytes({server.pid()})) / 1048576, "MiB");
}

}  // namespace

void run_storage(const Options& options, Report& report) {
  pin_to(options.server_core);
  const TemporaryFolder folder(options.folder);
  const auto store = storage::open_store((folder.path() / "records.db").string());
  const auto other = options.database.empty() ? nullptr : storage::open_store(options.database);
  for (const int batch : {1, 10, 50, 200}) {
    append(*store, batch, options.seconds, report);
    if (other) append(*other, batch, options.seconds, report, "_postgres");
  }
}

// New games come last: what is read before and started with is what was stored, and nothing is being played.
void run_archive(const Options& options, Report& report) {
  const TemporaryFolder folder(options.folder);
  const auto file = folder.path() / "records.db";
  report.add("stored_moves", static_cast<double>(options.moves), "");
  auto store = storage::open_store(file.string());
  fill(*store, options.moves, [](std::int64_t) {});
  read(*store->open_reader(), options.moves, report);
  store.reset();
  report.add("file", static_cast<double>(std::filesystem::file_size(file)) / 1048576, "MiB");
  start_on(file, options, report);
  append(*storage::open_store(file.string()), 10, options.seconds, report);
}

}  // namespace load
