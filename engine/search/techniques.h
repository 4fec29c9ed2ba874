#pragma once

#include <cstdint>

// What a search is made of. What plays uses all of it; `sanqi-engine ablation`, matches (`sanqi-lab match`)
// and tests leave some out by Parameters, to measure what each is worth.

namespace engine::search {

// The order of both enumerations is an interface: their numbers are values of Parameters::techniques and
// Parameters::without in command lines and in settings that matches keep.

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

}  // namespace engine::search
