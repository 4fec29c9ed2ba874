#pragma once

#include <cstdint>

// Which techniques a search uses. What plays uses all of them, which is known when it is compiled;
// `sanqi-engine ablation` and tests leave some out, to measure what each is worth.

namespace engine::search {

/// The techniques, each with all before it.
enum class Technique : std::uint8_t {
  minimax,
  alpha_beta,  ///< Cuts, moves in the order of generation.
  ordering,    ///< Best moves first, and null windows for the rest.
  table,       ///< The transposition table.
  full,        ///< Reductions, pruning, quiescence, solvers: what plays.
};

/// A part of the search that can be left out alone.
enum class Part : std::uint8_t {
  none,
  aspiration,
  killers,  ///< And counter-moves.
  histories,
  quiescence,
  delta_pruning,
  solver,
  reverse_futility,
  razoring,
  null_move,
  prob_cut,
  corrections,
  internal_reduction,
  late_move_pruning,
  futility,
  late_move_reductions,
  singular_extension,
  extensions,  ///< Of the game: after checks, answers to fours.
};

/// All techniques.
struct EveryTechnique {
  static constexpr bool uses(Technique) { return true; }
  static constexpr bool uses(Part) { return true; }
};

/// Those up to `last`, but for one part.
struct SomeTechniques {
  Technique last = Technique::full;
  Part without = Part::none;
  bool uses(Technique technique) const { return last >= technique; }
  bool uses(Part part) const { return part != without; }
};

}  // namespace engine::search
