#include "engine/cli/bench.h"

#include <iomanip>
#include <ostream>
#include <sstream>

namespace engine::cli {
namespace {

struct Cost {
  std::uint64_t nodes = 0;
  std::uint64_t ms = 0;
};

Cost bench(const Game& game, int threads) {
  Cost cost;
  const auto bot = game.new_bot({.threads = threads});
  for (const BenchRow& row : game.bench) {
    const auto match = match_of(game, row);
    // Fresh: nodes of a position must not depend on the one before.
    const Thought thought = bot->think(*match, {.depth = row.depth, .fresh = true}, {}, {});
    cost.nodes += thought.nodes;
    cost.ms += static_cast<std::uint64_t>(thought.time.count());
  }
  return cost;
}

}  // namespace

std::unique_ptr<Match> match_of(const Game& game, const BenchRow& row) {
  auto match = game.new_match({.rule = std::string(row.rule), .pos = std::string(row.pos)});
  assert(match && "a bench row has a right position");
  std::istringstream moves{std::string(row.moves)};
  for (std::string move; moves >> move;) {
    [[maybe_unused]] const auto mover = (*match)->play(move);
    assert(mover && "a bench row has legal moves");
  }
  return *std::move(match);
}

void print_bench(std::span<const Game* const> games, int threads, std::ostream& out) {
  std::uint64_t total = 0;
  for (const Game* game : games) {
    const Cost cost = bench(*game, threads);
    total += cost.nodes;
    out << std::left << std::setw(12) << game->id << std::right << " nodes " << std::setw(10) << cost.nodes
        << " ms " << std::setw(6) << cost.ms << " nps " << std::setw(9)
        << cost.nodes * 1000 / std::max<std::uint64_t>(cost.ms, 1) << '\n';
  }
  if (threads == 1) out << "Bench: " << total << std::endl;
}

}  // namespace engine::cli
