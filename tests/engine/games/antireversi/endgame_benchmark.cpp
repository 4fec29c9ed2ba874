#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/zobrist.h"
#include "engine/games/antireversi/endgame.h"
#include "engine/games/antireversi/evaluation.h"
#include "engine/games/antireversi/last_squares.h"
#include "engine/search/parallel.h"

/// What the exact ending costs: processor time and nodes of all threads, and time, for each of a number of
/// positions with equally many empty squares, and their means. Each is solved from nothing known; `winner`
/// asks only who wins. Nodes are those with at least five empty squares, or in the build that counts all,
/// those with at least one: positions visited, as most programs count them, a pass among the last four apart.
/// More threads than cores tell how many nodes they need together, and no times.
///
///     antireversi_endgame_benchmark [EMPTIES] [POSITIONS] [SEED] [whole|winner] [THREADS]
///
/// By default 20, 12, 1, whole, 1.
namespace engine::antireversi {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// Whose estimate is best after one move.
Move likely_move(Position& position, const MoveList& moves) {
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

/// From a game of ten random plies, and then of likely moves.
Discs sample(SplitMix64& random, int empties) {
  constexpr int kRandomPlies = 10;
  for (;;) {
    Position position;
    for (int ply = 0; position.empties() > empties && !position.is_over(); ++ply) {
      MoveList moves;
      position.generate(moves);
      const auto any = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      position.do_move(ply < kRandomPlies ? any : likely_move(position, moves));
    }
    if (position.empties() == empties && position.discs().moves() != 0) return position.discs();
  }
}

/// Those of this thread since the last call; 0 in a build that does not count them.
std::uint64_t take_last_positions() {
#ifdef SANQI_COUNT_LAST_SQUARES
  return std::exchange(last_positions, 0);
#else
  return 0;
#endif
}

struct Cost {
  double processor_seconds = 0;
  double seconds = 0;
  double nodes = 0;
};

struct Task {
  Discs discs;
  int alpha;
  int beta;
  int threads;
};

/// The first thread that is done ends the others.
Cost solve(const Task& task, EndgameTable& table) {
  const double processor_start = processor_seconds();
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::uint64_t> nodes(static_cast<std::size_t>(task.threads));
  std::stop_source done;
  Endgame::Result result{0, kNoMove};
  search::run_on_threads(task.threads, [&](int i) {
    search::Budget budget(Limits{}, done.get_token());
    const auto found = Endgame(table).solve(task.discs, task.alpha, task.beta, budget);
    if (found && done.request_stop()) result = *found;  // True for the first alone.
    nodes[static_cast<std::size_t>(i)] = budget.nodes() + take_last_positions();
  });
  Cost cost{.processor_seconds = processor_seconds() - processor_start,
            .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
  for (const std::uint64_t n : nodes) cost.nodes += static_cast<double>(n);
  std::cout << write_position(Position(task.discs, Side::first)) << ' ' << result.difference << ' '
            << (result.best == kNoMove ? "-" : write_move(result.best)) << "  " << cost.nodes << " nodes "
            << cost.processor_seconds << " s of processor time, " << cost.seconds << " s" << std::endl;
  return cost;
}

void run(int empties, int positions, std::uint64_t seed, bool winner_only, int threads) {
  SplitMix64 random(seed);
  EndgameTable table(kEndgameBuckets);
  Cost all;
  double most = 0;
  for (int i = 0; i < positions; ++i) {
    const Discs discs = sample(random, empties);
    table.clear();
    const int size = winner_only ? 1 : kSquares;
    const Cost cost = solve({discs, -size, size, threads}, table);
    all.processor_seconds += cost.processor_seconds;
    all.seconds += cost.seconds;
    all.nodes += cost.nodes;
    most = std::max(most, cost.processor_seconds);
  }
  std::cout << empties << " empty squares, seed " << seed << ", " << positions << " positions, "
            << (winner_only ? "winner" : "whole") << ", " << threads << " threads: mean "
            << all.processor_seconds / positions << " s of processor time, at most " << most << ", "
            << all.seconds / positions << " s, " << all.nodes / positions / 1e6 << " million nodes, "
            << all.nodes / all.processor_seconds / 1e6 << " million a second\n";
}

}  // namespace
}  // namespace engine::antireversi

int main(int arguments, char** texts) {
  const auto number = [&](int i, int usual) { return i < arguments ? std::atoi(texts[i]) : usual; };
  const bool winner_only = arguments > 4 && std::string_view(texts[4]) == "winner";
  engine::antireversi::run(number(1, 20), number(2, 12), static_cast<std::uint64_t>(number(3, 1)),
                           winner_only, number(5, 1));
}
