#include "engine/cli/perft.h"

#include <chrono>
#include <ostream>

namespace engine::cli {

void print_perft(const Game& game, const Match& match, int depth, const PerftOptions& options,
                 std::ostream& out) {
  using std::chrono::steady_clock;
  const auto start = steady_clock::now();
  const auto counts = game.perft(match, depth, options.threads);
  const std::chrono::duration<double> seconds = steady_clock::now() - start;

  std::uint64_t total = depth == 0 ? 1 : 0;  // The root is the leaf.
  for (const auto& [move, leaves] : counts) {
    if (options.divide) out << move << ": " << leaves << '\n';
    total += leaves;
  }
  out << "Time: " << static_cast<std::uint64_t>(seconds.count() * 1000) << " ms\n";
  out << "Nodes/s: "
      << static_cast<std::uint64_t>(static_cast<double>(total) / std::max(seconds.count(), 1e-9)) << '\n';
  out << "Nodes searched: " << total << std::endl;
}

}  // namespace engine::cli
