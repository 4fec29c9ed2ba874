#include <cstdlib>
#include <ctime>
#include <iostream>

#include "engine/core/zobrist.h"
#include "engine/games/antireversi/endgame.h"
#include "engine/games/antireversi/evaluation.h"

/// What the exact ending costs: processor time and nodes of one thread for each of a number of positions with
/// equally many empty squares, and their means. Each is solved from nothing known.
///
///     antireversi_endgame_benchmark [EMPTIES] [POSITIONS] [SEED]        (20, 12, 1)
namespace engine::antireversi {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
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

void run(int empties, int positions, std::uint64_t seed) {
  SplitMix64 random(seed);
  EndgameTable table(kEndgameBuckets);
  Endgame endgame(table);
  double all_seconds = 0, most_seconds = 0, all_nodes = 0;
  for (int i = 0; i < positions; ++i) {
    const Discs discs = sample(random, empties);
    table.clear();
    search::Budget budget(Limits{}, {});
    const double start = processor_seconds();
    const auto result = endgame.solve(discs, -kSquares, kSquares, budget);
    const double seconds = processor_seconds() - start;
    const auto nodes = static_cast<double>(budget.nodes());
    std::cout << write_position(Position(discs, Side::first)) << ' ' << result->difference << ' '
              << write_move(result->best) << "  " << budget.nodes() << " nodes " << seconds << " s"
              << std::endl;
    all_seconds += seconds, all_nodes += nodes;
    most_seconds = std::max(most_seconds, seconds);
  }
  std::cout << empties << " empty squares, seed " << seed << ", " << positions << " positions: mean "
            << all_seconds / positions << " s, at most " << most_seconds << " s, "
            << all_nodes / positions / 1e6 << " million nodes, " << all_nodes / all_seconds / 1e6
            << " million a second\n";
}

}  // namespace
}  // namespace engine::antireversi

int main(int arguments, char** texts) {
  const auto number = [&](int i, int usual) { return i < arguments ? std::atoi(texts[i]) : usual; };
  engine::antireversi::run(number(1, 20), number(2, 12), static_cast<std::uint64_t>(number(3, 1)));
}
