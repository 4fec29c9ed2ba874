#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// How long and how hard a bot may think. Whichever limit is reached first ends the search; without
/// any, only a stop request does.
///
/// Where `optimum` is given a clock is running: a bot may answer as soon as a decided game is won, without
/// working out by how much.
struct Limits {
  /// Time for this move. The search stops before it, and may stop earlier when more time would
  /// hardly change its mind.
  std::optional<std::chrono::milliseconds> time = {};
  /// A time that is fair for a move like others. The search ends about then, sooner when its choice is stable
  /// and later, up to `time`, when it is not.
  std::optional<std::chrono::milliseconds> optimum = {};
  /// Plies of the last completed iteration.
  std::optional<int> depth = {};
  /// Positions visited. With one thread, equal limits give equal thoughts on every machine.
  std::optional<std::uint64_t> nodes = {};
  /// How many of the best moves to report, each with its line.
  int multipv = 1;
  /// Ask the solvers of a game (mates, wins by fours, endings). Low levels do without.
  bool solvers = true;
  /// Play from the opening book of the game, where it has one and nothing else is asked for.
  bool book = false;
  /// 1 (beatable by a child) to 8 (full strength).
  int level = 8;
  /// Randomness of the lower levels.
  std::uint64_t seed = 0;
  /// Forget everything learned from earlier positions first, so that a thought can be repeated.
  bool fresh = false;
  /// After so long `progress` also hears which move is being looked at: Thought::current. Never, if not
  /// given.
  std::optional<std::chrono::milliseconds> tell_moves_after = {};
  /// Think about these moves only, in protocol text; empty: about all.
  std::vector<std::string> among = {};
};

}  // namespace engine
