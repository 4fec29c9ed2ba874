#include "engine/cli/ablation.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iomanip>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cli/bench.h"
#include "engine/search/techniques.h"

namespace engine::cli {
namespace {

using search::Part;
using search::Technique;

struct Rung {
  Technique technique;
  std::string_view name;
};
// In the order of search::Technique, whose numbers the parameter `techniques` takes.
constexpr std::array<Rung, 5> kLadder = {{
    {Technique::minimax, "minimax"},
    {Technique::alpha_beta, "alpha-beta"},
    {Technique::ordering, "+ ordering"},
    {Technique::table, "+ table"},
    {Technique::full, "+ selective"},
}};

struct NamedPart {
  Part part;
  std::string_view name;
};
constexpr std::array<NamedPart, 17> kParts = {{
    {Part::aspiration, "aspiration windows"},
    {Part::killers, "killers, counter-moves"},
    {Part::histories, "histories"},
    {Part::quiescence, "quiescence"},
    {Part::delta_pruning, "delta pruning"},
    {Part::solver, "solvers"},
    {Part::reverse_futility, "reverse futility"},
    {Part::razoring, "razoring"},
    {Part::null_move, "null move"},
    {Part::prob_cut, "multi-ProbCut"},
    {Part::corrections, "correction history"},
    {Part::internal_reduction, "internal reduction"},
    {Part::late_move_pruning, "late-move pruning"},
    {Part::futility, "futility"},
    {Part::late_move_reductions, "late-move reductions"},
    {Part::singular_extension, "singular extension"},
    {Part::extensions, "extensions of the game"},
}};

/// What a number of searches took.
struct Spent {
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
};

/// What a search does without some of its techniques.
struct Ablation {
  Technique last = Technique::full;
  Part without = Part::none;
};

// A bot made for it, so that no table knows anything before.
Thought think(const Game& game, const Match& match, const Ablation& ablation, const Limits& limits) {
  const BotOptions options{.parameters = {{"techniques", static_cast<int>(ablation.last)},
                                          {"without", static_cast<int>(ablation.without)}}};
  return game.new_bot(options)->think(match, limits, {}, {});
}

/// The deepest depth that a search finishes within so many nodes.
int reach(const Game& game, const Match& match, const Ablation& ablation, std::uint64_t nodes) {
  return std::max(think(game, match, ablation, {.nodes = nodes}).depth, 1);
}

void print_row(std::string_view name, const Spent& cost, std::uint64_t reference, std::ostream& out) {
  const double share =
      100.0 * static_cast<double>(cost.nodes) / static_cast<double>(std::max<std::uint64_t>(reference, 1));
  out << "  " << std::left << std::setw(24) << name << std::right << std::setw(12) << cost.nodes << " nodes "
      << std::setw(7) << cost.time.count() << " ms " << std::fixed << std::setprecision(3) << std::setw(8)
      << share << " %\n";
}

void print_ladder(const Game& game, std::uint64_t nodes, std::ostream& out) {
  const auto match = match_of(game, game.bench.front());
  // Twice: minimax reaches too little depth to show what the later techniques save.
  for (std::size_t from : {0u, 1u}) {
    const int depth = reach(game, *match, {.last = kLadder[from].technique}, nodes);
    out << game.id << ", depth " << depth << '\n';
    std::uint64_t reference = 0;
    for (std::size_t i = from; i < kLadder.size(); ++i) {
      const Thought thought = think(game, *match, {.last = kLadder[i].technique}, {.depth = depth});
      if (reference == 0) reference = thought.nodes;
      print_row(kLadder[i].name, {thought.nodes, thought.time}, reference, out);
    }
    out.flush();
  }
}

/// All positions of `bench`, each to its depth of `depths`, or until `nodes` are spent.
Spent search_all(const Game& game, Part without, std::span<const int> depths, std::uint64_t nodes) {
  Spent cost;
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const auto match = match_of(game, game.bench[i]);
    const Thought thought = think(game, *match, {.without = without}, {.depth = depths[i], .nodes = nodes});
    cost.nodes += thought.nodes;
    cost.time += thought.time;
  }
  return cost;
}

/// A part that changes nothing is one that the game does not have.
void print_parts(const Game& game, std::uint64_t nodes, std::ostream& out) {
  constexpr std::uint64_t kShare = 50;  // What is left out may make the tree as much larger.
  std::vector<int> depths;
  for (const BenchRow& row : game.bench)
    depths.push_back(reach(game, *match_of(game, row), {}, nodes / kShare));
  const auto [min, max] = std::ranges::minmax(depths);
  out << game.id << ", " << depths.size() << " positions, depths " << min << " to " << max << '\n';
  const Spent whole = search_all(game, Part::none, depths, nodes);
  print_row("everything", whole, whole.nodes, out);
  for (const NamedPart& part : kParts) {
    const Spent cost = search_all(game, part.part, depths, nodes);
    if (cost.nodes != whole.nodes) print_row("- " + std::string(part.name), cost, whole.nodes, out);
  }
  out.flush();
}

}  // namespace

void print_ablation(const Game& game, std::uint64_t nodes, std::ostream& out) {
  print_ladder(game, nodes, out);
  print_parts(game, nodes, out);
}

}  // namespace engine::cli
