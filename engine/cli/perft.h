#pragma once

#include <iosfwd>

#include "engine/core/game.h"

namespace engine::cli {

struct PerftOptions {
  bool divide = false;  ///< Print the count under each root move.
  int threads = 1;
};

/// Counts the leaves under a match and prints them with the time that it took; the last line is "Nodes
/// searched: N".
/// Blocks; nothing stops it. Threads share the root moves, so more threads than those gain nothing.
void print_perft(const Game& game, const Match& match, int depth, const PerftOptions& options,
                 std::ostream& out);

}  // namespace engine::cli
