#include "engine/cli/ablation.h"

#include <array>
#include <iomanip>
#include <ostream>

#include "engine/cli/bench.h"

namespace engine::cli {
namespace {

struct Rung {
  Technique technique;
  std::string_view name;
};
constexpr std::array<Rung, 5> kLadder = {{
    {Technique::minimax, "minimax"},
    {Technique::alpha_beta, "alpha-beta"},
    {Technique::ordering, "+ ordering"},
    {Technique::table, "+ table"},
    {Technique::full, "+ selective"},
}};

Thought think(const Game& game, const Match& match, Technique technique, const Limits& limits) {
  const auto bot = game.new_bot({.technique = technique});
  return bot->think(match, limits, {}, {});
}

/// The deepest depth that a technique finishes within so many nodes.
int reach(const Game& game, const Match& match, Technique technique, std::uint64_t nodes) {
  return std::max(think(game, match, technique, {.nodes = nodes}).depth, 1);
}

void print_row(const Rung& rung, const Thought& thought, std::uint64_t reference, std::ostream& out) {
  const double share = 100.0 * static_cast<double>(thought.nodes) / static_cast<double>(reference);
  out << "  " << std::left << std::setw(12) << rung.name << std::right << std::setw(12) << thought.nodes
      << " nodes " << std::setw(7) << thought.time.count() << " ms " << std::fixed << std::setprecision(3)
      << std::setw(8) << share << " %\n";
}

}  // namespace

void print_ablation(const Game& game, std::uint64_t nodes, std::ostream& out) {
  const auto match = match_of(game, game.bench.front());
  for (std::size_t from : {0u, 1u}) {
    const int depth = reach(game, *match, kLadder[from].technique, nodes);
    out << game.id << ", depth " << depth << '\n';
    std::uint64_t reference = 0;
    for (std::size_t i = from; i < kLadder.size(); ++i) {
      const Thought thought = think(game, *match, kLadder[i].technique, {.depth = depth});
      if (reference == 0) reference = thought.nodes;
      print_row(kLadder[i], thought, reference, out);
    }
    out.flush();
  }
}

}  // namespace engine::cli
