#pragma once

#include <atomic>

#include "engine/games/match_of.h"
#include "engine/search/parallel.h"

namespace engine {

/// Counts the leaves of the game tree: the proof that rules and move generation are right, and how fast they
/// are.
template <GameRules R>
class PerftOf {
 public:
  using Position = typename R::Position;
  using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

  /// Game::perft of this game: leaves under each root move, sorted by the move's text.
  static Counts by_root_move(const Match& match, int depth, int threads) {
    const Position& root = static_cast<const MatchOf<R>&>(match).position();
    if (depth <= 0 || ended(root)) return {};
    MoveList moves;
    root.generate(moves);
    Counts counts(moves.size());
    std::atomic<std::size_t> next = 0;
    search::run_on_threads(threads, [&](int, std::stop_source&) {
      Position position = root;
      for (std::size_t i = next++; i < moves.size(); i = next++) {
        position.do_move(moves[i]);
        counts[i] = {R::write_move(root, moves[i]), leaves(position, depth - 1)};
        position.undo_move();
      }
    });
    std::ranges::sort(counts);
    return counts;
  }

 private:
  // Bulk counting: the last ply is counted and not played.
  static std::uint64_t leaves(Position& position, int depth) {
    if (depth == 0) return 1;
    if (ended(position)) return R::kFinishedLeaves;
    if (depth == 1) return last_ply(position);
    MoveList moves;
    position.generate(moves);
    if (moves.empty()) return R::kFinishedLeaves;
    std::uint64_t sum = 0;
    for (Move move : moves) {
      position.do_move(move);
      sum += leaves(position, depth - 1);
      position.undo_move();
    }
    return sum;
  }

  /// Moves of the last ply are counted, not made; a game that can count without listing does so.
  static std::uint64_t last_ply(const Position& position) {
    std::uint64_t count = 0;
    if constexpr (requires { position.count_moves(); }) {
      count = static_cast<std::uint64_t>(position.count_moves());
    } else {
      MoveList moves;
      position.generate(moves);
      count = moves.size();
    }
    return count == 0 ? R::kFinishedLeaves : count;
  }

  static bool ended(const Position& position) {
    if constexpr (requires { R::perft_ended(position); })
      return R::perft_ended(position);
    else
      return position.verdict(0).has_value();
  }
};

}  // namespace engine
