#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/zobrist.h"
#include "engine/games/antireversi/endgame.h"
#include "engine/games/antireversi/evaluation.h"
#include "engine/search/parallel.h"

/// What the exact ending costs: processor time and nodes of all threads, and time, for each of a number of
/// positions with equally many empty squares, and their means. Each is solved from nothing known; `winner`
/// asks for the winner only. Nodes are those with at least five empty squares. More threads than cores tell
/// how many nodes they need together, and no times.
///
///     antireversi_endgame_benchmark [EMPTIES] [POSITIONS] [SEED] [whole|winner] [THREADS] [BOARD] [MIB]
///
/// By default 20, 12, 1, whole, 1, 8 (a side), 16. With every square of the board but four empty it is the
/// start that is solved. One thread tells on the way, every 100 million nodes, what is known of the first
/// plies.
namespace engine::antireversi {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// The move with the best estimate after it.
template <int N>
Move likely_move(PositionOn<N>& position, const MoveList& moves) {
  Move best = kNoMove;
  Score best_score = -kInfinite;
  for (const Move move : moves) {
    position.do_move(move);
    const Score score = -estimate(position.discs());
    position.undo_move();
    if (score > best_score) best = move, best_score = score;
  }
  return best;
}

/// From a game of ten random plies (four on a smaller board), and then of likely moves.
template <int N>
DiscsOn<N> sample(SplitMix64& random, int empties) {
  constexpr int kRandomPlies = N == kFiles ? 10 : 4;
  for (;;) {
    PositionOn<N> position;
    for (int ply = 0; position.empties() > empties && !position.is_over(); ++ply) {
      MoveList moves;
      position.generate(moves);
      const auto any = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      position.do_move(ply < kRandomPlies ? any : likely_move(position, moves));
    }
    if (position.empties() == empties && position.discs().moves() != 0) return position.discs();
  }
}

struct Cost {
  double processor_seconds = 0;
  double seconds = 0;
  double nodes = 0;
};

template <int N>
struct Task {
  DiscsOn<N> discs;
  std::string_view asked;
  int threads;
};

/// What the table knows of the positions of the next plies.
template <int N>
void tell_known(const EndgameTable& table, const PositionOn<N>& position, int plies,
                const std::string& line) {
  const Bounds known = table.find(EndgameTable::key_of(position.discs()));
  if (known.lower > -kSquares || known.upper < kSquares)
    std::cout << "  " << line << " [" << int{known.lower} << ", " << int{known.upper} << ']';
  if (plies == 0) return;
  MoveList moves;
  position.generate(moves);
  for (const Move move : moves) {
    PositionOn<N> next = position;
    next.do_move(move);
    tell_known(table, next, plies - 1, line + write_move<N>(move));
  }
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The margin as far as the window tells it, however long that takes; none when the budget's stop is
/// requested.
template <int N>
std::optional<typename EndgameOn<N>::Result> solve_in_pieces(const Task<N>& task, int alpha, int beta,
                                                             EndgameTable& table, search::Budget& budget) {
  constexpr std::uint64_t kPiece = 100'000'000;
  const auto start = std::chrono::steady_clock::now();
  for (EndgameOn<N> endgame(table);;) {
    const std::uint64_t max = task.threads == 1 ? kPiece : EndgameOn<N>::kNoLimit;
    const auto found = endgame.solve(task.discs, alpha, beta, budget, max);
    if (found || budget.exhausted()) return found;
    std::cout << budget.nodes() << " nodes, " << seconds_since(start) << " s in (" << alpha << ", " << beta
              << "):";
    tell_known<N>(table, {task.discs, Side::first}, 5, "");
    std::cout << std::endl;
  }
}

/// The first thread that is done ends the others.
template <int N>
Cost solve(const Task<N>& task, EndgameTable& table) {
  const double processor_start = processor_seconds();
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::uint64_t> nodes(static_cast<std::size_t>(task.threads));
  std::stop_source done;
  typename EndgameOn<N>::Result result{0, kNoMove};
  search::run_on_threads(task.threads, [&](int i, std::stop_source&) {
    search::Budget budget(Limits{}, done.get_token());
    const int size = task.asked == "winner" ? 1 : kSquares;
    const auto found = solve_in_pieces<N>(task, -size, size, table, budget);
    if (found && done.request_stop()) result = *found;  // True for the first alone.
    nodes[static_cast<std::size_t>(i)] = budget.nodes();
  });
  Cost cost{.processor_seconds = processor_seconds() - processor_start, .seconds = seconds_since(start)};
  for (const std::uint64_t n : nodes) cost.nodes += static_cast<double>(n);
  std::cout << write_position(PositionOn<N>(task.discs, Side::first)) << ' ' << result.margin << ' '
            << (result.best == kNoMove ? "-" : write_move<N>(result.best)) << "  " << cost.nodes << " nodes "
            << cost.processor_seconds << " s of processor time, " << cost.seconds << " s" << std::endl;
  return cost;
}

struct Options {
  int empties;
  int positions;
  std::uint64_t seed;
  std::string_view asked;
  int threads;
  std::size_t table_bytes;
};

template <int N>
void run(const Options& options) {
  const int positions = options.positions;
  SplitMix64 random(options.seed);
  EndgameTable table(endgame_buckets(options.table_bytes));
  Cost all;
  double max = 0;
  for (int i = 0; i < positions; ++i) {
    const DiscsOn<N> discs = sample<N>(random, options.empties);
    table.clear();
    const Cost cost = solve<N>({discs, options.asked, options.threads}, table);
    all.processor_seconds += cost.processor_seconds;
    all.seconds += cost.seconds;
    all.nodes += cost.nodes;
    max = std::max(max, cost.processor_seconds);
  }
  std::cout << options.empties << " empty squares, seed " << options.seed << ", " << positions
            << " positions, " << options.asked << ", " << options.threads << " threads: mean "
            << all.processor_seconds / positions << " s of processor time, at most " << max << ", "
            << all.seconds / positions << " s, " << all.nodes / positions / 1e6 << " million nodes, "
            << all.nodes / all.processor_seconds / 1e6 << " million a second\n";
}

}  // namespace
}  // namespace engine::antireversi

int main(int arguments, char** texts) {
  const auto number = [&](int i, int usual) { return i < arguments ? std::atoi(texts[i]) : usual; };
  const engine::antireversi::Options options{
      .empties = number(1, 20),
      .positions = number(2, 12),
      .seed = static_cast<std::uint64_t>(number(3, 1)),
      .asked = arguments > 4 ? texts[4] : "whole",
      .threads = number(5, 1),
      .table_bytes = static_cast<std::size_t>(number(7, 16)) << 20,
  };
  if (number(6, 8) == 6)
    engine::antireversi::run<6>(options);
  else
    engine::antireversi::run<8>(options);
}
