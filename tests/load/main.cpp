#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <queue>

#include "tests/load/played_game.h"
#include "tests/load/process.h"

/// Plays many games at once against a running server and tells what they cost it. Moves are due by the clock
/// and judged from then, however late the one before was (open loop); with --rate 0 each follows the last at
/// once.
namespace load {
namespace {

/// Above this share of a core the generator itself may be what is slow, and a run proves nothing.
constexpr double kBusiest = 0.85;

struct Options {
  std::uint16_t port = 8080;
  pid_t server = 0;
  int games = 100;
  int spectators = 0;
  double rate = 1;
  double seconds = 10;
};

class Load {
 public:
  explicit Load(const Options& options);
  ~Load() { ::close(epoll_); }
  void run();
  void report() const;

 private:
  struct Due {
    Clock::time_point at;
    std::size_t game;
    bool operator>(const Due& other) const { return at > other.at; }
  };
  struct Source {
    std::uint32_t game, member;
  };

  void watch(std::size_t game);
  void move_what_is_due(Clock::time_point now);
  void receive(std::chrono::milliseconds patience);

  const Options options_;
  Tally tally_;
  std::vector<std::unique_ptr<PlayedGame>> games_;
  int epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  long memory_before_ = 0;
  std::chrono::nanoseconds server_time_{0}, own_time_{0};
  std::chrono::duration<double> took_{0};
};

Load::Load(const Options& options) : options_(options), memory_before_(resident_kib(options.server)) {
  for (int i = 0; i < options.games; ++i) {
    // Twenty thousand connections would use up the ports of one address.
    games_.push_back(std::make_unique<PlayedGame>(options.port, 2 + i % 100, options.spectators, tally_));
    watch(games_.size() - 1);
    receive(std::chrono::milliseconds(0));  // Whoever does not answer pings meanwhile is cut off.
  }
}

void Load::watch(std::size_t game) {
  for (std::size_t member = 0; member < games_[game]->members(); ++member) {
    const Source source{static_cast<std::uint32_t>(game), static_cast<std::uint32_t>(member)};
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = std::uint64_t{source.game} << 32 | source.member;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, games_[game]->descriptor(member), &event);
  }
}

void Load::run() {
  const auto start = Clock::now();
  const auto end =
      start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.seconds));
  const double interval = options_.rate > 0 ? 1 / options_.rate : 0;
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const std::chrono::duration<double> offset(interval * static_cast<double>(i) /
                                               static_cast<double>(games_.size()));
    due_.push({start + std::chrono::duration_cast<Clock::duration>(offset), i});
  }
  const auto server_before = cpu_time(options_.server), own_before = cpu_time(::getpid());
  for (auto now = start; now < end; now = Clock::now()) {
    move_what_is_due(now);
    receive(std::chrono::milliseconds(1));
  }
  took_ = Clock::now() - start;
  server_time_ = cpu_time(options_.server) - server_before;
  own_time_ = cpu_time(::getpid()) - own_before;
}

// A game whose last move is not acknowledged yet keeps its place: its next move will be late, and says so.
void Load::move_what_is_due(Clock::time_point now) {
  std::vector<Due> later;
  while (!due_.empty() && due_.top().at <= now) {
    const Due due = due_.top();
    due_.pop();
    if (!games_[due.game]->may_move()) {
      later.push_back(due);
      continue;
    }
    games_[due.game]->move(options_.rate > 0 ? due.at : now);
    const std::chrono::duration<double> interval(options_.rate > 0 ? 1 / options_.rate : 0);
    later.push_back({due.at + std::chrono::duration_cast<Clock::duration>(interval), due.game});
  }
  for (const Due& due : later) due_.push(due);
}

void Load::receive(std::chrono::milliseconds patience) {
  epoll_event events[1024];
  const int count = ::epoll_wait(epoll_, events, std::size(events), static_cast<int>(patience.count()));
  for (int i = 0; i < count; ++i) games_[events[i].data.u64 >> 32]->receive(events[i].data.u64 & 0xffffffff);
}

double milliseconds(const std::vector<std::chrono::microseconds>& sorted, double share) {
  if (sorted.empty()) return 0;
  return static_cast<double>(
             sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))].count()) /
         1000;
}

void Load::report() const {
  auto acks = tally_.acks;
  std::ranges::sort(acks);
  const double moves = static_cast<double>(acks.size());
  const double server = std::chrono::duration<double>(server_time_).count();
  const double own = std::chrono::duration<double>(own_time_) / took_;
  const auto connections = games_.size() * games_.front()->members();
  const long memory = resident_kib(options_.server) - memory_before_;
  std::cout << "connections " << connections << ", moves/s " << moves / took_.count() << ", deliveries/s "
            << static_cast<double>(tally_.deliveries) / took_.count() << '\n'
            << "acknowledged after p50 " << milliseconds(acks, 0.5) << " ms, p99 " << milliseconds(acks, 0.99)
            << " ms, max " << milliseconds(acks, 1) << " ms\n"
            << "server: " << 100 * server / took_.count() << " % of a core, " << 1e6 * server / moves
            << " us/move, " << moves / server << " moves per cpu-s, "
            << memory / static_cast<long>(connections) << " KiB a connection\n"
            << "gaps in versions: " << tally_.gaps << '\n'
            << "generator: " << 100 * own << " % of a core" << (own > kBusiest ? ": INVALID, too busy" : "")
            << '\n';
}

}  // namespace
}  // namespace load

int main(int argc, char** argv) {
  load::Options options;
  CLI::App app("Plays many games at once against a sanqi-server on this machine", "sanqi-load");
  app.add_option("--port", options.port, "Of the server")->required();
  app.add_option("--pid", options.server, "Of the server")->required();
  app.add_option("--games", options.games, "Played at once");
  app.add_option("--spectators", options.spectators, "Of each game");
  app.add_option("--rate", options.rate, "Moves a second in each game; 0: as fast as they are acknowledged");
  app.add_option("--seconds", options.seconds, "How long");
  CLI11_PARSE(app, argc, argv);
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  try {
    load::Load load(options);
    std::cout << "everybody is in\n" << std::flush;
    load.run();
    load.report();
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "sanqi-load: " << error.what() << '\n';
    return 1;
  }
}
